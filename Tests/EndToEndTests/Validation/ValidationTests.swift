import Testing

/// The daemon, held to the descriptions that it serves.
///
/// `CorpusTests` judges the replies of its scenes in the same way.
@Suite struct ValidationTests {
    // MARK: Wrong input

    private static let table = "profile development\n" + CodeTable.text()

    /// What is wrong with the replies to every wrong input of the methods whose name ends so.
    private func faults(_ served: ServedInterfaces, of suffix: String = "") throws -> (inputs: Int, faults: [String]) {
        var (inputs, faults) = (0, [String]())
        try withFolder { folder in
            try withDaemon(table: Self.table, stateDirectory: folder.makeFolder("state")) { daemon in
                for (name, method) in served.methods where name.hasSuffix(suffix) {
                    for input in try WrongInput.all(of: name, method, in: served) {
                        inputs += 1
                        faults += try input.faults(at: daemon, served)
                    }
                }
            }
        }
        return (inputs, faults)
    }

    @Test func `every wrong type, unknown, missing or repeated parameter and wrong flag is refused as declared`() throws
    {
        let served = try ServedInterfaces.shared.get()
        let (inputs, faults) = try faults(served)
        #expect(faults.isEmpty, "\(faults.count) faults, first \(faults.prefix(5).joined(separator: "\n"))")
        #expect(inputs > 40 * served.methods.count)
    }

