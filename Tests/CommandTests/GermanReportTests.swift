import Contract
import DeepLinkClient
import Testing
import Varlink

@testable import deeplinkctl

/// The report of `deeplinkctl open` for a person, line by line: each line in German beside the same in English.
@Suite struct GermanReportTests {
    /// The members of an outcome that have a line, with values that are no words.
    private static let members = """
        "outcomeId":"1","url":"t://1","route":"2","feature":"3","title":"4","action":"5","parameters":{"6":7},
        "ignored":[{"key":"8","reason":"mistyped"}],"replayed":true,"via":["t://9"],"interceptors":["10"],
        "rejection":{"offset":11,"component":"12","rule":"13","expected":"14","nearest":"15","failure":"16"},
        "cached":{"ageMs":1000,"stale":true},"text":"17","timings":{"parseNs":1,"matchNs":2,"verifyNs":3},
        "instead":{"feature":"18","action":"19","code":"ok.performed","message":"20"}
        """

    private static let executions = [
        #"{"kind":"exec","durationMs":1,"exit":{"code":1},"stdout":{"bytes":9,"text":"21","truncated":true}}"#,
        #"{"kind":"exec","durationMs":1,"exit":{"signal":9},"stderr":{"bytes":9,"text":"22","truncated":false},"unit":"23","job":"24","unitResult":"25"}"#,
        #"{"kind":"exec","durationMs":1,"service":"26","method":"27","status":500,"attempts":2,"retryAfterMs":5,"app":"28"}"#,
        #"{"kind":"exec","durationMs":1,"errorName":"29","reason":"30","decoding":{"path":"31","found":"32","expected":"33"}}"#,
    ]

    /// Every condition in every state, each with a switch and products to name.
    private static func constraints(_ code: OutcomeCode) -> String {
        ConstraintReport.Kind.allCases.flatMap { kind in
            ["satisfied", "unsatisfied", "undetermined", "inactive"].map { status in
                """
                {"id":"\(kind.rawValue):\(status)","kind":"\(kind.rawValue)","subject":"microphone","status":"\(status)",
                "reason":"1","code":"\(code.rawValue)","evidence":{"source":"file"},"remedies":[\(remedies([.enableToggle, .purchase], [.user], withheld: true))]}
                """
            }
        }.joined(separator: ",")
    }

    private static func remedies(
        _ kinds: [Contract.Remedy.Kind] = Contract.Remedy.Kind.allCases,
        _ actors: [Contract.Actor] = Contract.Actor.allCases,
        withheld: Bool = false
    ) -> String {
        kinds.flatMap { kind in
            actors.map { actor in
                """
                {"kind":"\(kind.rawValue)","actor":"\(actor.rawValue)","message":"1","arguments":{"permission":"camera",
                "feature":"2","products":["3","4"],"titles":["5","6"],"mode":"any","units":{"3":30},"held":{"3":1},
                "title":"7","question":"8"}\(withheld ? #","withheldBecause":"toggle:9""# : "")}
                """
            }
        }.joined(separator: ",")
    }

    private static func received(_ code: OutcomeCode, execution: String) throws -> ReceivedOutcome {
        let text = """
            {"class":"\(code.outcomeClass.rawValue)","code":"\(code.rawValue)","message":"1","primary":"purchase:unsatisfied",
            \(members),"constraints":[\(constraints(code))],"remedies":[\(remedies())],
            "execution":\(execution)}
            """
        let received = try ReceivedOutcome(JSONText.value(of: text))
        #expect(received.outcome != nil)
        return received
    }

    /// The words of a line outside of round brackets, in which the names for programs are.
    private static func words(_ line: Line) -> [String] {
        var (depth, rest) = (0, "")
        for character in line.text {
            if character == "(" { depth += 1 }
            if depth == 0 { rest.append(character) }
            if character == ")" { depth = max(0, depth - 1) }
        }
        return rest.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Lines that are the same in both languages: a word that German has too, and a value.
    private static let shared: Set = [
        "url t 1", "route 2", "app 28", "unit 23", "job 24", "status 500", "id 1",
        // Commands to paste.
        "deeplinkctl toggle 2 on", "deeplinkctl runtime 2 on",
    ]

    /// Words of English sentences that German has not.
    private static let english: Set = [
        "the", "is", "were", "not", "this", "you", "your", "and", "or", "for", "to", "with", "it", "of", "needs",
        "from",
    ]

    @Test(arguments: OutcomeCode.allCases)
    func `no line is the same in English, and none has English words`(_ code: OutcomeCode) throws {
        for execution in Self.executions {
            let received = try Self.received(code, execution: execution)
            let next = NextCommand(socket: nil, subject: nil)
            let lines = [PersonLanguage.english, .german].map { language in
                OutcomeText.lines(of: received, in: language, next: next).map(Self.words)
            }
            // The fewer lines, the fewer were compared: nine conditions in four states, and a remedy of each kind and actor.
            let remedies = Contract.Remedy.Kind.allCases.count * Contract.Actor.allCases.count
            #expect(lines[0].count == lines[1].count && lines[0].count > 36 + remedies)
            var seen: Set<[String]> = []
            for (one, other) in zip(lines[0], lines[1]) where seen.insert(other).inserted {
                let line = other.joined(separator: " ")
                #expect(one != other || Self.shared.contains(line), "\(code) is not translated: \(line)")
                #expect(Self.english.isDisjoint(with: other), "\(code): \(line)")
            }
        }
    }

    @Test func `an outcome of a newer daemon has the sentence of its class, with the daemon's own in brackets`() throws
    {
        let text = #"{"class":"blocked","code":"blocked.new.thing","message":"A new thing is missing.","title":"X"}"#
        let received = try ReceivedOutcome(JSONText.value(of: text))
        func line(_ language: PersonLanguage) -> [String] {
            OutcomeText.lines(of: received, in: language, next: nil).map(\.text)
        }
        #expect(
            line(.english) == [
                "blocked.new.thing  Something that “X” needs is missing. (A new thing is missing.)"
            ])
        #expect(line(.german) == ["blocked.new.thing  Etwas, das „X“ benötigt, fehlt. (A new thing is missing.)"])
    }

    @Test func `what ends without an outcome has its sentence`() {
        let failures: [ToolFailure] = [
            .interrupted, .wrongReply, ToolFailure(.noOutcome), ToolFailure(.unreadable("1")),
            ToolFailure(.endedAsking),
            ToolFailure(.noMethod("1")), ToolFailure(.noActions), ToolFailure(.noTraces), ToolFailure(.noKeys),
            ToolFailure(.notForOthers), ToolFailure(.replied("1", "{}")), ToolFailure(.notUTF8(line: 1)),
            ToolFailure(DeepLinkError.noDaemon(paths: ["/1"])),
            ToolFailure(DeepLinkError.unreadableReply(path: "/1", reason: "1")),
        ]
        for failure in failures {
            let german = failure.inWords(of: .german)
            #expect(german.label == "Fehler:" && german.description.hasSuffix("."), "\(german)")
            #expect(Self.english.isDisjoint(with: Self.words(Line(german.description))), "\(german)")
            #expect(failure.inWords(of: .english).description == failure.description)
        }
        #expect(ToolFailure("of an option").inWords(of: .german).description == "of an option")
    }
}
