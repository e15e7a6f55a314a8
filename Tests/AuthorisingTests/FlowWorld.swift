import Contract
import Features
import PermissionWire

@testable import PermissionRules

/// Two flows of one user, with everything around them: what the sources say, and what the daemon has under way.
///
/// A value, so that a test can go on from each of its states in every way. Its clock stands still, but for deadlines: two
/// states that differ in their times alone are one.
struct FlowWorld {
    /// What a source says of one permission.
    enum Truth: Hashable {
        case undecided
        case granted
        case denied
    }

    /// Something that can happen next.
    enum Event: Hashable {
        case begin
        case answer(flow: String, step: String, PermissionAnswer)
        case found(flow: String, number: Int, Finding)
        case prompted(flow: String, step: String, PromptResult)
        case recorded(flow: String, step: String, isGranted: Bool, failure: String?)
        case retried(flow: String)
        case disconnect(flow: String)
        case factsChanged(step: String)
        case reload
        case deadline
        case shutDown
    }

    /// What a look comes back with.
    enum Finding: Hashable {
        case truth
        case sourceFailed
        case featureRemoved
        case longerList
    }

    let steps: [FlowStep]
    let names: [String]
    private(set) var machine = FlowMachine()
    private(set) var truths: [String: Truth]
    /// What the machine asked for and has no answer to.
    private(set) var pending: Set<FlowMachine.Effect> = []
    private(set) var begun = 0
    private let nowNs: Int64 = 0
    private(set) var completions: [String: FlowCompletion] = [:]
    private(set) var retries: [String: Int] = [:]
    /// How often facts or the table may still change: without a bound there is no end of states.
    private var changesLeft = 1
    private(set) var faults: [String] = []

    init(_ steps: [FlowStep], names: [String] = ["1", "2"]) {
        (self.steps, self.names) = (steps, names)
        truths = Dictionary(uniqueKeysWithValues: steps.map { ($0.name, .undecided) })
    }

    // MARK: Telling states apart

    /// What tells two states apart for all that can happen next.
    struct Key: Hashable {
        private struct FlowKey: Hashable {
            let name: String
            let state: Flow.State
            let asked: Set<Int>
            let skipped: Set<Int>
            let open: Set<Int>
            let decided: Int?
            let steps: [FlowStep]?
        }

        private let flows: Set<FlowKey>
        private let truths: [String: Truth]
        private let pending: Set<Pending>
        private let history: PromptHistory
        private let counts: [Int]
        private let retried: Set<String>

        private enum Pending: Hashable {
            case look(String)
            case other(FlowMachine.Effect)
        }

        init(_ world: FlowWorld) {
            flows = Set(
                world.machine.flows.map { name, flow in
                    FlowKey(
                        name: name, state: flow.state, asked: flow.asked, skipped: flow.skipped, open: flow.open,
                        decided: flow.decided, steps: flow.steps)
                })
            (truths, history) = (world.truths, world.machine.history)
            pending = Set(world.pending.map { if case .look(let flow, _, _) = $0 { .look(flow) } else { .other($0) } })
            counts = [world.begun, world.changesLeft, world.completions.count]
            retried = Set(world.retries.keys)
        }
    }

    // MARK: What can happen

    var events: [Event] {
        var events: [Event] = begun < names.count ? [.begin] : []
        for effect in pending { events += replies(to: effect) }
        for (name, flow) in machine.flows {
            events.append(.disconnect(flow: name))
            for step in steps {
                events += PermissionAnswer.allCases.map { .answer(flow: name, step: step.name, $0) }
            }
            if flow.deadlineNs != nil { events.append(.deadline) }
        }
        if changesLeft > 0, !machine.isEmpty {
            events += [.reload] + steps.filter { truths[$0.name] != .granted }.map { .factsChanged(step: $0.name) }
        }
        if begun == names.count, !machine.isEmpty { events.append(.shutDown) }
        return events
    }

    private func replies(to effect: FlowMachine.Effect) -> [Event] {
        switch effect {
        case .look(let flow, let number, _):
            [Finding.truth, .sourceFailed, .featureRemoved, .longerList].map {
                .found(flow: flow, number: number, $0)
            }
        case .prompt(let flow, let step):
            [PromptResult.asked, .denied, .noAgent, .failed("gone")].map { .prompted(flow: flow, step: step.name, $0) }
        case .record(let flow, let step, let isGranted):
            [nil, "full"].map { .recorded(flow: flow, step: step.name, isGranted: isGranted, failure: $0) }
        case .retry(let flow): [.retried(flow: flow)]
        case .tell, .endPrompt, .confirm, .complete: []
        }
    }

    // MARK: What happens

