internal import Contract
internal import FactSources
internal import Features
import PermissionRules
internal import SystemBus

/// Reads one app's permission from the store of the session that the daemon runs in.
///
/// The store is the daemon's own user's; about any other subject it says nothing.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class StorePermission: FactSource {
    let name: String
    let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: Limits.sourceLifetime)
    var onChange: ((Subject?) -> Void)?
    let table: String
    let id: String
    private let app: String
    private let userID: UInt32
    /// nil where the environment names no session bus.
    private let store: PermissionStore?
    private var onClose: ((ObjectIdentifier) -> Void)?

    /// - Parameter userID: whose session it is.
    init(
        table: String, id: String, app: String, userID: UInt32, store: PermissionStore?,
        onClose: @escaping (ObjectIdentifier) -> Void
    ) {
        name = "store:" + table + "/" + id
        (self.table, self.id, self.app) = (table, id, app)
        (self.userID, self.store, self.onClose) = (userID, store, onClose)
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        func answer(_ answer: AdapterAnswer) { reply(answer.reply(to: question.key)) }
        guard let store else {
            return answer(
                .status(.unsupported, note: "There is no desktop session whose permission store could be asked."))
        }
        guard question.subject == .uid(userID) else {
            return answer(
                .status(.unsupported, note: "The permission store holds the answers of its own user alone."))
        }
        store.look(up: id, in: table, app: app) { [table] result in
            switch result {
            case .success(let values): answer(.status(PermissionStatus(stored: values, in: table)))
            case .failure(let error): answer(error.answer(of: "the permission store", isKnown: store.isKnown))
            }
        }
    }

    func close() {
        onChange = nil
        onClose.take()?(ObjectIdentifier(self))
    }
}
