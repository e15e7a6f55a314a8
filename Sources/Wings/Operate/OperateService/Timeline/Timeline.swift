// The timeline of a daemon: which links began and ended.
//
//     LinkNotes → Timeline → TimelineRing      in memory, as bytes
//                              → TimelineFiles   half a second later on the disk, where the table says `keep`
//                 FocusedValues                  values of inputs, in memory alone, where an operator asks for them
//
// An entry is made where the feature `Timeline` is available to the caller of the link, and to the subject if that is
// another. What nothing follows costs a link nothing: LinkNotes has no follower then.

import Contract
import EventLoop
import Features
import HostSystem
import OperateRules
import Routing
import Serving

/// The entries of links, and who waits for them.
///
/// *Owner/thread*: the loop's thread; held by its service, which calls `close()`.
final class Timeline {
    /// How long entries wait to be written at most, and for whom follows them.
    private static let writeDelay: Duration = .milliseconds(400)
    private static let tellDelay: Duration = .milliseconds(50)
    /// How long a write waits after one that failed.
    private static let retryDelay: Duration = .seconds(5)

    unowned let server: Server
    let subordinates: SubordinateUsers
    let ring = TimelineRing(byteLimit: Limits.timelineBytes)
    let focus = FocusedValues()
    private(set) var terms = TimelineTerms()
    /// Whether the links of everyone are noted, or of no one; nil where it depends on the caller or the subject.
    private(set) var everyone: Bool? = false
    /// The paths of features that only operators are told of.
    private(set) var hidden: Set<[UInt8]> = []
    /// What is on the disk; nil where the table keeps nothing, or it cannot be read.
    private(set) var files: TimelineFiles? { didSet { isKept = files != nil } }
    /// Whether there are files, and streams; read for each link.
    private var (isKept, isRead) = (false, false)
    private var lock: HeldLock?
    /// The link whose beginning is the last entry, while nothing has read it: where it ends at once, the end takes its place.
    var begun: UInt32?
    /// The number and the index of the last entry that was written, or that was there before.
    private var written: (number: UInt64, index: UInt32?) = (0, nil)
    private var isWriting = false
    private var isWriteDue = false
    private var isTellingDue = false
    private var isClosed = false
    /// Why the last write failed; nil where it did not.
    private var writeFault: LoopError?
    /// Why nothing is kept, though the table says so.
    private var keepFault: String?
    private lazy var writing = try? DueTimer(loop: server.loop) { [weak self] in self?.write() }
    private lazy var telling = try? DueTimer(loop: server.loop) { [weak self] in self?.tell() }
    /// The streams that go on with what is made from now on.
    private var streams: [ObjectIdentifier: TimelineStream] = [:] { didSet { isRead = !streams.isEmpty } }

    init(_ server: Server) { (self.server, subordinates) = (server, server.subordinates) }

    /// Why entries do not get to the disk, though the table says so; nil where they do.
    var fault: String? { keepFault ?? writeFault.map { "\($0)" } }

    /// True if the table in force has a timeline.
    var isOn: Bool { terms.feature != nil }

    // MARK: The table

    /// Takes note that a table is in force.
    func adopt() {
        let (old, ruleset) = (terms, server.snapshot.ruleset)
        terms = ruleset.timeline
        let catalogue = ruleset.catalogue
        hidden = Set(catalogue.features.lazy.filter(\.isHidden).map { Array($0.path.utf8) })
        focus.adopt(catalogue)
        // What kept it from the disk may be mended by now.
        if terms.days != old.days || files == nil && terms.days != nil { keep() }
        if isOn, old.feature == nil { append(.started) }
        // Who follows a timeline that is gone is told so.
        if isOn != (old.feature != nil) { tellLater() }
    }

    /// Finds out whose links are noted, because facts or the table have moved.
    func look() {
        guard let feature = terms.feature else { return everyone = false }
        everyone = server.snapshot.isAvailableToAll(feature)
    }

    /// The timeline, unless no one's links are noted.
    var followers: [any LinkFollower] { everyone == false ? [] : [self] }

    /// Begins or goes on to keep entries on the disk, or ends it.
    private func keep() {
        guard let days = terms.days, let directory = server.stateDirectory else {
            keepFault = terms.days.map { _ in "there is no state directory" }
            if terms.days != nil { server.log.warning("the timeline is not kept: there is no state directory") }
            write()
            (files, lock, writeFault) = (nil, nil, nil)
            return
        }
        files?.keep(days: days, nowMs: HostClock.wallMs)
        guard files == nil else { return }
        keepFault = nil
        do throws(LoopError) {
            let folder = directory + "/timeline"
            // Before the first entry: numbers go on behind those of an earlier run, also where the clock was set back.
            let files = try TimelineFiles(in: folder, days: days)
            guard let lock = try HeldLock(folder + "/lock") else {
                keepFault = "another daemon keeps its own in \(folder)"
                return server.log.error(
                    "the timeline is not kept: another daemon keeps its own there", ["path": folder])
            }
            (self.files, self.lock, written) = (files, lock, (files.lastNumber, nil))
            ring.goOn(after: files.lastNumber)
            if ring.firstNumber != nil { writeLater() }
        } catch {
            keepFault = "\(error)"
            server.log.error("the timeline is not kept", ["error": "\(error)"])
        }
    }

