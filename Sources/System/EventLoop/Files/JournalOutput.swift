// Entries of the log on their way to the journal, by its native protocol: each is a datagram of fields.
//
//     MESSAGE=outcome code=ok.performed id=0f2p7rmd41qkg route=say uid=1000
//     PRIORITY=6
//     DEEPLINKD_ROUTE=say
//
// In the buffer a NUL byte ends an entry, because each of its lines ends with a line end. Several entries leave in one
// system call, which never waits: a journal whose queue is full takes the others later.
//
// A host without the journal's socket, or whose journal was stopped, gets lines on standard error, as before systemd:
// `<6>outcome code=…`. The entry in the buffer is made into such a line when it is written, so an entry is never lost by
// the change. Each write first tries to connect again, which takes a microsecond.
//
// The socket is connected, and not addressed by each send: only then is it writable in the sense of poll when the journal
// has room.

internal import CLinux
internal import Glibc
internal import HostSystem

/// The journal, as a place where entries are written; lines on another descriptor if there is none.
///
/// *Owner/thread*: one thread.
final class JournalOutput: LineSink {
    let chunkBytes = 256 << 10
    let lineEnd: UInt8 = 0

    private let socket: OwnedDescriptor?
    /// The socket's number; -1 if the system had no descriptor left.
    private let number: Int32
    private let address: UnixAddress?
    private let lines: LineOutput
    private var isConnected = false
    /// The rest of a line that is partly written, whose entry is the buffer's next.
    private var begun: [UInt8]?
    private var isBlockedByLines = false

    /// - Parameters:
    ///   - path: of the journal's socket.
    ///   - lines: gets a line for each entry that the journal does not take.
    init(path: String, orAsLinesTo lines: LineOutput) {
        self.lines = lines
        // ignored: without a descriptor or with a path that cannot be one, entries are lines.
        do {
            let made = try UnixSocket.make(SOCK_DGRAM, flags: SOCK_NONBLOCK.rawValue, to: "reach the journal")
            number = made.number
            socket = consume made
        } catch {
            number = -1
            socket = nil
        }
        address = try? UnixAddress(path: path)
    }

    /// The socket, and the descriptor of the lines.
    var descriptors: [Int32] { [number] + lines.descriptors }

    /// The one of them that had no room at the last write.
    var fullDescriptor: Int32 { isBlockedByLines ? lines.fullDescriptor : number }

    /// Sends entries, or writes one of them as a line.
    func write(_ bytes: UnsafeRawBufferPointer) -> LineOutput.Written {
        isBlockedByLines = false
        if begun == nil {
            if isConnected, let written = unsafe send(bytes) { return written }
            // Its socket may have been made anew.
            if connect(), let written = unsafe send(bytes) { return written }
        }
        return unsafe writeLine(bytes)
    }

    private func connect() -> Bool {
        guard number >= 0, let address else { return false }
        isConnected = address.use { unsafe Glibc.connect(number, $0, $1) } == 0
        return isConnected
    }

    /// Sends entries; nil if the first cannot be sent, for example because the journal is gone or the entry is too long.
    private func send(_ bytes: UnsafeRawBufferPointer) -> LineOutput.Written? {
        let count = unsafe deeplink_send_each(number, bytes.baseAddress, bytes.count)
        return if count > 0 { .bytes(count) } else if count == -Int(EAGAIN) { .full } else { nil }
    }

    /// Writes the first entry as a line.
    private func writeLine(_ bytes: UnsafeRawBufferPointer) -> LineOutput.Written {
        let length = unsafe bytes.firstIndex(of: lineEnd) ?? bytes.count
        var rest = unsafe begun ?? Self.line(of: Array(bytes[..<length]))
        begun = nil
        while !rest.isEmpty {
            switch unsafe rest.withUnsafeBytes({ unsafe lines.write($0) }) {
            case .bytes(let count): rest.removeFirst(count)
            case .full:
                isBlockedByLines = true
                begun = rest
                return .full
            case .failed: return .failed
            }
        }
        return .bytes(min(length + 1, bytes.count))
    }

    /// The line of an entry, whose first two fields are its message and its priority.
    ///
    /// *Shape*: `<6>message`, with a line end.
    private static func line(of entry: [UInt8]) -> [UInt8] {
        let fields = entry.split(separator: UInt8(ascii: "\n"), maxSplits: 2).map {
            $0.drop { $0 != UInt8(ascii: "=") }
        }
        guard fields.count >= 2 else { return entry + [UInt8(ascii: "\n")] }
        return [UInt8(ascii: "<")] + fields[1].dropFirst() + [UInt8(ascii: ">")] + fields[0].dropFirst()
            + [UInt8(ascii: "\n")]
    }

    /// Waits until the journal, or the descriptor of the lines, has room.
    func awaitRoom(milliseconds: Int32) -> Bool {
        if isBlockedByLines { return lines.awaitRoom(milliseconds: milliseconds) }
        var set = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&set, 1, milliseconds) > 0
    }

    /// Waits for the lines; a datagram that was sent is in the journal's queue.
    func finish(milliseconds: Int32) { lines.finish(milliseconds: milliseconds) }
}
