// A runtime switch in a file: `on`, `off`, `1`, `0`, `true` or `false`, blanks and line ends around it aside. The file
// is trusted as a table is, at every reading: it and every folder and link on the way to it belong to root or to the
// daemon's user, and no other user can write them (`TrustRule`). The folders count because a user who can write one can put
// a link there to any root-owned file that happens to hold a `1`, and who can write one further up can replace the folder.
//
// If the file is missing, contains anything else, is too large or is not trusted, the switch is undetermined, and its
// previous value no longer counts. A file that is written to while it is read is read again. Writers should replace the
// file by renaming: between truncating and writing it is empty, so the switch is undetermined.
//
// Changes: the folder is watched with inotify, which costs nothing while nothing changes and reports a change within
// one turn of the loop. A watch misses some changes: behind a link into another folder, by another machine on a network
// file system, in a folder that did not exist yet. So a call that comes a second or more after the last reading has the
// file read first. That takes about 50 µs, 20 of them for the way to the pool and back. It happens at most once a
// second, and only while calls come. A polling timer would read the file as often even while no call needs it.

internal import Contract
package import EventLoop
package import Features
import HostSystem

/// Reads one switch from a file.
///
/// *Limits*: `Limits.switchFileBytes`.
package final class FileSwitch: FactSource {
    package let name: String
    package let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: Limits.switchLifetime)
    package var onChange: ((Subject?) -> Void)?
    private let path: String
    private let lane: PoolLane
    private let loop: Loop
    private var watch: FolderWatch?
    /// Whether the last reading found nothing: then the folder may be another one than the one that is watched.
    private var isInDoubt = false
    private var isClosed = false

    /// - Parameter path: absolute; nothing is opened before the first question.
    package init(path: String, lane: PoolLane, loop: Loop) {
        self.path = path
        self.lane = lane
        self.loop = loop
        name = "file:" + path
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        // Before the file is read, so that no change falls between the two.
        watchFolder()
        lane.run { [path] in
            Self.read(path, as: question.key)
        } then: { found in
            let found = found ?? .failed(reason: "no thread is left to read \(self.path) with")
            if case .facts = found { self.isInDoubt = false } else { self.isInDoubt = true }
            reply(found)
        }
    }

    package func close() {
        isClosed = true
        onChange = nil
        watch?.close()
        watch = nil
    }

    private func watchFolder() {
        guard watch == nil || isInDoubt, !isClosed else { return }
        watch?.close()
        let file = path.split(separator: "/").last.map(String.init)
        // ignored: without a watch the file is still read when a call needs it, and the next reading tries again.
        watch = try? FolderWatch(loop: loop, path: Self.folder(of: path)) { [weak self] changed in
            if changed == nil || changed == file { self?.onChange?(nil) }
        }
    }

    /// Reads the switch; blocks.
    static func read(_ path: String, as key: FactKey) -> SourceReply {
        do throws(LoopError) {
            let file = try FileReader.read(path, byteLimit: Limits.switchFileBytes, trusting: .ofThisProcess)
            guard let isOn = state(in: file.bytes) else {
                return .undetermined(reason: "\(path) says neither on nor off")
            }
            return .facts([key: isOn ? .on : .off])
        } catch .fileChanged {
            return .failed(reason: "\(LoopError.fileChanged(path: path))")
        } catch {
            return .undetermined(reason: "\(error)")
        }
    }

    /// What the bytes say; nil where that is nothing.
    static func state(in bytes: [UInt8]) -> Bool? {
        let words = bytes.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard words.count == 1 else { return nil }
        return switch String(decoding: words[0], as: UTF8.self) {
        case "on", "1", "true": true
        case "off", "0", "false": false
        default: nil
        }
    }

    private static func folder(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return folder.isEmpty ? "/" : folder
    }
}
