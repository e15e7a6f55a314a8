import Contract
import TestSupport
import Testing
import Varlink

@Suite struct ReplyEncoderTests {
    private func text(_ reply: Reply, continues: Bool = false) throws -> String {
        try message { ReplyEncoder.append(reply, continues: continues, to: &$0) }
    }

    @Test func `replies are compact, in a fixed order, and leave out what does not apply`() throws {
        var blocked = Outcome(.toggleOff, message: "Off.")
        blocked.url = "a://b"
        let rows: [(Reply, String)] = [
            (
                .outcome(blocked),
                #"{"parameters":{"outcome":{"class":"blocked","code":"blocked.toggle.off","message":"Off.","url":"a://b"}}}"#
            ),
            (
                .verified(Outcome(.loop, message: ""), binding: nil, expiresAfterMs: nil),
                #"{"parameters":{"outcome":{"class":"rejected","code":"rejected.loop","message":""}}}"#
            ),
            (
                .verified(Outcome(.okWouldPerform, message: ""), binding: "0f", expiresAfterMs: 30_000),
                #"{"parameters":{"outcome":{"class":"ok","code":"ok.wouldPerform","message":""},"binding":"0f","expiresAfterMs":30000}}"#
            ),
            (
                .explained(Outcome(.loop, message: ""), candidates: []),
                #"{"parameters":{"outcome":{"class":"rejected","code":"rejected.loop","message":""},"candidates":[]}}"#
            ),
            (.features([]), #"{"parameters":{"features":[]}}"#),
            (
                .report(
                    ReloadReport {
                        ($0.tableRevision, $0.files) = ("t", [.init { ($0.name, $0.revision) = ("f", "r") }])
                    }),
                #"{"parameters":{"tableRevision":"t","routes":0,"files":[{"name":"f","revision":"r"}],"warnings":[]}}"#
            ),
            (.badTable([]), #"{"error":"io.deeplinkd.Monitor.BadTable","parameters":{"diagnostics":[]}}"#),
            (.failure(.permissionDenied), #"{"error":"org.varlink.service.PermissionDenied"}"#),
            (
                .failure(.invalidParameter(parameter: "a\"b")),
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"a\"b"}}"#
            ),
            (
                .failure(.methodNotFound(method: "a.b")),
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.b"}}"#
            ),
        ]
        for (reply, expected) in rows { #expect(try text(reply) == expected) }
    }

    @Test func `continues is written only where it is asked for`() throws {
        #expect(try text(.features([]), continues: true) == #"{"parameters":{"features":[]},"continues":true}"#)
    }

    @Test func `an outcome is encoded the same with and without a reply around it`() throws {
        for outcome in [Samples.outcome, Outcome(.okPerformed)] {
            var writer = JSONWriter()
            ReplyEncoder.append(outcome: outcome, to: &writer)
            let direct = try message { $0 = writer.finish() }
            #expect(try text(.outcome(outcome)) == direct)
        }
    }

    @Test func `the reply with an outcome is what the list of its members gives, for every code`() throws {
        for code in OutcomeCode.allCases {
            var outcome = Samples.outcome
            (outcome.code, outcome.message) = (code, code.sentence)
            #expect(try text(.outcome(outcome)) == #"{"parameters":{"outcome":\#(Samples.listed(outcome))}}"#)
        }
    }

    @Test func `a reply that was put together before is the encoder's`() throws {
        let kinds: [PreparedReply.Kind] = [.answeredText, .answeredObject, .verified]
        for (inputs, kind) in [true, false].flatMap({ inputs in kinds.map { (inputs, $0) } }) {
            let code: OutcomeCode = kind == .verified ? .okWouldPerform : .okPerformed
            var outcome = Outcome(code, url: "t:u", route: "r", feature: "A/B", title: "Clips", action: "go")
            (outcome.outcomeId, outcome.tableRevision, outcome.stateRevision) = ("o", "t1", "1.2")
            let object = OpenObject(members: inputs ? [.init("a", .integer(1)), .init("b", .string("x"))] : [])
            outcome.parameters = object.members
            if kind == .answeredObject { outcome.result = object }
            if kind == .answeredText { outcome.text = "x" }
            let reply = try #require(
                PreparedReply(
                    kind, feature: "A/B", title: "Clips", action: "go", hasInputs: inputs, tableRevision: "t1"))
            let values: [String] = [
                "o", "t:u", "r", inputs ? JSONText.text(of: object) : "",
                ["x", JSONText.text(of: object), ""][kinds.firstIndex(of: kind) ?? 0], "1.2",
                kind == .verified ? "b" : "",
            ]
            var writer = JSONWriter()
            for (gap, value) in zip(PreparedReply.Gap.allCases, values) {
                reply.write(before: gap, to: &writer)
                writer.verbatim(value.utf8.span)
            }
            reply.writeEnd(to: &writer)
            let prepared = try message { $0 = writer.finish() }
            let expected: Reply =
                kind == .verified ? .verified(outcome, binding: "b", expiresAfterMs: 30_000) : .outcome(outcome)
            #expect(try text(expected) == prepared)
        }
    }

    @Test func `messages are appended to what the buffer holds`() {
        var writer = JSONWriter(Array("before".utf8))
        ReplyEncoder.append(.failure(.expectedMore), to: &writer)
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
                    try self.text(.outcome(Outcome(.loop, message: text)))
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

    private var replies: [(method: Method, Reply)] {
        var signalled = Samples.outcome
        signalled.execution?.exit = .signal(9)
        let candidate = CandidateReport {
            ($0.route, $0.pattern, $0.feature, $0.action, $0.failure) = ("r", "/r[/]", "F", "a", "f")
        }
        let feature = FeatureReport { ($0.path, $0.name, $0.availability) = ("A", "A", .available) }
        let reload = ReloadReport {
            ($0.tableRevision, $0.routes, $0.warnings) = ("t", 1, [Samples.diagnostic])
            ($0.packages, $0.errors) = ([Samples.package], [Samples.diagnostic])
        }
        return [
            (.open, .outcome(Samples.outcome)), (.perform, .outcome(signalled)), (.open, .outcome(Outcome(.loop))),
            (.verify, .verified(Samples.outcome, binding: "00", expiresAfterMs: 1)),
            (.verify, .verified(Outcome(.loop), binding: nil, expiresAfterMs: nil)),
            (.explain, .explained(Samples.outcome, candidates: [candidate], preview: Samples.preview)),
            (.link, .link(url: "a://b")),
            (.list, .features([Samples.feature, feature], next: "A")),
            (.describe, .feature(Samples.feature)), (.watch, .watched([Samples.feature], removed: ["A"])),
            (.subscribe, .subscribed(sequence: 7, link: Samples.link, missed: 2)),
            (.subscribe, .subscribed(sequence: 7, link: nil, missed: nil)),
            (.acknowledge, .acknowledged), (.channels, .channels([Samples.channel])), (.clear, .cleared(links: 1)),
            (.authorise, .authorisation(Samples.flow, Samples.outcome)),
            (.authorise, .authorisation(FlowReport(), signalled)),
            (.answer, .taken), (.consents, .consents([Samples.consent])), (.withdraw, .switched(isDurable: true)),
            (.ingest, .report(Samples.ingest)), (.products, .report(Samples.products)),
            (.purchases, .report(Samples.purchases)), (.watchPurchases, .report(Samples.purchases)),
            (.restore, .report(Samples.restore)), (.startTrial, .report(Samples.trial)),
            (.setToggle, .switched(isDurable: true)), (.setRuntime, .switched(isDurable: false)),
            (.setPermission, .switched(isDurable: true)), (.setPurchase, .switched(isDurable: true)),
            (.status, .report(Samples.status)),
            (.table, .report(Samples.table)), (.override, .overridden(endsAfterMs: 9)),
            (.override, .overridden(endsAfterMs: nil)), (.backup, .copied(bytes: "AA==", size: 1)),
            (.check, .report(Samples.check)), (.reload, .report(reload)),
            (.getInfo, .report(Samples.service)), (.getInterfaceDescription, .description(Interface.dispatch.text)),
        ]
    }

    private let errors: [Reply] = [
        .notBuilt(
            LinkFault {
                ($0.code, $0.message, $0.help) = ("invalidValue", "It is not.", "give another")
                ($0.parameter, $0.url) = ("x", "a://b")
            }),
        .badTable([Samples.diagnostic]), .badFact([Samples.diagnostic]), .notDevelopment,
        .noChannel(nearest: "player"), .tooManySubscriptions(limit: 16), .subscriptionEnded(code: "shutdown"),
        .unknownDelivery, .unknownFlow, .notAsked,
        .notKept(.permissions, code: "c", reason: "r"), .notKept(.purchases, code: "c", reason: "r"),
        .notKept(.features, code: "ledger.full", reason: "no room"), .notKept(.monitor, code: "c", reason: "r"),
        .notKept(.purchases, code: "trial.used", reason: "r"),
    ]

    @Test func `what the encoders write is what the descriptions declare, member by member`() throws {
        for interface in Interface.allCases {
            let idl = try IDL(interface.text)
            var used: Set<String> = []
            for (method, reply) in replies where method.interface == interface {
                let name = String(method.name.dropFirst(interface.rawValue.count + 1))
                let outputs = try #require(idl.methods[name]).outputs
                check(try parameters(reply), outputs, idl, at: name, &used)
            }
            for reply in errors {
                let bytes = Array(try text(reply).utf8)
                guard case .error(let name, let value) = try ReplyDecoder.decode(bytes.span).content,
                    name.hasPrefix(interface.rawValue + ".")
                else { continue }
                let error = String(name.dropFirst(interface.rawValue.count + 1))
                check(value, try #require(idl.errors[error]), idl, at: error, &used)
            }
            var declared: Set<String> = []
            for (name, type) in idl.types {
                if case .structure(let fields) = type { declared.formUnion(fields.map { "\(name).\($0.name)" }) }
            }
            for (name, method) in idl.methods { declared.formUnion(method.outputs.map { "\(name).\($0.name)" }) }
            for (name, fields) in idl.errors where interface != .service {
                declared.formUnion(fields.map { "\(name).\($0.name)" })
            }
            // Perform shares its only member with Open; both were written.
            #expect(declared.subtracting(used).isEmpty, "declared but never written")
        }
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

    @Test func `errors are described with the parameters that they are sent with`() throws {
        let errors: [VarlinkError] = [
            .interfaceNotFound(interface: "i"), .methodNotFound(method: "m"), .methodNotImplemented(method: "m"),
            .invalidParameter(parameter: "p"), .permissionDenied, .expectedMore, .expectedUpgrade,
        ]
        let idl = try IDL(Interface.service.text)
        for error in errors {
            let name = String(error.name.dropFirst(Interface.service.rawValue.count + 1))
            let bytes = Array(try text(.failure(error)).utf8)
            guard case .error(error.name, let value) = try ReplyDecoder.decode(bytes.span).content else {
                Issue.record("no error")
                continue
            }
            #expect(idl.errors[name]?.map(\.name) == value.members?.map(\.name), "\(name)")
        }
        #expect(idl.errors.count == errors.count)
    }
}
