import Contract
import Ledger

extension LedgerError {
    /// What is wrong, for an audience: paths on this host are for operators.
    func sentence(for audience: Audience) -> String {
        guard audience == .anyone, !isAboutRequest else { return "\(self)" }
        return "the daemon cannot use its ledger; `deeplinkctl status` tells an operator why"
    }
}
