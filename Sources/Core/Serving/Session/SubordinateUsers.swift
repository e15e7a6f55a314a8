import Contract
import EventLoop
import HostSystem

/// The file of subordinate uids, read again when it has changed.
///
/// A name that the user database does not know yet, as before a directory service is reached, is looked up again from time to
/// time. What cannot be taken in is in the log, since its uids count each for itself.
///
/// *Owner/thread*: the loop's thread. The file is read on the thread pool, since the names in it are looked up in the user
/// database; until that is done what was known before counts.
package final class SubordinateUsers {
    /// What one reading found.
    private struct Reading: Sendable {
        var ids = SubordinateIDs()
        /// *Shape*: the names that have no uid, sorted.
        var unknownNames: [String] = []
        /// *Shape*: one sentence for people, without its full stop; nil where the whole file was read.
        var fault: String?
    }

    private let loop: Loop
    private let path: String
    private let log: Log
    private let clock: () -> Int64
    private let lookUp: @Sendable (String) -> UInt32?
    /// The status of the version that was read; nil where there is no file.
    private var status: FileStatus?
    private var reading = Reading()
    /// *Units*: nanoseconds on the monotonic clock.
    private var readNs: Int64 = 0
    private var isReading = false

    /// - Parameters:
    ///   - clock: tells nanoseconds on the monotonic clock.
    ///   - lookUp: the uid of a user's name; nil where there is none. It is called on the thread pool.
    init(
        loop: Loop, path: String, log: Log, clock: @escaping () -> Int64 = { HostClock.monotonicNs },
        lookUp: @escaping @Sendable (String) -> UInt32? = {
            // ignored: a name that cannot be looked up is looked up again.
            (try? HostFacts.userID(named: $0)) ?? nil
        }
    ) {
        self.loop = loop
        self.path = path
        self.log = log
        self.clock = clock
        self.lookUp = lookUp
    }

    /// The user whom a uid counts for.
    package func owner(of uid: UInt32) -> UInt32 { reading.ids.owner(of: uid) }

    /// Looks whether the file has changed or a name is due to be looked up again, and has it read then; `done` is called when
    /// it is known what it says.
    ///
    /// *Cost*: a `stat` where it has not.
    func refresh(then done: @escaping () -> Void = {}) {
        // ignored: without the file there are no subordinate uids.
        let now = try? FileStatus(of: path)
        guard now != status || isDue, !isReading else { return done() }
        isReading = true
        do throws(LoopError) {
            try loop.work { [path, lookUp] in
                now == nil ? Reading() : Self.read(path, lookUp)
            } then: { [self] found in
                isReading = false
                (status, readNs) = (now, clock())
                take(found)
                done()
            }
        } catch {
            // ignored: libuv has no reason to refuse; the next connection tries again.
            isReading = false
            done()
        }
    }

    /// Whether what could not be taken in is to be tried again.
    private var isDue: Bool {
        guard !reading.unknownNames.isEmpty || reading.fault != nil else { return false }
        return clock() - readNs >= Limits.subordinateRetry.wholeNanoseconds
    }

    /// Puts in force what was found, and logs what of it is new to be wrong.
    private func take(_ found: Reading) {
        if let fault = found.fault, fault != reading.fault {
            log.warning("subordinate uids not read", ["path": path, "reason": "\(fault)"])
        }
        if let first = found.unknownNames.first, found.unknownNames != reading.unknownNames {
            log.warning(
                "subordinate uids of unknown users count each for itself",
                ["path": path, "users": "\(found.unknownNames.count)", "first": first])
        }
        reading = found
    }

    /// Reads as much as the limit allows, up to the end of a line; blocks.
    private static func read(_ path: String, _ lookUp: (String) -> UInt32?) -> Reading {
        let limit = Limits.subordinateFileBytes
        var (reading, known): (Reading, [String: UInt32?]) = (Reading(), [:])
        do throws(LoopError) {
            // A file that is being written is read again at the next connection, since its status is another then.
            var bytes = try FileReader.prefix(path, byteCount: limit + 1)
            if bytes.count > limit {
                bytes.removeSubrange((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)...)
                reading.fault = "it has more than \(limit) bytes, and what lies beyond counts for no user"
            }
            reading.ids = SubordinateIDs(text: String(decoding: bytes, as: UTF8.self)) { name in
                if let uid = known[name] { return uid }
                let uid = lookUp(name)
                known[name] = .some(uid)
                return uid
            }
            reading.unknownNames = known.filter { $0.value == nil }.keys.sorted()
        } catch {
            reading.fault = "\(error)"
        }
        return reading
    }
}
