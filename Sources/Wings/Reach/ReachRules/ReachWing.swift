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
        let findings = ruleset.catalogue.actions.compactMap { action in
            (action.performer.template as? any ReachTemplate)?.finding(for: action, on: host)
        }
        guard host.instance == .system, let rule = PolkitRule.text(for: ruleset) else { return findings }
        return findings + [HostFinding("polkit rule", PolkitRule.path, host.rule(rule, at: PolkitRule.path))]
    }
}

/// What a table says of an action of this wing.
package protocol ReachTemplate: PerformerTemplate {
    /// Says if this machine has what the action calls; nil where nothing is known of it.
    func finding(for action: Action, on host: any HostView) -> HostFinding?
}