    mutating func play(_ event: Event) {
        switch event {
        case .begin:
            let request = FlowRequest(name: names[begun], user: 1, isInitiated: begun == 0, hasLink: true)
            begun += 1
            machine.begin(request, nowNs: nowNs)
        case .answer(let flow, let step, let answer):
            // ignored: the question is not asked; then nothing may change, as `collect` checks.
            try? machine.answer(flow, user: 1, step: step, answer, nowNs: nowNs)
        case .found(let flow, let number, let finding):
            pending = pending.filter { if case .look(flow, number, _) = $0 { false } else { true } }
            machine.looked(flow, number: number, standing(finding), nowNs: nowNs)
        case .prompted(let flow, let step, let result):
            pending = pending.filter { if case .prompt(flow, _) = $0 { false } else { true } }
            if result == .asked { truths[step] = .granted }
            machine.prompted(flow, step: step, result, nowNs: nowNs)
        case .recorded(let flow, let step, let isGranted, let failure):
            pending = pending.filter { if case .record(flow, _, _) = $0 { false } else { true } }
            if failure == nil { truths[step] = isGranted ? .granted : .denied }
            machine.recorded(flow, failure: failure, nowNs: nowNs)
        case .retried(let flow):
            pending.remove(.retry(flow: flow))
            machine.retried(flow)
        case .disconnect(let flow): machine.disconnect(flow)
        case .factsChanged(let step):
            changesLeft -= 1
            truths[step] = .granted
            machine.factsChanged(of: 1)
        case .reload:
            changesLeft -= 1
            machine.factsChanged()
        case .deadline:
            if let dueNs = machine.nextDeadlineNs { machine.advance(nowNs: dueNs) }
        case .shutDown: machine.shutDown()
        }
        collect()
    }

    private func standing(_ finding: Finding) -> FlowStanding {
        let open = steps.filter { truths[$0.name] != .granted }
            .map { OpenStep($0, deniedAgeNs: truths[$0.name] == .denied ? 0 : nil) }
        switch finding {
        case .truth: return .open(open)
        case .sourceFailed: return .blocked(.pendingUndetermined)
        case .featureRemoved: return .gone
        case .longerList:
            return .open(open + [OpenStep(FlowStep(id: "new", name: "new", asker: .client, record: .consent))])
        }
    }

    /// Takes the machine's effects, and notes what must not be.
    private mutating func collect() {
        for effect in machine.takeEffects() {
            switch effect {
            case .look(let flow, _, _), .record(let flow, _, _), .tell(let flow, _), .confirm(let flow, _):
                if completions[flow] != nil { faults.append("\(flow) goes on after its end: \(effect)") }
                if retries[flow] != nil { faults.append("\(flow) goes on after its link: \(effect)") }
                if case .tell = effect { continue }
                if case .confirm = effect { continue }
                if case .look = effect { dropEarlierLook(of: flow) }
                pending.insert(effect)
            case .prompt:
                let isPrompting = pending.contains { if case .prompt = $0 { true } else { false } }
                if isPrompting { faults.append("two questions of the system at once") }
                pending.insert(effect)
            case .endPrompt(let flow, let step):
                if pending.remove(.prompt(flow: flow, step)) == nil { faults.append("no question to take back") }
            case .retry(let flow):
                retries[flow, default: 0] += 1
                if completions[flow] != nil { faults.append("\(flow) performs after its end") }
                pending.insert(effect)
            case .complete(let flow, let completion):
                if completions.updateValue(completion, forKey: flow) != nil { faults.append("\(flow) ends twice") }
                note(completion, of: flow)
                dropLateReplies(to: flow)
            }
        }
    }

    private mutating func note(_ completion: FlowCompletion, of flow: String) {
        let isPerformed = retries[flow] != nil
        if completion.end == .granted, !isPerformed || !completion.outstanding.isEmpty || !completion.skipped.isEmpty {
            faults.append("\(flow) succeeds without its link, or with something outstanding")
        }
        // Only a connection that is gone ends a flow whose link is being performed.
        if isPerformed, completion.end != .granted, completion.end != .cancelled {
            faults.append("\(flow) performs its link and ends \(completion.end.name)")
        }
        let all = completion.granted + completion.skipped + completion.outstanding
        if Set(all).count != all.count { faults.append("\(flow) names a permission twice") }
        if flow == names.last, completion.end == .superseded { faults.append("the newest flow is superseded") }
    }

    /// Checks that the result of a look counts for nothing where another one was asked for, and forgets it.
    private mutating func dropEarlierLook(of flow: String) {
        for case .look(flow, let number, let isFresh) in pending {
            pending.remove(.look(flow: flow, number: number, isFresh: isFresh))
            var machine = machine
            let before = machine
            machine.looked(flow, number: number, .gone, nowNs: nowNs)
            if machine != before { faults.append("an earlier look of \(flow) counts") }
        }
    }

    /// Checks that replies to a flow that has ended change nothing, and forgets them.
    private mutating func dropLateReplies(to ended: String) {
        let late = pending.filter { effect in
            replies(to: effect).contains { event in
                switch event {
                case .found(let flow, _, _), .prompted(let flow, _, _), .recorded(let flow, _, _, _),
                    .retried(let flow):
                    flow == ended
                case .begin, .answer, .disconnect, .factsChanged, .reload, .deadline, .shutDown: false
                }
            }
        }
        pending.subtract(late)
        for event in late.flatMap(replies) {
            var machine = machine
            let before = machine
            switch event {
            case .found(let flow, let number, let finding):
                machine.looked(flow, number: number, standing(finding), nowNs: nowNs)
            case .prompted(let flow, let step, let result): machine.prompted(flow, step: step, result, nowNs: nowNs)
            case .recorded(let flow, _, _, let failure): machine.recorded(flow, failure: failure, nowNs: nowNs)
            case .retried(let flow): machine.retried(flow)
            case .begin, .answer, .disconnect, .factsChanged, .reload, .deadline, .shutDown: continue
            }
            if machine != before { faults.append("a late reply counts: \(event)") }
        }
    }
}
