import Contract
import Ledger

extension LiveFacts {
    /// Copies the ledger to a file, when it is the user's turn.
    func backUp(
        to path: String, for user: UInt32, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        guard path.hasPrefix("/") else { throw .invalid(.path) }
        guard let ledger else {
            let reason = "the daemon keeps its facts in memory: start it with --state-dir"
            return reply(.notKept(.monitor, code: "ledger.memory", reason: reason))
        }
        ledger.perform(of: user) { (ledger) throws(LedgerError) -> LedgerError? in
            do throws(LedgerError) {
                try ledger.backup(to: path)
                return nil
            } catch {
                // Thrown, it would count as the ledger's own failure, which then is closed and opened anew.
                guard error.isAboutCopy(at: path) else { throw error }
                return error
            }
        } then: { result in
            switch result {
            case .success(nil): reply(.backedUp)
            case .success(let error?), .failure(let error):
                reply(.notKept(.monitor, code: error.code, reason: "\(error)"))
            }
        }
    }
}
