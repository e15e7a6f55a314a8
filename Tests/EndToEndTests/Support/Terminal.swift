import Foundation
import Glibc

/// A terminal: the test holds one end, and a command has the other.
final class Terminal {
    let master: Int32
    private(set) var slave: Int32
    private var text = ""

    /// - Parameter columns: its width; without it, the terminal does not say how wide it is.
    init(columns: UInt16 = 0) throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN: unlockpt and ptsname, which Swift's Glibc module does not show.
        var (lock, number) = (Int32(0), Int32(0))
        guard master >= 0, unsafe ioctl(master, 0x4004_5431, &lock) == 0,
            unsafe ioctl(master, 0x8004_5430, &number) == 0
        else { throw TestFailure("no terminal: errno \(errno)") }
        slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw TestFailure("open: errno \(errno)") }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else { throw TestFailure("no size: errno \(errno)") }
    }

    deinit {
        closeSlave()
        close(master)
    }

    /// Leaves the other end to the program that has it: once that has ended, the terminal has no more to read.
    private func closeSlave() {
        if slave >= 0 { close(slave) }
        slave = -1
    }

    /// Reads on until the terminal shows a text after what was awaited before.
    func await(_ expected: String) throws {
        while true {
            if let range = text.range(of: expected) { return text = String(text[range.upperBound...]) }
            try Patience.awaitReadable(master, "\(expected) after \(text)")
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(master, &bytes, bytes.count)
            guard count > 0 else { throw TestFailure("the terminal was closed: \(text)") }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// What a program prints on it until it ends, with the line ends that the program wrote.
    static func output(
        of path: String, _ arguments: [String], columns: UInt16, environment: [String: String] = [:]
    ) throws -> String {
        let terminal = try Terminal(columns: columns)
        let program = try Program(
            path, arguments, environment: environment, descriptors: [terminal.slave, terminal.slave, terminal.slave])
        terminal.closeSlave()
        var text: [UInt8] = []
        while true {
            try Patience.awaitReadable(terminal.master, "the end of \(arguments)")
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(terminal.master, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes.prefix(count)
        }
        try program.wait()
        return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    /// Types a line.
    func type(_ line: String) throws {
        let bytes = Array(line.utf8)
        guard unsafe write(master, bytes, bytes.count) == bytes.count else { throw TestFailure("write") }
    }
}
