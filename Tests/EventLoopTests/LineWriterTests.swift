import CLibUV
import Glibc
import TestSupport
import Testing

@testable import EventLoop

extension EventLoopTests {
    /// The output of the log: bounded, counted, without waiting for the reader.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct Lines {
        private func makeBuffer(_ byteLimit: Int) -> LineBuffer {
            LineBuffer(byteLimit: byteLimit) { $1.append("lost \($0)\n") }
        }

        private func append(_ lines: String..., to buffer: LineBuffer) {
            for line in lines { buffer.append(Array((line + "\n").utf8)) }
        }

        /// Removes everything from the buffer, in pieces.
        private func takeAll(_ buffer: LineBuffer, byteLimit: Int = 100) -> String {
            var all = ""
            while let piece = buffer.take(byteLimit: byteLimit) { all += piece }
            return all
        }

        // MARK: The buffer

        @Test func `the next write has whole lines, and a line that is too long is written alone`() {
            let buffer = makeBuffer(1000)
            append("a", "bb", "0123456789", "c", to: buffer)
            var pieces: [String] = []
            while let piece = buffer.take(byteLimit: 6) { pieces.append(piece) }
            #expect(pieces == ["a\nbb\n", "0123456789\n", "c\n"])
        }

        @Test func `lines without room are lost, and one line in their place reports the count`() {
            let buffer = makeBuffer(40)
            for number in 10..<30 { append("line \(number)", to: buffer) }
            // Five lines of eight bytes fit.
            #expect(buffer.byteCount == 40)
            #expect(buffer.take(byteLimit: 8) == "line 10\n")
            // There is room for one line, but not enough to continue.
            append("line 30", to: buffer)
            #expect(takeAll(buffer) == "line 11\nline 12\nline 13\nline 14\nlost 16\n")
            append("line 31", to: buffer)
            #expect(takeAll(buffer) == "line 31\n")
        }

        @Test func `the lines of a failed write are counted, including those that a lost report counted`() {
            let buffer = makeBuffer(1000)
            append("a", "b", to: buffer)
            buffer.lose()
            append("c", to: buffer)
            // The report of two, and the line after it.
            buffer.lose()
            #expect(takeAll(buffer) == "lost 3\n")
        }

        @Test func `the rest of a partly written line is not lost`() {
            let buffer = makeBuffer(1000)
            append("begun", "b", "c", to: buffer)
            #expect(buffer.take(byteLimit: 100, writing: 3) == "beg")
            buffer.lose()
            #expect(takeAll(buffer) == "un\nlost 2\n")
        }

        @Test func `a line longer than the buffer is lost and counted`() {
            let buffer = makeBuffer(10)
            append("0123456789", to: buffer)
            #expect(takeAll(buffer) == "lost 1\n")
        }

        @Test func `lines stay whole while the buffer is moved to its front, again and again`() {
            let buffer = makeBuffer(3000)
            var (expected, found) = ("", "")
            for number in 0..<2000 {
                append("line \(number)", to: buffer)
                expected += "line \(number)\n"
                // Less than is appended, until the buffer is nearly full; then all of it.
                if number % 2 == 0 { found += buffer.take(byteLimit: 12) ?? "" }
                if buffer.byteCount > 2900 { found += takeAll(buffer) }
            }
            #expect(found + takeAll(buffer) == expected)
        }

        @Test func `a line is written in place, and one that exceeds the room leaves nothing`() {
            let buffer = makeBuffer(30)
            for number in [0, 7, 10, 4_294_967_295] as [UInt32] {
                buffer.append { line in
                    line.append(literal: "n=")
                    line.append(number)
                    line.append(UInt8(ascii: "\n"))
                }
            }
            #expect(buffer.byteCount == 26)
            buffer.append { line in
                line.append("four")
                line.append([0x31])
                line.append(UInt8(ascii: "\n"))
            }
            #expect(takeAll(buffer) == "n=0\nn=7\nn=10\nn=4294967295\nlost 1\n")
        }

        // MARK: The writer

        /// *Shape*: a text of 100 bytes with the line's number.
        private func line(_ number: Int) -> [UInt8] {
            Array(("line \(number) " + String(repeating: "x", count: 80) + "\n").utf8)
        }

        /// Reads everything that is there.
        private func drain(_ descriptor: Int32) -> [UInt8] {
            var all: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = unsafe read(descriptor, &chunk, chunk.count), count > 0 { all += chunk[..<count] }
            return all
        }

