import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// Cases that are made of a timeline.
@Suite struct CaseRecorderTests {
    private static let table = """
        scheme s
        product pro {
            source file /nonexistent
        }
        feature F {
            action a {
                input x string
                input n uint(1..31)?
                respond
            }
            route r /r/$(x) do a {
                query n:uint(1..31)?
            }
            feature G {
                require permission camera
                require purchase pro
                require toggle off
                action c {
                    respond
                }
                route g /g do c
            }
        }
        """

    private static func entry(
        _ code: OutcomeCode, _ route: String?, _ values: [Value.Member] = []
    ) -> TimelineEntryReport {
        var entry = TimelineEntryReport()
        (entry.code, entry.route, entry.values) = (code.rawValue, route, values)
        return entry
    }

    private func record(_ entries: [TimelineEntryReport]) throws -> (cases: [RecordedCase], ruleset: Ruleset) {
        let ruleset = try Tables.ruleset(Self.table)
        var recorder = CaseRecorder(ruleset)
        for entry in entries { recorder.add(entry) }
        return (recorder.cases, ruleset)
    }

    /// The verdicts of recorded cases, read from their text.
    private func verdicts(_ cases: [RecordedCase], _ ruleset: Ruleset) -> [CaseVerdict] {
        var diagnostics = Diagnostics()
        let text = cases.map(\.text).joined()
        let document = ConfParser.parse(Array(text.utf8), name: "c", file: 0, diagnostics: &diagnostics)
        let read = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        #expect(!diagnostics.hasErrors, "\(diagnostics.inOrder.map(\.message)) in \(text)")
        return read.cases.results(in: ruleset).map(\.verdict)
    }

    @Test(arguments: [
        OutcomeCode.okWouldPerform, .toggleOff, .permissionDenied, .permissionRestricted, .permissionNotDetermined,
        .permissionUnsupported, .purchaseRequired, .purchaseExpired, .purchasePaused, .pendingUndetermined,
    ])
    func `facts are found for each code that a feature can give, and the case passes`(_ code: OutcomeCode) throws {
        let (cases, ruleset) = try record([Self.entry(code, "g")])
        #expect(cases.map(\.todo) == [nil], "\(cases)")
        #expect(verdicts(cases, ruleset) == [.passed])
    }

    @Test func `a code of every kind is a case that passes, or one that is to be done`() throws {
        let entries = OutcomeCode.allCases.flatMap { code in ["r", "g", "gone", nil].map { Self.entry(code, $0) } }
        let (cases, ruleset) = try record(entries + entries)
        #expect(Set(cases.map(\.name)).count == cases.count)
        for (recorded, verdict) in zip(cases, verdicts(cases, ruleset)) {
            #expect(verdict == (recorded.todo == nil ? .passed : .todo), "\(recorded)")
        }
    }

    @Test func `links are counted by route and outcome, and what an action did is one outcome`() throws {
        let codes: [OutcomeCode] = [.okPerformed, .failedExit, .okPerformed, .permissionDenied]
        let (cases, _) = try record(codes.map { Self.entry($0, "g") } + [Self.entry(.okPerformed, "r")])
        #expect(
            cases.map(\.name) == [
                "the route g: ok.wouldPerform", "the route g: blocked.permission.denied",
                "the route r: ok.wouldPerform",
            ])
        #expect(
            cases[0].remark == "3 links: 2 ok.performed, 1 failed.exit" && cases[2].remark == "1 link: 1 ok.performed")
    }

    @Test func `values that are known are kept where the route takes them, and masked ones are not`() throws {
        func url(_ values: [Value.Member]) throws -> String? {
            try record([Self.entry(.okPerformed, "r", values)]).cases.first?.url
        }
        #expect(try url([.init("x", .string("a b")), .init("n", .integer(9))]) == "s://r/a%20b?n=9")
        #expect(try url([.init("x", .string("***")), .init("n", .integer(9))]) == "s://r/x?n=9")
        #expect(try url([.init("x", .string("y")), .init("n", .integer(99))]) == "s://r/x")
        #expect(try url([.init("x", .string(String(repeating: "y", count: 201)))]) == "s://r/x")
        #expect(try url([.init("other", .string("y"))]) == "s://r/x")
    }

    @Test func `an entry without an end, without a link, or with a code of a later version is left out`() throws {
        var began = Self.entry(.okPerformed, "r")
        began.kind = .began
        var later = Self.entry(.okPerformed, "r")
        later.code = "ok.later"
        var named = Self.entry(.okPerformed, nil)
        named.action = "a"
        var recorder = CaseRecorder(try Tables.ruleset(Self.table))
        for entry in [began, later, named] { recorder.add(entry) }
        #expect(recorder.cases.isEmpty && recorder.withoutLink == 1)
    }
}
