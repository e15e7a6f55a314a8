internal import Glibc
internal import HostSystem

/// An orphan that became a child of this process when its parent ended.
package struct AdoptedProcess: Equatable, Sendable {
    package var processID: Int32
    /// The pid of the process that founded its group, which may be gone; the same for its session.
    package var groupID: Int32
    package var sessionID: Int32

    package init(processID: Int32, groupID: Int32, sessionID: Int32) {
        self.processID = processID
        self.groupID = groupID
        self.sessionID = sessionID
    }

    /// Looks up a child; nil if it has ended.
    ///
    /// Group and session are 0 if /proc hides the child, such as another user's under `ProtectProc=invisible`.
    init?(processID: Int32) {
        self.init(processID: processID, groupID: 0, sessionID: 0)
        // The name in parentheses may hold any bytes; after it come the state, the parent, the group and the session.
        guard let stat = Self.text(of: "/proc/\(processID)/stat"), let end = stat.lastIndex(of: ")") else { return }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 3 else { return }
        if fields[0] == "Z" || fields[0] == "X" { return nil }
        groupID = Int32(fields[2]) ?? 0
        sessionID = Int32(fields[3]) ?? 0
    }

    /// The children of the main thread, which also gets orphans from the kernel; nil if the list cannot be read.
    ///
    /// The list is complete only while no child is reaped (proc(5)), and only this thread reaps them.
    static func children() -> [Int32]? {
        let process = getpid()
        return text(of: "/proc/\(process)/task/\(process)/children")?.split(separator: " ").compactMap { Int32($0) }
    }

    /// *Limits*: one mebibyte, enough for more than a hundred thousand children.
    private static func text(of path: String) -> String? {
        // ignored: a process that is gone has no file, and without /proc the list is unknown.
        guard let file = try? FileReader.read(path, byteLimit: 1 << 20) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }
}
