import Logging
import Testing

@testable import Serving

@Suite struct StandardErrorLogTests {
    private func line(
        _ message: Logger.Message, _ metadata: Logger.Metadata? = nil, level: Logger.Level = .info,
        environment: [String: String] = [:]
    ) -> String {
        let event = LogEvent(
            level: level, message: message, metadata: metadata, source: nil, file: "", function: "", line: 0)
        return String(decoding: StandardErrorLog(environment: environment).line(for: event), as: UTF8.self)
    }

    @Test(arguments: [
        (Logger.Level.trace, "<7>m"), (.debug, "<7>m"), (.info, "<6>m"), (.notice, "<5>m"), (.warning, "<4>m"),
        (.error, "<3>m"), (.critical, "<2>m"),
    ])
    func `the journal's lines begin with syslog's priority`(level: Logger.Level, text: String) {
        #expect(line("m", level: level, environment: ["JOURNAL_STREAM": "8:1"]) == text)
        #expect(line("m", level: level) == "m")
    }

    @Test func `metadata follows the message, sorted by key and quoted where it has to be`() {
        #expect(line("m", ["b": "2", "a": "1 2", "c": "", "d": "say \"x\""]) == #"m a="1 2" b=2 c="" d="say \"x\"""#)
    }

    @Test func `no value can begin a line, a priority or a pair of its own`() {
        let text = line("m", ["a": "1\n<0>forged b=2", "e": "\u{1B}[2J\u{202E}"])
        #expect(!text.unicodeScalars.contains { $0 == "\n" || $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(line("m", ["a": "\" b=\"2"]) == #"m a="\" b=\"2""#)
    }

    @Test func `the handler's own metadata is in every line, and the event's wins`() {
        var log = StandardErrorLog(environment: [:])
        log[metadataKey: "a"] = "1"
        log[metadataKey: "b"] = "1"
        let event = LogEvent(
            level: .info, message: "m", metadata: ["b": "2"], source: nil, file: "", function: "", line: 0)
        #expect(String(decoding: log.line(for: event), as: UTF8.self) == "m a=1 b=2")
        #expect(log[metadataKey: "a"] == "1")
    }
}