    // MARK: Entries

    private func append(_ kind: TimelineHead.Kind) {
        var entry = TimelineEntry()
        entry.head.kind = kind
        ring.append(entry, wallUs: HostClock.wallUs)
        didAppend()
    }

    /// Has what was added written, and told to who follows.
    func didAppend() {
        if isKept { writeLater() }
        if isRead { tellLater() }
    }

    // MARK: Followers

    /// Takes note that the entries are read: from now on none is taken back.
    func willRead() { begun = nil }

    /// Has a stream go on when there is more.
    func add(_ stream: TimelineStream) { streams[ObjectIdentifier(stream)] = stream }

    /// Lets a stream go.
    func remove(_ stream: TimelineStream) { streams[ObjectIdentifier(stream)] = nil }

    private func tellLater() {
        guard !isTellingDue, !streams.isEmpty else { return }
        isTellingDue = true
        telling?.fire(within: Self.tellDelay)
    }

    private func tell() {
        (isTellingDue, begun) = (false, nil)
        for stream in streams.values { stream.goOn() }
    }

    // MARK: The disk

    private func writeLater() {
        guard !isWriteDue else { return }
        isWriteDue = true
        writing?.fire(within: writeFault != nil ? Self.retryDelay : Self.writeDelay)
    }

    /// Writes what is not on the disk yet, on the thread pool; one write at a time.
    private func write() {
        (isWriteDue, begun) = (false, nil)
        guard !isWriting, let files else { return }
        let parts = ring.parts(after: written.number)
        guard !parts.isEmpty else { return }
        let nowMs = HostClock.wallMs
        isWriting = true
        do throws(LoopError) {
            try server.loop.work {
                Self.appending(parts, to: files, nowMs: nowMs)
            } then: { [weak self] result in
                self?.didWrite(parts, result)
            }
        } catch {
            didWrite(parts, (files, error))
        }
    }

    private static func appending(
        _ parts: [[UInt8]], to files: TimelineFiles, nowMs: Int64
    ) -> (files: TimelineFiles, error: LoopError?) {
        var files = files
        do throws(LoopError) {
            try files.append(parts, nowMs: nowMs)
            return (files, nil)
        } catch {
            return (files, error)
        }
    }

    private func didWrite(_ parts: [[UInt8]], _ result: (files: TimelineFiles, error: LoopError?)) {
        isWriting = false
        // The table may say meanwhile that nothing is kept.
        if files != nil { files = result.files }
        if let error = result.error {
            // Once, however long it lasts: the entries stay in memory as long as there is room.
            if writeFault == nil { server.log.error("the timeline cannot be written", ["error": "\(error)"]) }
            writeFault = error
        } else {
            noteWritten(parts)
        }
        if isClosed { return writeLast() }
        if ring.lastNumber > written.number, files != nil { writeLater() }
    }

    private func noteWritten(_ parts: [[UInt8]]) {
        var summary = TimelineSummary()
        for part in parts { summary.add(TimelineSummary(of: part.span)) }
        if writeFault != nil {
            let lost = written.index.map { summary.firstIndex &- $0 &- 1 } ?? 0
            server.log.warning("the timeline is written again", ["lost": "\(lost)"])
        }
        writeFault = nil
        written = (summary.lastNumber, summary.firstIndex &+ UInt32(truncatingIfNeeded: summary.count) &- 1)
    }

    /// Writes the rest at the end of the daemon.
    private func writeLast() {
        guard let files else { return }
        // ignored: there is no later moment at which it could be written.
        _ = Self.appending(ring.parts(after: written.number), to: files, nowMs: HostClock.wallMs)
        (self.files, lock) = (nil, nil)
    }

    /// Writes what is left, and ends all timers.
    func close() {
        isClosed = true
        for timer in [writing, telling] { timer?.close() }
        if !isWriting { writeLast() }
        streams.removeAll()
    }
}

/// A lock that an object has.
private final class HeldLock {
    private let lock: FileLock

    /// Takes a lock; nil where another process has it.
    init?(_ path: String) throws(LoopError) {
        guard let lock = try FileLock(path, until: 0) else { return nil }
        self.lock = lock
    }
}
