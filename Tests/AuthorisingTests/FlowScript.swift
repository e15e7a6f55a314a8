import Contract
import Features
import PermissionWire

@testable import PermissionRules

/// Plays a machine line by line, for tests that read as tables.
///
///     begin 1 ann link        -> look 1
///     found 1 camera*         -> began 1 camera, asking 1 camera
///     answer 1 camera granted -> record camera yes
///
/// Users are ann (1) and bob (2). A step is a name with the way in which it is asked: `camera*` consent, `camera` a source,
/// `camera!` by the system, `camera-` by neither, `camera?` a confirmation; `camera*3` was denied three minutes ago.
final class FlowScript {
    private static let users: [Substring: UInt32] = ["ann": 1, "bob": 2]
    private static let kinds: [Character: (FlowStep.Asker, FlowStep.Record)] = [
        "*": (.client, .consent), "!": (.system, .source), "-": (.unavailable, .source), "?": (.client, .confirmation),
    ]

    private var machine = FlowMachine()
    private var nowNs: Int64 = 0
    private var numbers: [String: Int] = [:]

    /// Carries out one command, and gives its result with the effects.
    func play(_ command: String) -> String {
        let words = command.split(separator: " ")
        let result = perform(words[0], Array(words.dropFirst()))
        return ([result].compactMap(\.self) + machine.takeEffects().map(text)).joined(separator: ", ")
    }

    private func perform(_ command: Substring, _ words: [Substring]) -> String? {
        let name = words.first.map(String.init) ?? ""
        switch command {
        case "begin":
            machine.begin(
                FlowRequest(
                    name: name, user: Self.users[words[1]] ?? 0, pace: words.contains("fast") ? .machine : .human,
                    isInitiated: words.contains("initiated"), hasLink: words.contains("link")), nowNs: nowNs)
        case "found":
            machine.looked(name, number: numbers[name] ?? 0, standing(words.dropFirst()), nowNs: nowNs)
        case "late": machine.looked(name, number: (numbers[name] ?? 0) - 1, .gone, nowNs: nowNs)
        case "answer": return answer(name, words)
        case "recorded":
            machine.recorded(name, failure: words.dropFirst().first.map(String.init), nowNs: nowNs)
        case "prompted":
            let result: PromptResult =
                switch words[2] {
                case "asked": .asked
                case "denied": .denied
                case "unshown": .noAgent
                default: .failed(String(words[2]))
                }
            machine.prompted(name, step: String(words[1]), result, nowNs: nowNs)
        case "retried": machine.retried(name)
        case "leave": machine.disconnect(name)
        case "changed": machine.factsChanged(of: words.first.flatMap { Self.users[$0] })
        case "shutdown": machine.shutDown()
        case let time where time.hasPrefix("+"):
            nowNs += (Int64(time.dropFirst()) ?? 0) * 1_000_000_000
            machine.advance(nowNs: nowNs)
        default: return "no command \(command)"
        }
        return nil
    }

    private func answer(_ name: String, _ words: [Substring]) -> String? {
        let user = words.last.flatMap { Self.users[$0] }
        let step = words.count > 2 ? String(words[1]) : nil
        let answer = PermissionAnswer(rawValue: String(words.count > 2 ? words[2] : words[1]))
        do {
            try machine.answer(name, user: user ?? 1, step: step, answer ?? .cancel, nowNs: nowNs)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func standing(_ words: ArraySlice<Substring>) -> FlowStanding {
        switch words.first {
        case "gone": return .gone
        case "blocked": return .blocked(OutcomeCode(rawValue: String(words.last ?? "")) ?? .failedInternal)
        default:
            var elsewhere: [String: String] = [:]
            for pair in words.map({ $0.split(separator: "=") }) where pair.count == 2 {
                elsewhere["permission:\(pair[0])"] = String(pair[1])
            }
            return .open(words.filter { !$0.contains("=") }.map(Self.step), elsewhere: elsewhere)
        }
    }

    private static func step(_ word: Substring) -> OpenStep {
        let name = word.prefix { $0.isLetter }
        let mark = word.dropFirst(name.count)
        let kind = mark.first.flatMap { kinds[$0] } ?? (.client, .source)
        let ageMinutes = Int64(mark.drop { !$0.isNumber })
        return OpenStep(
            FlowStep(id: "permission:\(name)", name: String(name), asker: kind.0, record: kind.1),
            deniedAgeNs: ageMinutes.map { $0 * 60_000_000_000 })
    }

    // MARK: Effects

    private func text(_ effect: FlowMachine.Effect) -> String {
        switch effect {
        case .tell(let flow, .began(let steps)): return "began \(flow) \(steps.map(\.name).joined(separator: "+"))"
        case .tell(let flow, .asking(let step, let deadlineNs)):
            return "asking \(flow) \(step.name) \((deadlineNs - nowNs) / 1_000_000_000)s"
        case .tell(let flow, .answered(let step, let result)): return "answered \(flow) \(step.name) \(result.rawValue)"
        case .look(let flow, let number, let isFresh):
            numbers[flow] = number
            return "look \(flow)" + (isFresh ? " afresh" : "")
        case .prompt(let flow, let step): return "prompt \(flow) \(step.name)"
        case .endPrompt(let flow, let step): return "unprompt \(flow) \(step.name)"
        case .record(let flow, let step, let isGranted):
            return "record \(flow) \(step.name) \(isGranted ? "yes" : "no")"
        case .confirm(let flow, let step): return "confirm \(flow) \(step.name)"
        case .retry(let flow): return "retry \(flow)"
        case .complete(let flow, let completion): return "end \(flow) \(text(completion))"
        }
    }

    private func text(_ completion: FlowCompletion) -> String {
        let lists = [
            ("granted", completion.granted), ("skipped", completion.skipped), ("open", completion.outstanding),
        ]
        let named = lists.filter { !$0.1.isEmpty }.map { " \($0.0):" + $0.1.joined(separator: "+") }.joined()
        switch completion.end {
        case .denied(let waitNs), .limited(let waitNs):
            return "\(completion.end.name) \(waitNs / 1_000_000_000)s\(named)"
        case .blocked(let code): return "\(code.rawValue)\(named)"
        case .failed(let sentence): return "failed (\(sentence))\(named)"
        case .granted, .partial, .cancelled, .superseded, .expired, .removed, .changed, .noAgent, .shutdown:
            return completion.end.name + named
        }
    }
}
