import Foundation
import Glibc
import Testing

/// The reader of the log is gone, or reads nothing.
@Suite struct LogDrills {
    private static let metrics = "metrics {\n}\n"

    @Test func `links go on without a reader of the log, lost lines are counted, and the next reader gets the number`()
        throws
    {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        try withFolder { folder in
            let daemon = try RunningDaemon(
                in: folder, table: Self.metrics + DrillStage.table, stateDirectory: folder.makeFolder("state"),
                errorStream: ends[1])
            defer { daemon.program.kill() }
            close(ends[1])
            let stage = DrillStage(daemon: daemon, state: folder.path(of: "state"))
            let client = try daemon.connect()
            try Patience.lookFor("lost lines") {
                for _ in 0..<500 { #expect(try client.open("t://plain")["code"].text == "ok.performed") }
                return try stage.status["lostLines"] != nil
            }
            #expect(try stage.toggle(true) == nil && stage.isOn())
            let shown = try daemon.tool("status")
            #expect(shown.exit == .code(0), "\(shown)")
            #expect(shown.output.firstMatch(of: /, \d+ lines? of the log lost/) != nil, "\(shown)")
            let numbers = try daemon.tool("metrics")
            let count = numbers.output.firstMatch(of: /\ndeeplinkd_lost_log_lines(?:_total)? (\d+)/)?.1
            #expect(count.flatMap { Int($0) } ?? 0 > 0, "\(numbers)")
            // Its reader is back: what was lost is a line.
            var (text, chunk) = ("", [UInt8](repeating: 0, count: 1 << 16))
            try DrillPage("journal").run(on: daemon, state: stage.state) { _ in
                while !text.contains("lines lost count=") {
                    try Patience.awaitReadable(ends[0], "lines of the log")
                    let count = unsafe read(ends[0], &chunk, chunk.count)
                    guard count > 0 else { throw TestFailure("read: errno \(errno)") }
                    text += String(decoding: chunk.prefix(count), as: UTF8.self)
                }
            }
            try stage.expectHealth()
        }
    }
}