        private func makePipe() throws -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            return (ends[0], ends[1])
        }

        /// A FIFO without a reader while it was opened again: the case of a pipe that cannot be opened again.
        private func makeFIFO(_ path: String) throws -> (read: () -> Int32, write: Int32) {
            try #require(unsafe mkfifo(path, 0o600) == 0)
            func openReader() -> Int32 { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
            let first = openReader()
            let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
            close(first)
            try #require(writer >= 0)
            return (openReader, writer)
        }

        /// Fills a descriptor without a reader while a loop turns, then reads; every line must arrive whole and in order,
        /// or be counted in its place.
        private func stall(_ reader: Int32, _ writer: LineWriter, _ buffer: LineBuffer) throws {
            let lineCount = 4000
            let turns = Box(0)
            let text = Box<[UInt8]>([])
            try onLoop { loop in
                try writer.start(on: loop)
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    turns.value += 1
                    // The loop has turned without a reader.
                    if turns.value > 5 { text.value += drain(reader) }
                    if turns.value > 5, buffer.byteCount == 0 {
                        timer.value?.close()
                        // Lines that the thread still has to write wait for the reader, which is here.
                        writer.finish(within: .milliseconds(1))
                        text.value += drain(reader)
                    }
                }
                timer.value?.start(after: .milliseconds(1), repeatingEvery: .milliseconds(1))
                for number in 0..<lineCount { buffer.append(line(number)) }
            }
            var readable = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            while account(text.value) < lineCount, unsafe poll(&readable, 1, 60_000) == 1 {
                let more = drain(reader)
                guard !more.isEmpty else { break }
                text.value += more
            }
            #expect(account(text.value) == lineCount)
            let lines = String(decoding: text.value, as: UTF8.self).split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("lost") } == 1)
        }

        /// The number of lines that a text accounts for: its lines, in order, and those that it reports as lost.
        private func account(_ text: [UInt8]) -> Int {
            var next = 0
            for found in String(decoding: text, as: UTF8.self).split(separator: "\n") {
                if let lost = found.wholeMatch(of: /lost (\d+)/)?.1 {
                    next += Int(lost) ?? 0
                } else if Array((found + "\n").utf8) == line(next) {
                    next += 1
                }
            }
            return next
        }

        @Test func `a pipe without a reader does not block the loop, and stays blocking for other processes`() throws {
            let ends = try makePipe()
            defer { for end in [ends.read, ends.write] { close(end) } }
            let buffer = makeBuffer(100_000)
            let writer = LineWriter(buffer, descriptor: ends.write)
            try stall(ends.read, writer, buffer)
            #expect(fcntl(ends.write, F_GETFL) & O_NONBLOCK == 0)
        }

        @Test func `a socket without a reader does not block the loop, and stays blocking`() throws {
            let (reader, end) = try socketPair()
            defer { for end in [reader, end] { close(end) } }
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            let buffer = makeBuffer(100_000)
            let writer = LineWriter(buffer, descriptor: end)
            try stall(reader, writer, buffer)
            #expect(fcntl(end, F_GETFL) & O_NONBLOCK == 0)
        }

        @Test func `a pipe that cannot be opened again does not block the loop`() throws {
            try withScratch { folder in
                let ends = try makeFIFO(folder + "/fifo")
                let buffer = makeBuffer(100_000)
                let writer = LineWriter(buffer, descriptor: ends.write)
                let reader = ends.read()
                defer { for end in [reader, ends.write] { close(end) } }
                try stall(reader, writer, buffer)
                #expect(fcntl(ends.write, F_GETFL) & O_NONBLOCK == 0)
            }
        }

        @Test func `a terminal that cannot be opened again does not block the loop, and stays blocking`() throws {
            let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
            // TIOCSPTLCK and TIOCGPTN, which Glibc's module does not export.
            var (lock, number): (Int32, Int32) = (0, -1)
            try #require(unsafe ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
            let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            try #require(terminal >= 0)
            defer { for end in [master, terminal] { close(end) } }
            var modes = termios()
            unsafe cfmakeraw(&modes)
            try #require(unsafe tcsetattr(terminal, TCSANOW, &modes) == 0)
            let buffer = makeBuffer(100_000)
            let writer = LineWriter(buffer, LineOutput(terminal, opensAgain: false))
            try stall(master, writer, buffer)
            #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
        }

        @Test func `lines written through a thread are lost and counted if the reader is gone`() throws {
            let ends = try makePipe()
            close(ends.read)
            defer { close(ends.write) }
            let output = LineOutput(ends.write, opensAgain: false)
            // The thread ends with its first write, and this end then accepts nothing more.
            while unsafe [UInt8(0x0A)].withUnsafeBytes({ unsafe output.write($0) }) != .failed {
                _ = output.awaitRoom(milliseconds: -1)
            }
            let buffer = makeBuffer(1000)
            append("a", "b", to: buffer)
            LineWriter(buffer, output).finish(within: .seconds(60))
            #expect(takeAll(buffer) == "lost 2\n")
        }

        @Test func `without a reader, or with a full disk, lines are lost and counted`() throws {
            let (reader, end) = try socketPair()
            let ends = try makePipe()
            let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
            for other in [reader, ends.read] { close(other) }
            defer { for end in [end, ends.write, full] { close(end) } }
            for descriptor in [end, ends.write, full] {
                let buffer = makeBuffer(1000)
                append("a", "b", to: buffer)
                LineWriter(buffer, descriptor: descriptor).finish(within: .seconds(60))
                #expect(takeAll(buffer) == "lost 2\n")
            }
        }

        @Test func `at the end a slow reader still gets the lines, up to a time limit`()
            throws
        {
            let ends = try makePipe()
            defer { for end in [ends.read, ends.write] { close(end) } }
            let buffer = makeBuffer(100_000)
            for number in 0..<500 { buffer.append(line(number)) }
            // F_SETPIPE_SZ, which Glibc's module does not export.
            try #require(fcntl(ends.write, 1031, 4096) == 4096)
            let writer = LineWriter(buffer, descriptor: ends.write)
            writer.finish(within: .milliseconds(20))
            #expect(buffer.byteCount > 0)
            #expect(drain(ends.read).last == UInt8(ascii: "\n"))
        }
    }
}

extension LineBuffer {
    /// Appends one line with its line end.
    func append(_ line: [UInt8]) { append { $0.append(line) } }

    /// Removes the next bytes, as if they were written; all of them, or so many.
    func take(byteLimit: Int = .max, writing count: Int = .max) -> String? {
        unsafe next(byteLimit: byteLimit) { bytes in
            let written = unsafe bytes.prefix(count)
            return (unsafe String(decoding: written, as: UTF8.self), unsafe written.count)
        }
    }
}
