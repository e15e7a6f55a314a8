internal import Glibc
internal import HostSystem

/// A process whose parent ended and which this one got for a child.
package struct AdoptedProcess: Equatable, Sendable {
    package var processID: Int32
    /// The process that founded its group, which may be gone; the same for its session.
    package var groupID: Int32
    package var sessionID: Int32

    package init(processID: Int32, groupID: Int32, sessionID: Int32) {
        self.processID = processID
        self.groupID = groupID
        self.sessionID = sessionID
    }

    /// Looks a child up; nil for one that has ended.
    ///
    /// Group and session are 0 for one that /proc does not show, such as another user's under `ProtectProc=invisible`.
    init?(processID: Int32) {
        self.init(processID: processID, groupID: 0, sessionID: 0)
        // The name in parentheses may hold anything; behind it come the state, the parent, the group and the session.
        guard let stat = Self.text(of: "/proc/\(processID)/stat"), let end = stat.lastIndex(of: ")") else { return }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 3 else { return }
        if fields[0] == "Z" || fields[0] == "X" { return nil }
        groupID = Int32(fields[2]) ?? 0
        sessionID = Int32(fields[3]) ?? 0
    }

    /// The children of the main thread, to which the kernel also gives orphans; nil where the list cannot be read.
    ///
    /// The list is complete only while no child is reaped (proc(5)), and this thread alone reaps them.
    static func children() -> [Int32]? {
        let process = getpid()
        return text(of: "/proc/\(process)/task/\(process)/children")?.split(separator: " ").compactMap { Int32($0) }
    }

    /// *Limits*: a mebibyte, which is more than a hundred thousand children take.
    private static func text(of path: String) -> String? {
        // ignored: a process that is gone has no file, and without /proc nothing can be known.
        guard let file = try? FileReader.read(path, byteLimit: 1 << 20) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
