import CLibUV
import CLinux
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import EventLoop

extension EventLoopTests {
    /// The journal as the reader of the log: a socket of the test in its place.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct Journal {
        private func entry(_ number: Int, padding: Int = 0) -> [UInt8] {
            let text =
                "MESSAGE=line \(number)\(String(repeating: "x", count: padding))\nPRIORITY=6\nDEEPLINKD_ROUTE=r\n\0"
            return Array(text.utf8)
        }

        private func makeBuffer(_ byteLimit: Int = 100_000) -> LineBuffer {
            LineBuffer(byteLimit: byteLimit, lineEnd: 0) { $1.append("MESSAGE=lost \($0)\nPRIORITY=4\n\0") }
        }

        /// A socket at a path, which takes datagrams.
        private func listen(at path: String) throws -> OwnedDescriptor {
            let socket = try UnixSocket.make(SOCK_DGRAM, flags: SOCK_NONBLOCK.rawValue, to: "be the journal")
            let (address, number) = (try UnixAddress(path: path), socket.number)
            try #require(address.use { unsafe bind(number, $0, $1) } == 0)
            return socket
        }

        /// The datagrams that wait.
        private func drain(_ journal: borrowing OwnedDescriptor) -> [String] {
            var (all, room) = ([String](), [UInt8](repeating: 0, count: 1 << 18))
            while case let count = unsafe recv(journal.number, &room, room.count, 0), count > 0 {
                all.append(String(decoding: room[..<count], as: UTF8.self))
            }
            return all
        }

