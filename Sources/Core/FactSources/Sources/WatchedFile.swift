// A fact about one file: a switch that it holds, or whether it is a program that can be started.
//
// Changes: the file's folder is watched with inotify, which costs nothing while nothing changes and reports a change within
// one turn of the loop. A watch misses some changes: behind a link into another folder, of the folders above, by another
// machine on a network file system, in a folder that did not exist yet. So a call that comes a second or more after the
// last look has the file looked at first. That takes about 50 µs, 20 of them for the way to the pool and back. It happens
// at most once a second, and only while calls come. A polling timer would look as often even while no call needs it.

internal import Contract
internal import EventLoop
internal import Features

/// Looks at one file whenever its folder changes, and at most once a second when a call needs it.
final class WatchedFile: FactSource {
    /// Looks at the file of a path to answer for a key; runs in the pool and may block.
    typealias Look = @Sendable (_ path: String, _ key: FactKey) -> SourceReply

    let name: String
    let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: Limits.sourceLifetime)
    var onChange: ((Subject?) -> Void)?
    private let path: String
    private let lane: PoolLane
    private let loop: Loop
    private let look: Look
    private let absent: FactValue?
    private var watch: FolderWatch?
    /// True if the last look found nothing: then the folder may be another one than the one that is watched.
    private var isInDoubt = false
    private var isClosed = false

    /// - Parameters:
    ///   - name: as evidence names it.
    ///   - path: absolute; nothing is opened before the first question.
    ///   - absent: what `look` says where there is no such file; nil if it does not say so.
    init(name: String, path: String, lane: PoolLane, loop: Loop, absent: FactValue? = nil, look: @escaping Look) {
        self.name = name
        self.path = path
        self.lane = lane
        self.loop = loop
        self.look = look
        self.absent = absent
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        // Before the file is looked at, so that no change falls between the two.
        watchFolder()
        lane.run { [path, look] in
            look(path, question.key)
        } then: { found in
            let found = found ?? .failed(reason: "no thread is left to read \(self.path) with")
            self.isInDoubt = self.foundNothing(found)
            reply(found)
        }
    }

    func close() {
        isClosed = true
        onChange = nil
        watch?.close()
        watch = nil
    }

    private func watchFolder() {
        guard watch == nil || isInDoubt, !isClosed else { return }
        watch?.close()
        // ignored: without a watch the file is still looked at when a call needs it, and the next look tries again.
        watch = try? FolderWatch(loop: loop, ofFile: path) { [weak self] in self?.onChange?(nil) }
    }

    private func foundNothing(_ reply: SourceReply) -> Bool {
        guard case .facts(let facts, _) = reply else { return true }
        return facts.values.contains { $0 == absent }
    }
}
