internal import Glibc
internal import HostSystem

/// An orphan that became a child of this process when its parent ended.
package struct AdoptedProcess: Equatable, Sendable {
    package var processID: Int32
    /// The pid of the process that founded its group, which may be gone; the same for its session.
    package var groupID: Int32
    package var sessionID: Int32
}

extension AdoptedProcess {
    /// Looks up a child; nil if it has ended.
    ///
    /// Group and session are 0 if /proc hides the child, such as another user's under `ProtectProc=invisible`.
    init?(processID: Int32) {
        let entry = ProcessEntry(of: "\(processID)")
        if entry?.hasEnded == true { return nil }
        self.init(processID: processID, groupID: entry?.groupID ?? 0, sessionID: entry?.sessionID ?? 0)
    }

    /// The children of the main thread, which also gets orphans from the kernel; nil if the list cannot be read.
    ///
    /// The list is complete only while no child is reaped (proc(5)), and only this thread reaps them.
    /// *Limits*: one mebibyte, enough for more than a hundred thousand children.
    static func children() -> [Int32]? {
        let process = getpid()
        // ignored: without /proc the list is unknown.
        guard let file = try? FileReader.read("/proc/\(process)/task/\(process)/children", byteLimit: 1 << 20) else {
            return nil
        }
        return String(decoding: file.bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
}
