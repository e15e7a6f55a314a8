internal import HostSystem

/// The fields of one process in /proc.
struct ProcessEntry: Equatable {
    let processID: Int32
    let parentID: Int32
    /// The pid of the process that founded its group, which may be gone; the same for its session.
    let groupID: Int32
    let sessionID: Int32
    /// True if it has ended and is not reaped.
    let hasEnded: Bool
    /// *Units*: clock ticks since the host was booted.
    let startTicks: UInt64

    /// Reads `PID (NAME) STATE PARENT GROUP SESSION …`; the name may hold any bytes, also parentheses.
    ///
    /// *Source*: proc(5); the start is field 22, the nineteenth after the state.
    init?(_ text: String) {
        // Bytes, since every connection asks, and to find the characters of a text took most of 100 µs.
        let (bytes, blank) = (text.utf8, UInt8(ascii: " "))
        guard let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[bytes.index(after: nameEnd)...].split(separator: blank, maxSplits: 20).map { Substring($0) }
        guard fields.count > 19, let processID = Int32(Substring(bytes.prefix { $0 != blank })),
            let parentID = Int32(fields[1]), let groupID = Int32(fields[2]), let sessionID = Int32(fields[3]),
            let startTicks = UInt64(fields[19])
        else { return nil }
        (self.processID, self.parentID, self.startTicks) = (processID, parentID, startTicks)
        (self.groupID, self.sessionID) = (groupID, sessionID)
        hasEnded = fields[0] == "Z" || fields[0] == "X"
    }

    /// Looks up a process by its number, or `self`; nil if it is gone, or if /proc hides it.
    init?(of name: String) {
        // A line has about 350 bytes.
        guard let bytes = try? FileReader.prefix("/proc/\(name)/stat", byteCount: 1024) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}
