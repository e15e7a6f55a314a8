import Contract
import PermissionWire
import TestSupport
import TestTables
import Testing
import Varlink

@Suite struct ReplyEncoderTests {
    private func text(_ reply: some Reply, continues: Bool = false) throws -> String {
        try message { ReplyEncoder.append(reply, continues: continues, to: &$0) }
    }

    @Test func `replies are compact, in a fixed order, and leave out what does not apply`() throws {
        var blocked = Outcome(.toggleOff, message: "Off.")
        blocked.url = "a://b"
        let rows: [(any Reply, String)] = [
            (
                OutcomeAnswer(blocked),
                #"{"parameters":{"outcome":{"class":"blocked","code":"blocked.toggle.off","message":"Off.","url":"a://b"}}}"#
            ),
            (
                VerifyLink.Answer { $0.outcome = Outcome(.loop, message: "") },
                #"{"parameters":{"outcome":{"class":"rejected","code":"rejected.loop","message":""}}}"#
            ),
            (
                VerifyLink.Answer {
                    $0.outcome = Outcome(.okWouldPerform, message: "")
                    ($0.binding, $0.expiresAfterMs) = ("0f", 30_000)
                },
                #"{"parameters":{"outcome":{"class":"ok","code":"ok.wouldPerform","message":""},"binding":"0f","expiresAfterMs":30000}}"#
            ),
            (
                ExplainLink.Answer { ($0.outcome, $0.candidates) = (Outcome(.loop, message: ""), []) },
                #"{"parameters":{"outcome":{"class":"rejected","code":"rejected.loop","message":""},"candidates":[]}}"#
            ),
            (ListFeatures.Answer(), #"{"parameters":{"features":[]}}"#),
            (
                ReloadReport {
                    ($0.tableRevision, $0.files) = ("t", [.init { ($0.name, $0.revision) = ("f", "r") }])
                },
                #"{"parameters":{"tableRevision":"t","routes":0,"files":[{"name":"f","revision":"r"}],"warnings":[]}}"#
            ),
            (BadTable(), #"{"error":"io.deeplinkd.Monitor.BadTable","parameters":{"diagnostics":[]}}"#),
            (VarlinkError.permissionDenied, #"{"error":"org.varlink.service.PermissionDenied"}"#),
            (
                VarlinkError.invalidParameter(parameter: "a\"b"),
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"a\"b"}}"#
            ),
            (
                VarlinkError.methodNotFound(method: "a.b"),
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.b"}}"#
            ),
        ]
        for (reply, expected) in rows { #expect(try text(reply) == expected) }
    }

    @Test func `continues is written only where it is asked for`() throws {
        #expect(try text(ListFeatures.Answer(), continues: true) == #"{"parameters":{"features":[]},"continues":true}"#)
    }

    @Test func `an outcome is encoded the same with and without a reply around it`() throws {
        for outcome in [Samples.outcome, Outcome(.okPerformed)] {
            var writer = JSONWriter()
            ReplyEncoder.append(outcome: outcome, to: &writer)
            let direct = try message { $0 = writer.finish() }
            #expect(try text(OutcomeAnswer(outcome)) == direct)
        }
    }

    @Test func `the reply with an outcome is what the list of its members gives, for every code`() throws {
        for code in OutcomeCode.allCases {
            var outcome = Samples.outcome
            (outcome.code, outcome.message) = (code, code.sentence)
            #expect(try text(OutcomeAnswer(outcome)) == #"{"parameters":{"outcome":\#(Samples.listed(outcome))}}"#)
        }
    }

    @Test func `a reply that was put together before is the encoder's`() throws {
        let kinds: [PreparedReply.Kind] = [.answeredText, .answeredObject, .verified, .kept]
        for (inputs, kind) in [true, false].flatMap({ inputs in kinds.map { (inputs, $0) } }) {
            let code: OutcomeCode = kind == .verified ? .okWouldPerform : .okPerformed
            var outcome = Outcome(code, url: "t:u", route: "r", feature: "A/B", title: "Clips", action: "go")
            (outcome.outcomeId, outcome.tableRevision, outcome.stateRevision) = ("o", "t1", "1.2")
            let object = OpenObject(members: inputs ? [.init("a", .integer(1)), .init("b", .string("x"))] : [])
            outcome.parameters = object.members
            if kind == .answeredObject { outcome.result = object }
            if kind == .answeredText { outcome.text = "x" }
            if kind == .kept {
                outcome.message = CachedAnswer.sentence
                (outcome.text, outcome.cached) = ("x", CachedAnswer(age: .milliseconds(7), isStale: false))
            }
            let reply = try #require(
                PreparedReply(
                    kind, feature: "A/B", title: "Clips", action: "go", hasInputs: inputs, tableRevision: "t1"))
            let kept = #""text":"x","cached":{"ageMs":7,"stale":false}"#
            let answers = ["x", JSONText.text(of: object), "", kept]
            let values: [String] = [
                "o", "t:u", "r", inputs ? JSONText.text(of: object) : "",
                answers[kinds.firstIndex(of: kind) ?? 0], "1.2",
                kind == .verified ? "b" : "",
            ]
            var writer = JSONWriter()
            for (gap, value) in zip(PreparedReply.Gap.allCases, values) {
                reply.write(before: gap, to: &writer)
                writer.verbatim(value.utf8.span)
            }
            reply.writeEnd(to: &writer)
            let prepared = try message { $0 = writer.finish() }
            let verified = VerifyLink.Answer { ($0.outcome, $0.binding, $0.expiresAfterMs) = (outcome, "b", 30_000) }
            let expected: any Reply = kind == .verified ? verified : OutcomeAnswer(outcome)
            #expect(try text(expected) == prepared)
        }
    }

    @Test func `messages are appended to what the buffer holds`() {
        var writer = JSONWriter(Array("before".utf8))
        ReplyEncoder.append(VarlinkError.expectedMore, to: &writer)
        ReplyEncoder.append(outcome: Outcome(.loop, message: ""), to: &writer)
        let buffer = writer.finish()
        let expected =
            "before{\"error\":\"org.varlink.service.ExpectedMore\"}\0"
            + "{\"parameters\":{\"outcome\":{\"class\":\"rejected\",\"code\":\"rejected.loop\",\"message\":\"\"}}}\0"
        #expect(String(decoding: buffer, as: UTF8.self) == expected)
    }

    @Test(arguments: [("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("\u{80}", "\u{80}"), ("\u{20}", " ")])
    func `a byte is escaped wherever it stands in a text`(_ special: String, _ expected: String) throws {
        for count in [0...40, 1000...1030].joined() {
            for place in [0, count / 2, count] + (0...min(17, count)) {
                let (before, after) = (
                    String(repeating: "a", count: place), String(repeating: "z", count: count - place)
                )
                let text = before + special + after
                let written = "\"" + before + expected + after + "\""
                #expect(JSONText.text(of: .string(text)) == written)
                #expect(
                    try self.text(OutcomeAnswer(Outcome(.loop, message: text)))
                        == #"{"parameters":{"outcome":{"class":"rejected","code":"rejected.loop","message":"#
                        + written + "}}}")
            }
        }
    }

    @Test func `strings escape what they must and nothing else`() {
        let rows = [
            ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
            ("\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}𝄞", "\"\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}𝄞\""),
        ]
        for (text, expected) in rows { #expect(JSONText.text(of: .string(text)) == expected) }
        #expect(
            JSONText.text(of: .object([.init("a\"\n", .array([.null, .bool(true)]))])) == #"{"a\"\n":[null,true]}"#)
    }

    // MARK: The encoders and the descriptions

    /// Every path that a value uses; records an issue for each member that is not declared, or not of its type.
    private func check(_ value: Value, _ kind: IDL.Kind, _ idl: IDL, at path: String, _ used: inout Set<String>) {
        switch (kind, value) {
        case (.bool, .bool), (.int, .integer), (.string, .string), (.object, .object): break
        // io.systemd.Metrics declares a value of any type as an object.
        case (.object, .integer) where path == "List.value": break
        case (.optional(let kind), _): check(value, kind, idl, at: path, &used)
        case (.array(let kind), .array(let elements)):
            for element in elements { check(element, kind, idl, at: path, &used) }
        case (.named(let name), _):
            switch (idl.types[name], value) {
            case (.enumeration(let words), .string(let word)): #expect(words.contains(word), "\(path)")
            case (.structure(let fields), .object): check(value, fields, idl, at: name, &used)
            default: Issue.record("\(path) is no \(name)")
            }
        default: Issue.record("\(path) is no \(kind)")
        }
    }

    private func check(_ value: Value, _ fields: [IDL.Field], _ idl: IDL, at path: String, _ used: inout Set<String>) {
        for member in value.members ?? [] {
            guard let field = fields.first(where: { $0.name == member.name }) else {
                Issue.record("\(path) does not declare \(member.name)")
                continue
            }
            used.insert("\(path).\(member.name)")
            check(member.value, field.kind, idl, at: "\(path).\(member.name)", &used)
        }
        for field in fields where value[field.name] == nil {
            guard case .optional = field.kind else {
                Issue.record("\(path).\(field.name) is missing")
                continue
            }
        }
    }

    /// The answers of a method: empty, with every member, and one with the other way in which a program ends.
    private func answers<Call: Method>(of method: Call.Type) -> [any Reply] {
        var signalled = FullSample.make(Outcome.self)
        signalled.execution?.exit = .signal(9)
        return [Call.Answer(), FullSample.make(Call.Answer.self), method.refusal(with: signalled)].compactMap(\.self)
    }

    @Test func `what the encoders write is what the descriptions declare, member by member`() throws {
        func parameters(_ reply: some Reply) throws -> Value { try VarlinkTests.parameters(reply) }
        for interface in Interface.all {
            let idl = try IDL(interface.text)
            var used: Set<String> = []
            for method in interface.methods {
                let outputs = try #require(idl.methods[method.member]).outputs
                for answer in answers(of: method) {
                    check(try parameters(answer), outputs, idl, at: method.member, &used)
                }
            }
            for (error, _) in interface.errors {
                let bytes = Array(try text(FullSample.filled(error)).utf8)
                guard case .error(let name, let value) = try ReplyDecoder.decode(bytes.span).content else {
                    Issue.record("no error")
                    continue
                }
                let member = String(name.dropFirst(interface.name.count + 1))
                check(value, try #require(idl.errors[member]), idl, at: member, &used)
            }
            // A flow's outcome may also be of a program that a signal ended; the sample's was not.
            if interface.name == Authorise.interface { used.insert("Exit.signal") }
            #expect(declared(in: idl).subtracting(used).isEmpty, "declared but never written")
        }
    }

    private func declared(in idl: IDL) -> Set<String> {
        var declared: Set<String> = []
        for (name, type) in idl.types {
            if case .structure(let fields) = type { declared.formUnion(fields.map { "\(name).\($0.name)" }) }
        }
        for (name, method) in idl.methods { declared.formUnion(method.outputs.map { "\(name).\($0.name)" }) }
        for (name, fields) in idl.errors { declared.formUnion(fields.map { "\(name).\($0.name)" }) }
        return declared
    }

    @Test func `enumerations of the descriptions have exactly the words of their Swift types`() throws {
        let dispatch = try IDL(Interface.dispatch.text)
        let features = try IDL(Interface.features.text)
        #expect(dispatch.types["OutcomeClass"] == .enumeration(OutcomeClass.allCases.map(\.rawValue)))
        for idl in [dispatch, features] {
            #expect(idl.types["Actor"] == .enumeration(Actor.allCases.map(\.rawValue)))
            #expect(idl.types["ConstraintStatus"] == .enumeration(ConstraintReport.Status.allCases.map(\.rawValue)))
        }
        #expect(
            features.types["Availability"] == .enumeration(FeatureReport.Availability.allCases.map(\.rawValue)))
        #expect(features.types["ToggleState"] == .enumeration(FeatureReport.Toggle.allCases.map(\.rawValue)))
        for kind in Remedy.Kind.allCases { #expect(Interface.dispatch.text.contains(kind.rawValue)) }
        for kind in ConstraintReport.Kind.allCases { #expect(Interface.dispatch.text.contains(kind.rawValue)) }
    }
}
