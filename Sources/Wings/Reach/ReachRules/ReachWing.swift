package import Contract
package import Features
package import Routing

/// Ways out of the daemon to apps and services that do not know it: what tables say of them.
package enum ReachWing: WingRules {
    package static let performers: [any PerformerReader.Type] = [
        HTTPReader.self, VarlinkReader.self, BusReader.self, UnitReader.self, LaunchReader.self,
    ]

    /// What an action calls has to be there.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] {
        let findings = ruleset.catalogue.actions.flatMap { action in
            (action.performer.template as? any ReachTemplate)?.findings(for: action, on: host) ?? []
        }
        guard host.instance == .system, let rule = PolkitRule.text(for: ruleset) else { return findings }
        return findings + [HostFinding("polkit rule", PolkitRule.path, host.rule(rule, at: PolkitRule.path))]
    }

    /// Those that lines of `choose` compare.
    package static func callers(in ruleset: Ruleset) -> [CallerRequirement] {
        ruleset.catalogue.actions.flatMap { ($0.performer.template as? LaunchTemplate)?.callers ?? [] }
    }
}

/// What a table says of an action of this wing.
package protocol ReachTemplate: PerformerTemplate {
    /// Says if this machine has what the action calls; nil where nothing is known of it.
    func finding(for action: Action, on host: any HostView) -> HostFinding?
    /// The same for an action that calls one of several.
    func findings(for action: Action, on host: any HostView) -> [HostFinding]
}

extension ReachTemplate {
    /// It calls no other.
    package func findings(for action: Action, on host: any HostView) -> [HostFinding] {
        [finding(for: action, on: host)].compactMap(\.self)
    }

    /// It says of several.
    package func finding(for action: Action, on host: any HostView) -> HostFinding? { nil }
}
