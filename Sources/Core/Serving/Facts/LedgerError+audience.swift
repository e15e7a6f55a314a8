package import Contract
package import Ledger

// Only operators get the cause of a failed ledger: the cause tells of files and disks of this host.

extension NotKept {
    /// The error of an interface for what the ledger did not keep, as an audience may see it.
    package init(_ interface: String, _ error: LedgerError, for audience: Audience) {
        self.init(interface, code: error.code(for: audience), reason: error.sentence(for: audience))
    }

    /// The error of an interface for a daemon without a state directory.
    package static func inMemory(_ interface: String) -> NotKept {
        NotKept(
            interface, code: "ledger.memory", reason: "the daemon keeps its facts in memory: start it with --state-dir")
    }
}

extension LedgerError {
    /// What is wrong, for an audience.
    package func sentence(for audience: Audience) -> String {
        isTold(to: audience)
            ? "\(self)" : "the daemon cannot use its ledger; `deeplinkctl status` tells an operator why"
    }

    /// The stable name of what is wrong, for an audience.
    package func code(for audience: Audience) -> String { isTold(to: audience) ? code : "ledger.unavailable" }

    private func isTold(to audience: Audience) -> Bool { audience == .operator || isAboutRequest }
}
