import Contract
import Testing
import Varlink

@Suite struct OutcomeDecoderTests {
    private func decode(_ text: String) throws(FramingError) -> ReceivedOutcome {
        try ReceivedOutcome(value(text))
    }

    @Test func `members that are not known are ignored but kept in the value`() throws {
        let text = #"{"class":"ok","code":"ok.performed","message":"Done.","url":null,"future":{"a":[1]}}"#
        let received = try decode(text)
        #expect(received.outcome == Outcome(.okPerformed, message: "Done."))
        #expect(JSONText.text(of: received.value) == text)
    }

    @Test func `a code that is not known is kept and handled by its class`() throws {
        let received = try decode(#"{"class":"pending","code":"pending.weather","message":"Wait."}"#)
        #expect(received.outcome == nil)
        #expect(received.code == "pending.weather")
        #expect(received.outcomeClass == .pending)
        #expect(received.message == "Wait.")
        #expect(received.exitStatus == 6)
    }

    @Test func `whether a newer daemon's outcome is actionable is told by its actors`() throws {
        func status(_ actors: [String]) throws -> Int32 {
            let constraints = actors.map {
                #"{"id":"a","kind":"weather","status":"unsatisfied","remedies":[{"kind":"umbrella","actor":"\#($0)"}]}"#
            }
            let list = constraints.joined(separator: ",")
            return try decode(
                #"{"class":"blocked","code":"blocked.weather","message":"","constraints":[\#(list)]}"#
            ).exitStatus
        }
        #expect(try status([]) == 5)
        #expect(try status(["user"]) == 4)
        #expect(try status(["user", "client"]) == 4)
        #expect(try status(["user", "martian"]) == 5)
    }

    @Test func `any other word that is not known leaves the typed outcome out`() throws {
        let head = #""class":"blocked","code":"blocked.toggle.off","message":"""#
        let rows = [
            #""remedies":[{"kind":"umbrella","actor":"user"}]"#, #""remedies":[{"kind":"wait","actor":"martian"}]"#,
            #""constraints":[{"id":"a","kind":"weather","subject":"s","status":"satisfied","reason":"r","evidence":{"source":"x"}}]"#,
        ]
        for row in rows { #expect(try decode("{\(head),\(row)}").outcome == nil, "\(row)") }
    }

    @Test func `what is missing or of the wrong type is an error that names it`() {
        let head = #""class":"ok","code":"ok.performed","message":"""#
        let rows: [(String, String, String)] = [
            ("1", "outcome", "object"), ("{}", "outcome.code", "string"),
            (#"{"code":"ok.performed","message":""}"#, "outcome.class", "string"),
            (#"{"code":"x.y","class":"x","message":""}"#, "outcome.class", "a known word"),
            ("{\(head),\"url\":1}", "outcome.url", "string"), ("{\(head),\"via\":[1]}", "outcome.via[0]", "string"),
            ("{\(head),\"via\":1}", "outcome.via", "array"),
            ("{\(head),\"parameters\":[]}", "outcome.parameters", "object"),
            ("{\(head),\"execution\":{}}", "outcome.execution.kind", "string"),
            (
                "{\(head),\"execution\":{\"kind\":\"exec\",\"durationMs\":1,\"exit\":{\"code\":4294967296}}}",
                "outcome.execution.exit.code", "int"
            ),
            ("{\(head),\"timings\":{\"parseNs\":1.5}}", "outcome.timings.parseNs", "int"),
            ("{\(head),\"remedies\":[{\"kind\":\"wait\"}]}", "outcome.remedies[0].actor", "string"),
        ]
        for (text, name, expected) in rows {
            #expect(throws: FramingError.field(name: name, expected: expected), "\(text)") { try decode(text) }
        }
    }
}
