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

    /// What a log holds after an outcome was noted, in place or as an event.
    private func lines(
        _ note: OutcomeNote, level: Logger.Level = .info, _ form: LogForm = .plain, inPlace: Bool = true
    ) -> String {
        let handler = StandardErrorLog(form)
        var log = Logger(label: "test") { _ in handler }
        log.logLevel = level
        OutcomeLog(log, inPlace: inPlace).note(note)
        return handler.lines.text
    }

    @Test func `the daemon's own log has the line that an event has`() {
        for form in [LogForm.plain, .journal] {
            for level in [Logger.Level.debug, .info, .warning] {
                for code in OutcomeCode.allCases {
                    expectSame(OutcomeNote(code, id: nil, uid: .max), level, form)
                }
                for route in Self.names {
                    for feature in Self.names {
                        expectSame(
                            OutcomeNote(
                                .okPerformed, id: "5e2-1", route: route, feature: feature,
                                action: feature.map { $0 + "1" }, uid: 1000),
                            level, form)
                    }
                }
                for name in Self.names {
                    expectSame(
                        OutcomeNote(.okPerformed, id: "5e2-1", uid: 0, subject: .account(name ?? "ann@example.org")),
                        level, form)
                }
            }
        }
    }

    private func expectSame(_ note: OutcomeNote, _ level: Logger.Level, _ form: LogForm) {
        let fast = lines(note, level: level, form)
        let event = lines(note, level: level, form, inPlace: false)
        #expect(fast == event)
        let end = form == .journal ? "\n\0" : "\n"
        #expect(fast.isEmpty == (level == .warning) && (fast.isEmpty || fast.hasSuffix(end)))
    }

    @Test func `a line has the code, id, route and caller, or the action that was named, and a subject of another`() {
        func line(_ note: OutcomeNote) -> String { lines(note) }
        #expect(
            line(OutcomeNote(.okPerformed, id: "i", route: "say", feature: "F", action: "a", uid: 7))
                == "outcome code=ok.performed id=i route=say uid=7\n")
        #expect(
            line(OutcomeNote(.okPerformed, id: "i", feature: "F", action: "a", uid: 7, subject: .uid(8)))
                == "outcome action=F.a code=ok.performed id=i route=- subject=uid:8 uid=7\n")
        #expect(
            line(OutcomeNote(.urlInvalid, id: nil, uid: 0, subject: .uid(0)))
                == "outcome code=rejected.url.invalid id=- route=- uid=0\n")
    }

    @Test func `an entry of the journal has the line and its fields, and none for what is absent`() {
        let start = "\nPRIORITY=6\nSYSLOG_IDENTIFIER=deeplinkd\nMESSAGE_ID=fbea8df6df424c658e5277fe2002a05c\n"
        #expect(
            lines(OutcomeNote(.okPerformed, id: "i", route: "say", feature: "F", action: "a", uid: 7), .journal)
                == "MESSAGE=outcome code=ok.performed id=i route=say uid=7" + start
                + "DEEPLINKD_CODE=ok.performed\nDEEPLINKD_FEATURE=F\nDEEPLINKD_OUTCOME_ID=i\nDEEPLINKD_PEER_UID=7\n"
                + "DEEPLINKD_ROUTE=say\n\0")
        #expect(
            lines(OutcomeNote(.urlInvalid, id: "i", uid: 7, subject: .account("ann")), .journal)
                == "MESSAGE=outcome code=rejected.url.invalid id=i route=- subject=account:ann uid=7" + start
                + "DEEPLINKD_CODE=rejected.url.invalid\nDEEPLINKD_OUTCOME_ID=i\nDEEPLINKD_PEER_UID=7\n"
                + "DEEPLINKD_SUBJECT=account:ann\n\0")
    }

    @Test func `on a terminal an outcome has the time too`() {
        let line = lines(OutcomeNote(.okPerformed, id: "i", route: "say", uid: 7), .terminal(hasColours: true))
        let pattern = /\d\d:\d\d:\d\d\.\d{3} outcome code=ok\.performed id=i route=say uid=7\n/
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    }

    @Test func `another log has an event for each outcome`() {
        let events = EventList()
        OutcomeLog(Logger(label: "test") { _ in events }).note(OutcomeNote(.okPerformed, id: "i", route: "say", uid: 7))
        #expect(events.lines.text == "outcome code=ok.performed id=i route=say uid=7\n")
    }
}

extension LineBuffer {
    /// The lines that wait.
    var text: String {
        unsafe next(byteLimit: .max) { (unsafe String(decoding: $0, as: UTF8.self), $0.count) } ?? ""
    }
}

/// A log that keeps its events as texts.
private struct EventList: LogHandler {
    let lines = LineBuffer(byteLimit: 1000) { Array("lost \($0)\n".utf8) }
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        lines.append(Array("\(event.message)\(pairs.joined())\n".utf8))
    }
}
