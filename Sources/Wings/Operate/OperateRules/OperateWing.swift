package import Contract
package import Features
import OperateWire
package import Routing

/// The daemon's own functions in tables: each block is a feature that the table may give conditions.
package enum OperateWing: WingRules {
    /// After `shadow`, which is 170.
    package static let directives = [
        TimelineReader.directive(order: 171), MetricsReader.directive(order: 172), AuditReader.directive(order: 173),
        TracingReader.directive(order: 174),
    ]
    package static let blocks: [any Directive.Type] = [
        FunctionDirective<TimelineLine>.self, FunctionDirective<MetricsLine>.self, FunctionDirective<AuditLine>.self,
        FunctionDirective<TracingLine>.self,
    ]
    package static let interfaces = [Interface.systemMetrics]

    /// Those whom the line `read` of `metrics` names.
    package static func callers(in ruleset: Ruleset) -> [CallerRequirement] { ruleset.metrics.readers }

    /// The digests of the audit's rows take a library, without which changes are refused.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] {
        guard ruleset.audit.feature != nil else { return [] }
        let name = "libcrypto.so.3"
        return [HostFinding("library", name, host.library(name, package: "libssl3"))]
    }
}
