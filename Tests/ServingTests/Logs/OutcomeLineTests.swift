import Contract
import Features
import Testing

@testable import EventLoop
@testable import Serving

@Suite struct OutcomeLineTests {
    private static let names: [String?] = [
        nil, "say", "media:song", "", "a b", "\"", "\\", "=", "é", "a\nb", "\u{1B}[2J", "\u{7F}",
        String(repeating: "x", count: 400),
    ]

    /// An outcome to note; an empty text is absent.
    private struct Note {
        let code: OutcomeCode
        let id, route, feature, action: String
        let uid: UInt32
        let subject: Subject?
        let target: String

        init(
            _ code: OutcomeCode, id: String?, route: String? = nil, feature: String? = nil, action: String? = nil,
            uid: UInt32, subject: Subject? = nil, target: String? = nil
        ) {
            self.target = target ?? ""
            (self.code, self.id, self.route, self.uid) = (code, id ?? "", route ?? "", uid)
            (self.feature, self.action, self.subject) = (feature ?? "", action ?? "", subject)
        }
    }

    /// The lines of a log after an outcome was noted.
    private func lines(_ note: Note, level: LogLevel = .info, _ form: LogForm = .plain) -> String {
        let log = Log(form, level: level)
        let (id, route, feature, action) = (note.id.utf8, note.route.utf8, note.feature.utf8, note.action.utf8)
        let target = note.target.utf8
        log.note(
            note.code, id: id.span, route: route.span, feature: feature.span, action: action.span, uid: note.uid,
            subject: note.subject, target: target.span)
        return log.lines.text
    }

    @Test func `an outcome has the line that its fields give, in each form and at each level`() {
        for form in [LogForm.plain, .journal] {
            for level in [LogLevel.debug, .info, .warning] {
                for code in OutcomeCode.allCases {
                    expectFields(["code": code.rawValue, "id": "-", "route": "-"], level, form)
                }
                for name in Self.names {
                    expectFields(["route": name ?? ""], level, form)
                    expectFields(["target": (name ?? "").isEmpty ? "a.service" : name ?? ""], level, form)
                    expectFields(["subject": "account:" + (name ?? "ann@example.org"), "uid": "0"], level, form)
                }
                expectFields(["action": "media:F/G.say", "route": "-"], level, form)
            }
        }
    }

    /// Notes an outcome with these values, and compares its line with that of the fields themselves.
    private func expectFields(_ values: Log.Fields, _ level: LogLevel, _ form: LogForm) {
        var fields = ["code": "ok.performed", "id": "5e2-1", "route": "r", "uid": "\(UInt32.max)"]
        fields.merge(values) { $1 }
        if fields["route"] == "" { fields["route"] = "-" }
        func value(_ key: String) -> String? { fields[key] == "-" ? nil : fields[key] }
        let action = fields["action"]?.split(separator: ".").map(String.init)
        let note = Note(
            OutcomeCode(rawValue: fields["code"] ?? "") ?? .unknownEffect, id: value("id"), route: value("route"),
            feature: action?.first, action: action?.last, uid: UInt32(fields["uid"] ?? "") ?? 0,
            subject: fields["subject"].map { .account(String($0.dropFirst("account:".count))) },
            target: fields["target"])
        let log = Log(form, level: level)
        log.info(.outcome, fields)
        var expected = log.lines.text
        if form == .journal, let feature = action?.first {
            expected.replace("DEEPLINKD_OUTCOME_ID", with: "DEEPLINKD_FEATURE=\(feature)\nDEEPLINKD_OUTCOME_ID")
        }
        #expect(lines(note, level: level, form) == expected)
        #expect(expected.isEmpty == (level == .warning))
        #expect(expected.isEmpty || expected.hasSuffix(form == .journal ? "\n\0" : "\n"))
    }

    @Test func `a line has the code, id, route and caller, or the action that was named, and a subject of another`() {
        func line(_ note: Note) -> String { lines(note) }
        #expect(
            line(Note(.okPerformed, id: "i", route: "say", feature: "F", action: "a", uid: 7))
                == "outcome code=ok.performed id=i route=say uid=7\n")
        #expect(
            line(Note(.okPerformed, id: "i", feature: "F", action: "a", uid: 7, subject: .uid(8)))
                == "outcome action=F.a code=ok.performed id=i route=- subject=uid:8 uid=7\n")
        #expect(line(Note(.urlInvalid, id: nil, uid: 0)) == "outcome code=rejected.url.invalid id=- route=- uid=0\n")
        let log = Log(.plain, level: .info)
        let id = "i".utf8
        log.note(Outcome(.urlInvalid), id: id.span, uid: 0, subject: .uid(0))
        #expect(log.lines.text == "outcome code=rejected.url.invalid id=i route=- uid=0\n", "the caller's own facts")
        var called = Outcome(.failedUnit, route: "play")
        called.execution = Execution { ($0.unit, $0.app) = ("a.service", "org.example.A") }
        log.note(called, id: id.span, uid: 0, subject: nil)
        #expect(log.lines.text == "outcome code=failed.unit id=i route=play target=a.service uid=0\n")
        log.note(called, id: id.span, uid: 0, subject: nil, trace: TraceParent.trace(of: TraceParent.example))
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        #expect(log.lines.text == "outcome code=failed.unit id=i route=play target=a.service trace=\(trace) uid=0\n")
    }

    @Test func `an entry of the journal has the line and its fields, and none for what is absent`() {
        let start = "\nPRIORITY=6\nSYSLOG_IDENTIFIER=deeplinkd\nMESSAGE_ID=fbea8df6df424c658e5277fe2002a05c\n"
        #expect(
            lines(Note(.okPerformed, id: "i", route: "say", feature: "F", action: "a", uid: 7), .journal)
                == "MESSAGE=outcome code=ok.performed id=i route=say uid=7" + start
                + "DEEPLINKD_CODE=ok.performed\nDEEPLINKD_FEATURE=F\nDEEPLINKD_OUTCOME_ID=i\nDEEPLINKD_PEER_UID=7\n"
                + "DEEPLINKD_ROUTE=say\n\0")
        #expect(
            lines(Note(.urlInvalid, id: "i", uid: 7, subject: .account("ann")), .journal)
                == "MESSAGE=outcome code=rejected.url.invalid id=i route=- subject=account:ann uid=7" + start
                + "DEEPLINKD_CODE=rejected.url.invalid\nDEEPLINKD_OUTCOME_ID=i\nDEEPLINKD_PEER_UID=7\n"
                + "DEEPLINKD_SUBJECT=account:ann\n\0")
    }

    @Test func `on a terminal an outcome has the time too`() {
        let line = lines(Note(.okPerformed, id: "i", route: "say", uid: 7), .terminal(hasColours: true))
        let pattern = /\d\d:\d\d:\d\d\.\d{3} outcome code=ok\.performed id=i route=say uid=7\n/
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    }
}

extension LineBuffer {
    /// The lines that wait.
    var text: String {
        unsafe next(byteLimit: .max) { (unsafe String(decoding: $0, as: UTF8.self), $0.count) } ?? ""
    }
}
