// The file of an administrator's policy. It is read under the trust walk of tables, in the thread pool, for every question: a
// question comes at most once a second for a permission and a subject, and names of users and groups are looked up each time,
// so that a change of the databases counts too. The file's folder is watched, and a change of the file is announced.

internal import Contract
internal import EventLoop
internal import FactSources
internal import Features
internal import HostSystem
import PermissionRules

/// Asks one policy file.
///
/// *Limits*: `Limits.policyFileBytes`.
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class PolicyFile: FactRuling {
    let name: String
    let kind = FactKind.permission
    var onChange: (() -> Void)?
    private let path: String
    private let loop: Loop
    private let lane: PoolLane
    private var watch: FolderWatch?
    private var isClosed = false

    /// - Parameter path: absolute; nothing is opened before the first question.
    init(path: String, loop: Loop, lane: PoolLane) {
        name = "policy:" + path
        (self.path, self.loop, self.lane) = (path, loop, lane)
    }

    func rule(on question: FactQuestion, _ reply: @escaping (SourceReply?) -> Void) {
        guard let permission = Permission(question.key.name), let subject = question.subject else {
            return reply(.undetermined(reason: "\(question.key) is no permission of a subject"))
        }
        // Before the file is read, so that no change falls between the two.
        watchFolder()
        lane.run { [path] in
            Self.look(at: path, permission, subject)
        } then: { found in
            reply(found ?? .undetermined(reason: "no thread is left to read \(self.path) with"))
        }
    }

    func close() {
        isClosed = true
        onChange = nil
        watch?.close()
        watch = nil
    }

    /// Reads the policy and decides; blocks.
    static func look(at path: String, _ permission: Permission, _ subject: Subject) -> SourceReply? {
        do {
            let file = try FileReader.read(path, byteLimit: Limits.policyFileBytes, trusting: .ofThisProcess)
            let policy = try PermissionPolicy.read(file.bytes, name: path)
            return policy.verdict(on: permission, for: subject, .ofHost)
        } catch {
            return .undetermined(reason: "\(error)")
        }
    }

    private func watchFolder() {
        guard watch == nil, !isClosed else { return }
        // ignored: without a watch the file is still read when a call needs it.
        watch = try? FolderWatch(loop: loop, ofFile: path) { [weak self] in self?.onChange?() }
    }
}
