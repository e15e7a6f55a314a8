// A permission that is the right to use a device: read and write access to its node, for the user, by owner, mode and access
// list. logind gives the user at the screen an entry in that list, and takes it away when another user comes.
//
// The node is looked at in the thread pool, since the user database may have to be asked for the user's groups. Its folder is
// watched, so a change of the access list is noticed at once.

internal import Contract
package import EventLoop
package import FactSources
package import Features
internal import HostSystem
import PermissionRules

/// Looks at one device node.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class DevicePermission: FactSource {
    package let name: String
    package let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: Limits.sourceLifetime)
    package var onChange: ((Subject?) -> Void)?
    private let path: String
    private let loop: Loop
    private let lane: PoolLane
    private var watch: FolderWatch?

    /// - Parameters:
    ///   - path: absolute, as tables write it; nothing is looked at before the first question.
    ///   - root: the folder that it begins at.
    package init(path: String, root: String = "", loop: Loop, lane: PoolLane) {
        name = "device:" + path
        self.path = root + path
        (self.loop, self.lane) = (loop, lane)
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        guard case .uid(let userID) = question.subject else {
            let note = "A device is used by users of this machine alone."
            return reply(AdapterAnswer.status(.unsupported, note: note).reply(to: question.key))
        }
        // Before the node is looked at, so that no change falls between the two.
        watchFolder()
        lane.run { [path] in
            Self.look(at: path, for: userID)
        } then: { found in
            let answer = found ?? .failed(reason: "no thread is left to look at \(self.path) with")
            reply(answer.reply(to: question.key))
        }
    }

    package func close() {
        onChange = nil
        watch?.close()
        watch = nil
    }

    /// Looks at the node; blocks.
    static func look(at path: String, for userID: UInt32) -> AdapterAnswer {
        do throws(LoopError) {
            let access = try NodeAccess(of: path)
            guard access.isDevice else { return .status(.unsupported, note: "This machine has no such device.") }
            // A user that the database does not have is in no group that it has.
            let groups = try HostFacts.groupIDs(ofUser: userID) ?? []
            return .status(access.allowsReadingAndWriting(userID: userID, groupIDs: groups) ? .authorized : .denied)
        } catch {
            guard ["ENOENT", "ENOTDIR"].contains(error.codeName) else { return .undetermined(reason: "\(error)") }
            return .status(.unsupported, note: "This machine has no such device, or the daemon's sandbox hides it.")
        }
    }

    private func watchFolder() {
        guard watch == nil else { return }
        // ignored: without a watch the node is still looked at when a call needs it.
        watch = try? FolderWatch(loop: loop, ofFile: path) { [weak self] in self?.onChange?(nil) }
    }
}
