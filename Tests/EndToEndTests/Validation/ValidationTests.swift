import TestSupport
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

    /// Changes of what methods are declared to take, each with a part of the fault that their replies must have then.
    private static let changedInputs: [Change] = [
        ("Dispatch.Open.timings", .kind(.optional(.int)), #""timings":true"#),
        ("Dispatch.Open.timings", .kind(.bool), #"invalid(["timings"])"#),
        ("Dispatch.Open.timings", .add("slow", .optional(.int)), #""slow":null"#),
        ("Dispatch.Perform.binding", .kind(.optional(.string)), #""binding":null"#),
    ]

    @Test(arguments: changedInputs.indices)
    func `a parameter that is not taken as it is declared is found`(_ index: Int) throws {
        let (path, change, fault) = Self.changedInputs[index]
        let served = try ServedInterfaces.shared.get().changing(path, change)
        let found = try faults(served, of: path.hasPrefix("Dispatch.Open") ? ".Open" : ".Perform").faults
        #expect(found.contains { $0.contains(fault) }, "\(found)")
    }

    // MARK: Changed descriptions

    private typealias Change = (path: String, change: DescriptionChange, fault: String)

    /// Changes of the descriptions, each with a part of the fault that the replies of the scenes must have then.
    private static let changes: [Change] = dropped + changed + required

    private static let dropped: [Change] = [
        ("Dispatch.Outcome.message", .drop, "outcome.message is not declared"),
        ("Features.Feature.name", .drop, "].name is not declared"),
        ("Monitor.Status.overridden", .drop, "Status.overridden is not declared"),
        ("Monitor.OverriddenFact.fact", .drop, "].fact is not declared"),
        ("Dispatch.OutcomeClass.blocked", .drop, "class is blocked, no OutcomeClass"),
        ("Features.ConstraintStatus.satisfied", .drop, "status is satisfied, no ConstraintStatus"),
        ("Dispatch.Explain", .drop, "Dispatch.Explain is answered, and not declared"),
        ("Dispatch.Explain.url", .drop, "accepted: parameters.url is not declared"),
        ("Features.SetToggle.feature", .drop, "accepted: parameters.feature is not declared"),
        ("Monitor.NotDevelopment", .drop, "Monitor.NotDevelopment is not declared"),
        ("Monitor.BadFact.diagnostics", .drop, "BadFact.diagnostics is not declared"),
    ]

    private static let changed: [Change] = [
        ("Dispatch.Rejection.offset", .kind(.optional(.string)), "rejection.offset is an int, no"),
        ("Dispatch.Outcome.class", .kind(.named("Actor")), "outcome.class is ok, no Actor"),
        ("Dispatch.Execution.stdout", .kind(.named("Exit")), "stdout.text is not declared"),
        ("Dispatch.Outcome.constraints", .kind(.named("ConstraintReport")), "constraints is an array"),
        ("Dispatch.Outcome.parameters", .kind(.optional(.string)), "parameters is an object, no"),
        ("Features.Feature.actions", .kind(.array(.int)), "actions[0] is a string, no"),
        ("Features.SetToggle.durable", .kind(.int), "durable is a bool, no"),
        ("Monitor.Override.status", .kind(.optional(.bool)), "accepted: parameters.status is a string, no"),
        ("Monitor.NotKept.code", .kind(.int), "NotKept.code is a string, no"),
    ]

    private static let required: [Change] = [
        ("Dispatch.Rejection.rule", .kind(.string), "rejection.rule is missing"),
        ("Features.List.next", .kind(.string), "List.next is missing"),
        ("Monitor.Override.ttlMs", .kind(.int), "accepted: parameters.ttlMs is missing"),
        ("Monitor.BadTable.diagnostics", .add("file", .string), "BadTable.file is missing"),
    ]

    @Test func `every change of a description is found in the replies`() throws {
        let recorder = CorpusRecorder()
        for name in ["explanations", "links", "features", "monitor", "tables"] {
            try CorpusScene.all.first { $0.name == name }?.play(recorder)
        }
        let exchanges = try Exchange.all(in: recorder.tap.messages)
        let served = try ServedInterfaces.shared.get()
        var unchanged = MessageJudge(served)
        unchanged.judge(exchanges)
        #expect(unchanged.faults.isEmpty, "\(unchanged.faults.prefix(3).joined(separator: "\n"))")
        for (path, change, fault) in Self.changes {
            var judge = MessageJudge(try served.changing(path, change))
            judge.judge(exchanges)
            #expect(judge.faults.contains { $0.contains(fault) }, "\(path): \(judge.faults.prefix(3))")
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
