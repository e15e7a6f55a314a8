import Contract
import Features
import Logging
import Testing

@testable import EventLoop
@testable import Serving

@Suite struct OutcomeLogTests {
    private static let names: [String?] = [
        nil, "say", "media:song", "", "a b", "\"", "\\", "=", "é", "a\nb", "\u{1B}[2J", "\u{7F}",
        String(repeating: "x", count: 400),
    ]

    /// What a log holds after an outcome was noted.
    private func lines(
        _ outcome: Outcome, level: Logger.Level = .info, environment: [String: String],
        _ note: (Logger) -> any OutcomeLog
    ) -> String {
        let handler = StandardErrorLog(environment: environment)
        var log = Logger(label: "test") { _ in handler }
        log.logLevel = level
        note(log).note(outcome, Caller(uid: .max))
        return String(decoding: handler.lines.next(byteLimit: .max), as: UTF8.self)
    }

    @Test func `the daemon's own log has the line that an event has`() {
        for environment in [[:], ["JOURNAL_STREAM": "8:1"]] {
            for level in [Logger.Level.debug, .info, .warning] {
                for code in OutcomeCode.allCases {
                    expectSame(Outcome(code, message: "m"), level, environment)
                }
                for route in Self.names {
                    for feature in Self.names {
                        var outcome = Outcome(.okPerformed)
                        (outcome.route, outcome.feature, outcome.action) = (route, feature, feature.map { $0 + "1" })
                        outcome.outcomeId = "5e2-1"
                        expectSame(outcome, level, environment)
                    }
                }
            }
        }
    }

    private func expectSame(_ outcome: Outcome, _ level: Logger.Level, _ environment: [String: String]) {
        let fast = lines(outcome, level: level, environment: environment) { $0.outcomes }
        let event = lines(outcome, level: level, environment: environment) { $0 }
        #expect(fast == event)
        #expect(fast.isEmpty == (level == .warning) && (fast.isEmpty || fast.hasSuffix("\n")))
    }

    @Test func `another log has its own events`() {
        let other = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        #expect(other.outcomes is Logger)
    }

    @Test func `a line without room is counted as lost`() {
        let buffer = LineBuffer(byteLimit: 40) { Array("lost \($0)\n".utf8) }
        for _ in 0..<3 { buffer.append { $0 += [UInt8](repeating: 0x61, count: 19) + [0x0A] } }
        #expect(buffer.byteCount == 40)
        buffer.didWrite(40)
        #expect(String(decoding: buffer.next(byteLimit: 100), as: UTF8.self) == "lost 1\n")
    }
}
