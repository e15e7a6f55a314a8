package import Routing

/// The daemon's own functions in tables: each block is a feature that the table may give conditions.
package enum OperateWing: WingRules {
    /// After `shadow`, which is 170.
    package static let directives = [TimelineReader.directive(order: 171), AuditReader.directive(order: 173)]
    package static let blocks: [any Directive.Type] = [
        FunctionDirective<TimelineLine>.self, FunctionDirective<AuditLine>.self,
    ]
}
