import Contract
import Framing
import Testing

@Suite struct CallEncoderTests {
    @Test func `a call holds no false flag and no empty parameters`() throws {
        let rows: [(Request, String)] = [
            (
                .open(url: "a://b", timings: false),
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"a://b"}}"#
            ),
            (
                .open(url: "\"", timings: true),
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\"","timings":true}}"#
            ),
            (.list, #"{"method":"io.deeplinkd.Features.List"}"#),
        ]
        for (request, expected) in rows { #expect(try message { CallEncoder.append(request, to: &$0) } == expected) }
        let watch = try message {
            CallEncoder.append(method: "a.b.Watch", parameters: [.init("x", .null)], more: true, to: &$0)
        }
        #expect(watch == #"{"method":"a.b.Watch","parameters":{"x":null},"more":true}"#)
        let oneway = try message { CallEncoder.append(.reload, oneway: true, to: &$0) }
        #expect(oneway == #"{"method":"io.deeplinkd.Monitor.Reload","oneway":true}"#)
    }

    @Test func `every request comes back from its message`() throws {
        let requests: [Request] = [
            .open(url: "ä\"\0", timings: true), .verify(url: ""), .perform(binding: "0f"),
            .explain(url: "u", candidates: true), .explain(url: "u", candidates: false), .list,
            .describe(feature: "A/B"), .status, .reload, .getInfo, .getInterfaceDescription(interface: "a.b"),
        ]
        for request in requests {
            let text = try message { CallEncoder.append(request, more: true, to: &$0) }
            #expect(try decode(text) == Call(.request(request), more: true))
        }
    }
}

@Suite struct ReplyDecoderTests {
    private func decode(_ text: String) throws(FramingError) -> ReplyMessage {
        let bytes = Array(text.utf8)
        return try ReplyDecoder.decode(bytes.span)
    }

    @Test func `replies and errors come out, and nothing is the same as empty`() throws {
        let empty = Value.object([])
        let rows: [(String, ReplyMessage)] = [
            ("{}", ReplyMessage(.parameters(empty))), (#"{"parameters":null}"#, ReplyMessage(.parameters(empty))),
            (#"{"parameters":{},"continues":false,"error":null}"#, ReplyMessage(.parameters(empty))),
            (
                #"{"parameters":{"a":1},"continues":true,"com.example":{}}"#,
                ReplyMessage(.parameters(.object([.init("a", .integer(1))])), continues: true)
            ),
            (#"{"error":"a.b.C"}"#, ReplyMessage(.error(name: "a.b.C", parameters: empty))),
            (
                #"{"error":"a.b.C","parameters":{"x":"y"}}"#,
                ReplyMessage(.error(name: "a.b.C", parameters: .object([.init("x", .string("y"))])))
            ),
        ]
        for (text, expected) in rows { #expect(try decode(text) == expected, "\(text)") }
    }

    @Test func `what is no reply is a breach`() {
        let rows: [(String, FramingError)] = [
            ("[]", .header(.notAnObject)), (#"{"parameters":[]}"#, .header(.parametersNotAnObject)),
            (#"{"error":1}"#, .header(.errorNotAString)), (#"{"continues":1}"#, .header(.flagNotABoolean("continues"))),
            (#"{"error":"a.B","continues":true}"#, .header(.errorContinues)),
            (#"{"extra":1}"#, .header(.unknownMember("extra"))),
            (#"{"error":"a.B","error":"a.C"}"#, .json(.duplicateName("error"), offset: 16)),
        ]
        for (text, error) in rows { #expect(throws: error, "\(text)") { try decode(text) } }
    }
}

@Suite struct OutcomeDecoderTests {
    private func decode(_ text: String) throws(FramingError) -> ReceivedOutcome {
        try OutcomeDecoder.decode(try value(text))
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
            ("{\(head),\"url\":1}", "outcome.url", "string"), ("{\(head),\"via\":[1]}", "outcome.via", "[]string"),
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

@Suite struct ReportDecoderTests {
    @Test func `every report comes back from its reply`() throws {
        let features = [Samples.feature, .init(path: "A", name: "A", status: .available)]
        #expect(try ReportDecoder.features(parameters(.features(features))) == features)
        #expect(try ReportDecoder.feature(parameters(.feature(Samples.feature))) == Samples.feature)
        #expect(try ReportDecoder.status(parameters(.status(Samples.status))) == Samples.status)
        let reload = ReloadReport(tableRevision: "t", routes: 2, warnings: [Samples.diagnostic])
        #expect(try ReportDecoder.reload(parameters(.reloaded(reload))) == reload)
        let (service, interfaces) = try ReportDecoder.service(parameters(.service(Samples.service)))
        #expect(service == Samples.service)
        #expect(interfaces == Interface.allCases.map(\.rawValue))
        let candidates = [
            CandidateReport(route: "r", feature: "F", action: "a"),
            .init(route: "s", feature: "F", action: "b", failure: "x"),
        ]
        let explained = try parameters(.explained(Outcome(.loop), candidates: candidates))
        #expect(try ReportDecoder.candidates(explained) == candidates)
        #expect(try ReportDecoder.candidates(parameters(.explained(Outcome(.loop), candidates: nil))) == nil)
    }

    @Test func `the errors of a table come back from the error reply`() throws {
        let bytes = Array(try message { ReplyEncoder.append(.badTable([Samples.diagnostic]), to: &$0) }.utf8)
        guard case .error(Reply.badTableName, let value) = try ReplyDecoder.decode(bytes.span).content else {
            Issue.record("no error")
            return
        }
        #expect(try ReportDecoder.badTable(value) == [Samples.diagnostic])
    }

    @Test func `a report without a member that it needs is an error`() {
        #expect(throws: FramingError.field(name: "features", expected: "array")) {
            try ReportDecoder.features(.object([]))
        }
        #expect(throws: FramingError.field(name: "", expected: "object")) { try ReportDecoder.status(.null) }
        #expect(throws: FramingError.field(name: "features[0].path", expected: "string")) {
            try ReportDecoder.features(value(#"{"features":[{}]}"#))
        }
    }
}
