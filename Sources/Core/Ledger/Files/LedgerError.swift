import HostSystem

/// The reason why a ledger cannot be opened, read or changed.
///
/// None of these errors destroys data: the earlier contents stay as they are. A change that failed is not promised; it
/// may still be there after a restart if the disk failed just as it was written.
///
/// *Shape*: `description` is one line that names the problem and ends with the remedy, for a fault of the ledger with a
/// command that helps. Where only an operator can mend it, the daemon tries it again at the next reload.
package enum LedgerError: Error, Equatable, Sendable {
    /// The state directory does not exist.
    case noDirectory(path: String)
    /// Other users could have written the file or directory.
    case untrusted(path: String, reason: String)
    /// The stamp exists, so there was a ledger, but the database is missing or empty.
    case lost(path: String, stamp: String)
    /// The file is another program's database, or another ledger's.
    case foreign(path: String)
    /// A later version of the program has written the file. *Units*: schema versions.
    case newerSchema(path: String, found: Int, supported: Int)
    /// The file is not a database, or it is damaged.
    case corrupt(path: String, detail: String)
    /// Another process has the file open: a second daemon, or a tool.
    case locked(path: String)
    case readOnly(path: String)
    case full(path: String)
    /// An operation failed. `detail` names it and the cause.
    case failed(path: String, detail: String)
    /// A file exists at the path of the copy.
    case copyExists(path: String)
    /// The request is refused: it names something that cannot be kept, or its user has reached a limit.
    case refused(code: String, String)

    /// A stable name for status reports and logs.
    package var code: String {
        switch self {
        case .noDirectory: "ledger.noDirectory"
        case .untrusted: "ledger.untrusted"
        case .lost: "ledger.lost"
        case .foreign: "ledger.foreign"
        case .newerSchema: "ledger.newerSchema"
        case .corrupt: "ledger.corrupt"
        case .locked: "ledger.locked"
        case .readOnly: "ledger.readOnly"
        case .full: "ledger.full"
        case .failed: "ledger.failed"
        case .copyExists: "ledger.copyExists"
        case .refused(let code, _): code
        }
    }

    /// True if only this request failed and the ledger can still be used.
    package var isAboutRequest: Bool {
        switch self {
        case .copyExists, .refused: true
        default: false
        }
    }

    /// True if the file of a copy could not be written; the ledger can still be used.
    package func isAboutCopy(at copy: String) -> Bool {
        switch self {
        case .readOnly(let path), .full(let path), .failed(let path, _), .locked(let path): path == copy
        default: false
        }
    }
}

extension LedgerError: CustomStringConvertible {
    private static let reload = "then run `deeplinkctl reload`"

    private static func moving(_ path: String, to suffix: String) -> String {
        "`mv \(path.asShellWord) \((path + suffix).asShellWord)`"
    }

    /// The command that puts a backup in the place of the database at a path.
    private static func restoring(_ path: String) -> String {
        let directory = ResolvedPath.folder(of: path) ?? "."
        return "put a backup in its place, `deeplinkctl ledger restore --state-dir \(directory.asShellWord) FILE`"
    }

    package var description: String {
        switch self {
        case .noDirectory(let path):
            "the state directory \(path) is not there: `mkdir -m 700 \(path.asShellWord)`, or another --state-dir, helps"
        case .untrusted(let path, let reason):
            "\(path) is not trusted: \(reason); `chown \(HostFacts.userID) \(path.asShellWord)` and "
                + "`chmod go-w \(path.asShellWord)` leave it to the daemon's user; \(Self.reload)"
        case .lost(let path, let stamp):
            "the ledger \(path) is gone, though \(stamp) says that there was one: \(Self.restoring(path)), "
                + "or begin with an empty one after `rm \(stamp.asShellWord)`; \(Self.reload)"
        case .foreign(let path):
            "\(path) is not this ledger's database: \(Self.restoring(path)), or move it away, "
                + "\(Self.moving(path, to: ".other")), and put the right file there; \(Self.reload)"
        case .newerSchema(let path, let found, let supported):
            "\(path) has schema \(found) and this version reads \(supported) at most: "
                + "use the version that wrote it, or move it and its -wal file away, \(Self.moving(path, to: ".newer")), "
                + "put an older backup in its place, \(Self.reload)"
        case .corrupt(let path, let detail):
            "\(path) is damaged (\(detail)): \(Self.restoring(path)), "
                + "or move it and its -wal file away, \(Self.moving(path, to: ".damaged")); \(Self.reload)"
        case .locked(let path):
            "\(path) is in use by another process: stop the other daemon or tool that has it open; `lslocks` names it"
        case .readOnly(let path):
            "\(path) cannot be written: make its file system and directory writable, see `findmnt -T \(path.asShellWord)`"
        case .full(let path):
            "there is no room left to write \(path): free some on its file system; `df \(path.asShellWord)` shows it"
        case .failed(let path, let detail):
            "\(path) cannot be used: \(detail); `journalctl -k` shows faults of its disk"
        case .copyExists(let path): "\(path) exists already and is not replaced: name another file"
        case .refused(_, let reason): reason
        }
    }
}

// MARK: - About a request

extension LedgerError {
    /// A text or value that cannot be stored.
    package static func unusable(_ reason: String) -> Self { .refused(code: "ledger.unusable", reason) }

    /// The caller has reached the limit of idempotency keys for the subject.
    package static func tooManyKeys(limit: Int) -> Self {
        .refused(
            code: "ledger.tooManyKeys",
            "this caller has \(limit) idempotency keys for the subject that have not expired: use fewer, or wait")
    }

    /// The outcomes kept for one caller have reached their limit.
    ///
    /// - Parameter limit: in bytes.
    package static func tooMuchKept(limit: Int) -> Self {
        .refused(
            code: "ledger.tooMuchKept",
            "the outcomes kept for this caller take \(limit >> 20) MiB: use idempotency keys only where it matters, or wait"
        )
    }

    /// A user has reached the limit of other subjects that it sets facts for.
    package static func tooManySubjects(limit: Int) -> Self {
        .refused(
            code: "ledger.tooManySubjects",
            "this caller has set facts for \(limit) other subjects: let another user call for further subjects")
    }

    /// The facts that a user has set have reached their limit.
    ///
    /// - Parameter limit: in bytes.
    package static func tooMuchWritten(limit: Int) -> Self {
        .refused(
            code: "ledger.tooMuchWritten",
            "the facts that this caller has set take \(limit >> 20) MiB: let another user call for further subjects")
    }

    /// No request under way has the key: an earlier run of the daemon claimed it, or it was never claimed.
    package static func notClaimed(key: String) -> Self {
        .refused(
            code: "ledger.notClaimed",
            "no request with the idempotency key \"\(key)\" is under way here: its outcome is not stored, and if it "
                + "is sent again, the answer is that its effect is unknown")
    }
}