        /// What a non-blocking descriptor has.
        private func read(_ descriptor: Int32) -> String {
            var (all, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while case let count = unsafe Glibc.read(descriptor, &room, room.count), count > 0 { all += room[..<count] }
            return String(decoding: all, as: UTF8.self)
        }

        /// Standard error in the test: a pipe, whose reading end does not block.
        private func withErrors(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            defer { for end in ends where end >= 0 { close(end) } }
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            try body(ends[0], ends[1])
        }

        private func field(_ number: Int) -> String { "MESSAGE=line \(number)\nPRIORITY=6\nDEEPLINKD_ROUTE=r\n" }

        @Test func `each entry is a datagram with its fields, also where hundreds leave at once`() throws {
            try withScratch { folder in
                let journal = try listen(at: folder + "/journal")
                try withErrors { reader, writer in
                    let buffer = makeBuffer()
                    let output = LineWriter(buffer, descriptor: writer, journal: folder + "/journal")
                    for number in 0..<200 { buffer.append(entry(number)) }
                    var found: [String] = []
                    // A socket's queue is ten datagrams long on many hosts.
                    while buffer.byteCount > 0 {
                        output.finish(within: .zero)
                        found += drain(journal)
                    }
                    #expect(found == (0..<200).map(field))
                    #expect(read(reader) == "")
                }
            }
        }

        @Test func `a journal that reads nothing does not block the loop, and lost entries are counted`() throws {
            try withScratch { folder in
                let journal = try listen(at: folder + "/journal")
                let found = Box<[String]>([])
                let turns = Box(0)
                let buffer = makeBuffer(10_000)
                try withErrors { reader, descriptor in
                    try onLoop { loop in
                        let writer = LineWriter(buffer, descriptor: descriptor, journal: folder + "/journal")
                        try writer.start(on: loop)
                        let timer = Box<Timer?>(nil)
                        timer.value = try Timer(loop: loop) {
                            turns.value += 1
                            if turns.value <= 40 {
                                for number in 0..<100 { buffer.append(entry(number)) }
                            } else {
                                // The loop has turned without a reader.
                                found.value += drain(journal)
                            }
                            if turns.value > 41, buffer.byteCount == 0 {
                                timer.value?.close()
                                writer.finish(within: .zero)
                                found.value += drain(journal)
                            }
                        }
                        timer.value?.start(after: .milliseconds(1), repeatingEvery: .milliseconds(1))
                    }
                    #expect(read(reader) == "")
                }
                let lost = found.value.compactMap { $0.firstMatch(of: /lost (\d+)/).flatMap { Int($0.1) } }
                #expect(lost.reduce(0, +) > 1000)
                #expect(found.value.count - lost.count + lost.reduce(0, +) == 4000)
            }
        }

        @Test
        func `without a journal entries are lines with their priority, and a journal that comes later gets the next`()
            throws
        {
            try withScratch { folder in
                try withErrors { reader, writer in
                    let buffer = makeBuffer()
                    let output = LineWriter(buffer, descriptor: writer, journal: folder + "/journal")
                    for number in 0..<3 { buffer.append(entry(number)) }
                    output.finish(within: .zero)
                    #expect(read(reader) == "<6>line 0\n<6>line 1\n<6>line 2\n")
                    let journal = try listen(at: folder + "/journal")
                    buffer.append(entry(3))
                    output.finish(within: .zero)
                    #expect(drain(journal) == [field(3)])
                    #expect(read(reader) == "")
                }
            }
        }

        @Test func `a journal that dies costs no entry: lines follow, and the next journal gets entries again`() throws
        {
            try withScratch { folder in
                try withErrors { reader, writer in
                    let (path, buffer) = (folder + "/journal", makeBuffer())
                    let output = LineWriter(buffer, descriptor: writer, journal: path)
                    func send(_ number: Int) {
                        buffer.append(entry(number))
                        output.finish(within: .zero)
                    }
                    do {
                        let first = try listen(at: path)
                        send(0)
                        #expect(drain(first) == [field(0)])
                    }
                    // Its socket file is still there.
                    send(1)
                    #expect(read(reader) == "<6>line 1\n")
                    #expect(unsafe unlink(path) == 0)
                    let second = try listen(at: path)
                    send(2)
                    #expect(drain(second) == [field(2)])
                    // Replaced without a pause: the old socket is closed, and another is there.
                    #expect(unsafe unlink(path) == 0)
                    let third = try listen(at: path)
                    _ = consume second
                    send(3)
                    #expect(drain(third) == [field(3)])
                    #expect(read(reader) == "")
                }
            }
        }

        @Test func `an entry that is too long for a datagram is a line`() throws {
            try withScratch { folder in
                let journal = try listen(at: folder + "/journal")
                try withErrors { reader, writer in
                    let buffer = makeBuffer(1_000_000)
                    let output = LineWriter(buffer, descriptor: writer, journal: folder + "/journal")
                    for (number, padding) in [(0, 0), (1, 500_000), (2, 0)] {
                        buffer.append(entry(number, padding: padding))
                    }
                    var lines = ""
                    while buffer.byteCount > 0 {
                        output.finish(within: .zero)
                        lines += read(reader)
                    }
                    #expect(lines == "<6>line 1\(String(repeating: "x", count: 500_000))\n")
                    #expect(drain(journal) == [field(0), field(2)])
                }
            }
        }

        @Test func `without a journal, a standard error that is full or gone does not block, and entries are counted`()
            throws
        {
            try withErrors { reader, writer in
                let (found, turns, buffer) = (Box(""), Box(0), makeBuffer(10_000))
                try onLoop { loop in
                    let output = LineWriter(buffer, descriptor: writer, journal: "/nonexistent/journal")
                    try output.start(on: loop)
                    let timer = Box<Timer?>(nil)
                    timer.value = try Timer(loop: loop) {
                        turns.value += 1
                        if turns.value <= 40 {
                            for number in 0..<500 { buffer.append(entry(number)) }
                        } else {
                            found.value += read(reader)
                        }
                        if turns.value > 41, buffer.byteCount == 0 {
                            timer.value?.close()
                            output.finish(within: .zero)
                            found.value += read(reader)
                        }
                    }
                    timer.value?.start(after: .milliseconds(1), repeatingEvery: .milliseconds(1))
                }
                let lost = found.value.matches(of: /<4>lost (\d+)\n/).compactMap { Int($0.1) }
                #expect(found.value.matches(of: /<6>line \d+\n/).count + lost.reduce(0, +) == 20_000)
                #expect(lost.reduce(0, +) > 1000)
            }
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            close(ends[0])
            defer { close(ends[1]) }
            let buffer = makeBuffer()
            for number in 0..<2 { buffer.append(entry(number)) }
            LineWriter(buffer, descriptor: ends[1], journal: "/nonexistent/journal").finish(within: .zero)
            #expect(buffer.take() == "MESSAGE=lost 2\nPRIORITY=4\n\0")
        }

        @Test func `one call sends a datagram for each entry`() throws {
            let (one, other) = try socketPair(SOCK_DGRAM)
            defer { for end in [one, other] { close(end) } }
            let bytes = (0..<5).flatMap { entry($0) }
            let sent = unsafe bytes.withUnsafeBytes { unsafe deeplink_send_each(one, $0.baseAddress, $0.count) }
            #expect(sent == bytes.count)
            // One without its end is sent too; the count is that of the bytes.
            let last = unsafe [UInt8](repeating: 0x61, count: 3).withUnsafeBytes {
                unsafe deeplink_send_each(one, $0.baseAddress, $0.count)
            }
            #expect(last == 3)
            var (room, found) = ([UInt8](repeating: 0, count: 1000), [String]())
            while case let count = unsafe recv(other, &room, room.count, Int32(MSG_DONTWAIT)), count > 0 {
                found.append(String(decoding: room[..<count], as: UTF8.self))
            }
            #expect(found == (0..<5).map(field) + ["aaa"])
        }
    }
}
