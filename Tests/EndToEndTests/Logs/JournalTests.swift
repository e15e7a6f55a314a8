import Foundation
import Glibc
import Testing

/// The log in the journal, with sockets of the test in the journal's place.
@Suite struct JournalTests {
    private static let table = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route a /a do a\n}\n"
    private static let callCount = 20_000
    private static let batch = 500

    /// A stream socket in the place of the journal's, and what `JOURNAL_STREAM` calls it.
    private func makeStream() throws -> (reader: Int32, writer: Int32, name: String) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestFailure("socketpair: errno \(errno)")
        }
        var found = stat()
        guard unsafe fstat(ends[1], &found) == 0 else { throw TestFailure("fstat: errno \(errno)") }
        return (ends[0], ends[1], "\(found.st_dev):\(found.st_ino)")
    }

    /// All bytes that are written to a descriptor until it is closed.
    private func readAll(_ descriptor: Int32) -> [Substring] {
        var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = unsafe read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }

    /// Opens many links, a batch ahead of the replies, and expects each to be performed.
    private func openMany(_ client: RawClient) throws {
        let message = Array(try RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://a"]).utf8) + [0]
        let calls = Array(repeatElement(message, count: Self.batch).joined())
        for _ in 0..<Self.callCount / Self.batch {
            #expect(try client.send(bytes: calls))
            for _ in 0..<Self.batch { try #require(try client.receiveBytes() != nil) }
        }
    }

    @Test(
        .disabled(
            if: FileManager.default.fileExists(atPath: "/run/systemd/journal/socket"),
            "the host's own journal would take the entries"))
    func `with a journal that is dead, lines with priorities follow on its stream, and calls are served`() throws {
        let stream = try makeStream()
        defer { close(stream.reader) }
        try withFolder { folder in
            let daemon = try RunningDaemon(
                in: folder, table: Self.table, environment: ["JOURNAL_STREAM": stream.name],
                errorStream: stream.writer)
            defer { daemon.program.kill() }
            close(stream.writer)
            let client = try daemon.connect()
            for _ in 0..<100 { #expect(try client.open("t://a")["code"].text == "ok.performed") }
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            let lines = readAll(stream.reader)
            #expect(
                lines.first?.hasPrefix("<5>listening path=") == true && lines.last == "<5>shutting down", "\(lines)")
            #expect(lines.count { $0.hasPrefix("<6>outcome code=ok.performed id=") } == 100)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "root mounts the test's socket in the journal's place"))
    func `a journal that reads nothing does not delay calls, and each entry is there or counted`() throws {
        let stream = try makeStream()
        defer { close(stream.reader) }
        try withFolder { folder in
            let journal = try SocketAddress(folder.path(of: "journal")).bind(SOCK_DGRAM)
            defer { close(journal) }
            let daemon = try RunningDaemon(
                in: folder, table: Self.table, environment: ["JOURNAL_STREAM": stream.name],
                journal: folder.path(of: "journal"), errorStream: stream.writer)
            defer { daemon.program.kill() }
            close(stream.writer)
            try openMany(try daemon.connect())
            var (found, lost, room) = (0, 0, [UInt8](repeating: 0, count: 1 << 16))
            while found + lost < Self.callCount {
                try Patience.awaitReadable(journal, "\(Self.callCount) entries, of which \(found) and \(lost) came")
                let count = unsafe recv(journal, &room, room.count, 0)
                guard count > 0 else { throw TestFailure("recv: errno \(errno)") }
                let entry = String(decoding: room[..<count], as: UTF8.self)
                if entry.contains("\nDEEPLINKD_CODE=ok.performed\nDEEPLINKD_FEATURE=F\nDEEPLINKD_OUTCOME_ID=") {
                    found += 1
                } else if let count = entry.firstMatch(of: /MESSAGE=lines lost count=(\d+)\nPRIORITY=4\n/)?.1 {
                    lost += Int(count) ?? 0
                }
            }
            #expect(found + lost == Self.callCount && lost > Self.callCount / 2, "\(found) and \(lost)")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            #expect(readAll(stream.reader).isEmpty)
        }
    }
}
