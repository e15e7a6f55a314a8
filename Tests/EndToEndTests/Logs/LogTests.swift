import Foundation
import Glibc
import TestSupport
import Testing

/// The log, with a reader that does not keep up.
@Suite struct LogTests {
    private static let callCount = 100_000
    private static let batch = 500

    /// Opens texts that are not URLs, many concurrently, and awaits every reply.
    private func openMany(_ client: RawClient) throws {
        let calls = Array(repeatElement(try message(), count: Self.batch).joined())
        for _ in 0..<Self.callCount / Self.batch {
            #expect(try client.send(bytes: calls))
            for _ in 0..<Self.batch { try #require(try client.receiveBytes() != nil) }
        }
    }

    private func message() throws -> [UInt8] {
        Array(try RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "x"]).utf8) + [0]
    }

    /// Reads lines until the log has that many outcomes, including the lost ones.
    private func readLog(_ descriptor: Int32, outcomes: Int) throws -> (outcomes: Int, lost: Int, other: [String]) {
        var (bytes, found, lost, other) = ([UInt8](), 0, 0, [String]())
        while found + lost < outcomes {
            try Patience.awaitReadable(
                descriptor, "\(outcomes) outcomes in the log, of which \(found) and \(lost) came")
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw TestFailure("read: errno \(errno)") }
            bytes += chunk[..<count]
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 1)
                if let count = line.wholeMatch(of: /lines lost count=(\d+)/)?.1 {
                    lost += Int(count) ?? 0
                } else if line.wholeMatch(of: /outcome code=rejected\.url\.\w+ id=\w+ route=- uid=\d+/) != nil {
                    found += 1
                } else {
                    other.append(line)
                }
            }
        }
        #expect(bytes.isEmpty)
        return (found, lost, other)
    }

    private func makePipe() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(3))))
    func `a standard error that is not read does not block the daemon, and lost lines are counted`() throws {
        let ends = try makePipe()
        defer { close(ends[0]) }
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text(), errorStream: ends[1])
            defer { daemon.program.kill() }
            close(ends[1])
            try openMany(try daemon.connect())
            let log = try readLog(ends[0], outcomes: Self.callCount)
            #expect(log.outcomes + log.lost == Self.callCount)
            // A pipe and the buffer hold some thousands.
            #expect(log.lost > Self.callCount / 2)
            #expect(
                log.other.allSatisfy { line in
                    ["listening ", "table has warnings ", "table warning "].contains { line.hasPrefix($0) }
                },
                "\(log.other)")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            var end = [UInt8](repeating: 0, count: 1000)
            let count = unsafe read(ends[0], &end, end.count)
            #expect(String(decoding: end.prefix(max(0, count)), as: UTF8.self) == "shutting down\n")
        }
    }

    @Test func `a closed standard error does not stop the daemon`() throws {
        let ends = try makePipe()
        close(ends[0])
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text(), errorStream: ends[1])
            defer { daemon.program.kill() }
            close(ends[1])
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }
}