    /// Changes of what `Open` is declared to take, each with a part of the call whose reply shows the change.
    private static let changedInputs = [
        ("    timings: ?bool", "    timings: ?int", #""timings":true"#),
        ("    timings: ?bool", "    timings: bool", #"{"url":"x"}"#),
        ("    timings: ?bool", "    timings: ?bool,\n    slow: ?int", #""slow":null"#),
        ("    url: string,\n    timings", "    url: ?string,\n    timings", #""url":null"#),
    ]

    @Test(arguments: changedInputs)
    func `a parameter that is not taken as it is declared is found`(_ text: String, _ other: String, _ call: String)
        throws
    {
        let served = try ServedInterfaces.shared.get().replacing(text, with: other, in: "io.deeplinkd.Dispatch")
        let found = try faults(served, of: ".Open").faults
        #expect(found.contains { $0.contains(call) }, "\(found)")
    }

    // MARK: Changed descriptions

    /// A change of a description, and a part of the fault that the judge must find then in the replies of the scenes.
    private static let changes: [(interface: String, text: String, other: String, fault: String)] = [
        // A member is dropped.
        ("Dispatch", "    message: string,\n    url: ?string,", "    url: ?string,", "outcome.message is not declared"),
        ("Features", "    name: string,\n    parent", "    parent", "].name is not declared"),
        ("Monitor", "    overridden: bool,\n", "", "Status.overridden is not declared"),
        ("Monitor", "    fact: string,\n    endsAfterMs", "    endsAfterMs", "].fact is not declared"),
        // A type is changed.
        ("Dispatch", "offset: ?int", "offset: ?string", "rejection.offset is an int, no string"),
        ("Dispatch", "class: OutcomeClass", "class: Actor", "outcome.class is ok, no Actor"),
        ("Dispatch", "stdout: ?Stream", "stdout: ?Exit", "stdout.text is not declared"),
        ("Dispatch", "constraints: ?[]ConstraintReport", "constraints: ?ConstraintReport", "constraints is an array"),
        ("Dispatch", "parameters: ?object", "parameters: ?string", "parameters is an object, no string"),
        ("Features", "actions: []string", "actions: []int", "actions[0] is a string, no int"),
        (
            "Features", ") -> (\n    durable: bool\n)\nmethod", ") -> (\n    durable: int\n)\nmethod",
            "durable is a bool"
        ),
        // What may be absent must be there.
        ("Dispatch", "rule: ?string", "rule: string", "rejection.rule is missing"),
        ("Features", "next: ?string", "next: string", "List.next is missing"),
        // A word is dropped, or a type.
        ("Dispatch", "    blocked,\n    pending,\n", "    pending,\n", "class is blocked, no OutcomeClass"),
        ("Features", "    satisfied,\n", "", "status is satisfied, no ConstraintStatus"),
        // A method or its parameter is dropped or changed.
        ("Dispatch", "method Explain(", "method Explained(", "Dispatch.Explain is answered, and not declared"),
        ("Dispatch", ",\n    candidates: ?bool", "", "accepted: parameters.candidates is not declared"),
        ("Features", "    feature: string,\n    on: ?bool,", "    on: ?bool,", "accepted: parameters.feature is not"),
        ("Monitor", "ttlMs: ?int", "ttlMs: int", "accepted: parameters.ttlMs is missing"),
        ("Monitor", "    path: string\n", "    path: bool\n", "accepted: parameters.path is a string, no bool"),
        // An error or its parameter is dropped or changed.
        ("Monitor", "error NotDevelopment ()", "error Development ()", "Monitor.NotDevelopment is not declared"),
        ("Monitor", "error BadFact (\n    diag", "error BadFact (\n    list", "BadFact.diagnostics is not declared"),
        ("Monitor", "error NotKept (\n    code: string", "error NotKept (\n    code: int", "NotKept.code is a string"),
    ]

    @Test func `every change of a description is found in the replies`() throws {
        let recorder = CorpusRecorder()
        for name in ["explanations", "links", "features", "monitor", "tables"] {
            try CorpusScene.all.first { $0.name == name }?.play(recorder)
        }
        let exchanges = try Exchange.all(in: recorder.tap.messages)
        let served = try ServedInterfaces.shared.get()
        for change in [nil] + Self.changes {
            var judge = MessageJudge(served)
            if let change {
                let interface = "io.deeplinkd." + change.interface
                judge = MessageJudge(try served.replacing(change.text, with: change.other, in: interface))
            }
            judge.judge(exchanges)
            if let change {
                #expect(judge.faults.contains { $0.contains(change.fault) }, "\(change): \(judge.faults.prefix(3))")
            } else {
                #expect(judge.faults.isEmpty, "\(judge.faults.prefix(3).joined(separator: "\n"))")
            }
        }
    }

    // MARK: Wrong replies

    /// A reply that no daemon may send, and what is wrong with it.
    private static let wrongReplies: [(call: String, reply: String, fault: String)] = [
        (list, "garbage", "no value"), (list, #"{"parameters":{}"#, "without its end"), (list, "[]", "an array"),
        (list, #"{"parameters":{"features":[],"features":[]}}"#, "a second features"),
        (list, #"{"parameters":{"features":[]},"io.example.vendor":1}"#, "no reply has"),
        (list, #"{"parameters":{"features":[]},"continues":true}"#, "does not say more"),
        (list, #"{"parameters":{"features":[]},"continues":1}"#, "of another type"),
        (list, #"{"parameters":{"features":null}}"#, "List.features is missing"),
        (list, #"{"parameters":[]}"#, "List is an array"), (list, "{}", "List.features is missing"),
        (list, #"{"error":1}"#, "of another type"),
        (list, #"{"error":"org.varlink.service.PermissionDenied","continues":true}"#, "an error continues"),
        (list, #"{"error":"io.deeplinkd.Monitor.BadTable","parameters":{"diagnostics":[]}}"#, "no error of"),
        (list, #"{"error":"io.deeplinkd.Features.Nope"}"#, "is not declared"),
        (list, #"{"error":"org.varlink.service.InvalidParameter"}"#, "parameter is missing"),
        (list, invalid("feature"), "is not true"),
        (list, #"{"error":"org.varlink.service.ExpectedMore","parameters":{"method":"x"}}"#, "is not declared"),
        (list, methodNotFound, "is not true"),
        (
            list,
            #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"io.deeplinkd.Features"}}"#,
            "is not true"
        ),
        (#"{"method":"io.deeplinkd.Features.Nope"}"#, #"{"parameters":{}}"#, "is answered"),
        (
            #"{"method":"org.varlink.service.GetInfo","parameters":{"a":1}}"#,
            #"{"parameters":{"vendor":"","product":"","version":"","url":"","interfaces":[]}}"#, "a is not declared"
        ),
        (override, #"{"parameters":{"endsAfterMs":1.0}}"#, "the number 1.0, no int"),
        (override, #"{"parameters":{"endsAfterMs":9223372036854775808}}"#, "no int"),
        (override, #"{"parameters":{"endsAfterMs":"\ud800"}}"#, "surrogate"),
    ]

    private static let list = #"{"method":"io.deeplinkd.Features.List","parameters":{"after":"A"}}"#
    private static let override = #"{"method":"io.deeplinkd.Monitor.Override","parameters":{"fact":"toggle A"}}"#
    private static let methodNotFound =
        #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"io.deeplinkd.Features.List"}}"#

    private static func invalid(_ parameter: String) -> String {
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(parameter)"}}"#
    }

    @Test func `a reply that no daemon may send is found, and one that it may send is not`() throws {
        var judge = MessageJudge(try ServedInterfaces.shared.get())
        for right in [#"{"parameters":{"features":[],"next":null}}"#, Self.invalid("after")] {
            judge.judge([Exchange(call: Self.list, reply: right)])
        }
        #expect(judge.faults.isEmpty, "\(judge.faults)")
        for (number, row) in Self.wrongReplies.enumerated() {
            judge.judge([Exchange(call: row.call, reply: row.reply)])
            #expect(judge.faults.count == number + 1, "\(row.reply): \(judge.faults.suffix(2))")
            #expect(judge.faults.last?.contains(row.fault) == true, "\(row.reply): \(judge.faults.suffix(1))")
        }
    }
}
