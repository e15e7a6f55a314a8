// The authorisation flows of all users, as a machine without a clock or a socket: calls come in, time is passed in, and
// what has to be done comes out as effects.
//
//     machine.begin(FlowRequest("5f3c…", user 1000))     a program wants SmartPlaylists for its user
//     machine.takeEffects()                              → [.look("5f3c…", 1)]
//     machine.looked("5f3c…", 1, .open([location]))
//     machine.takeEffects()                              → [.tell(.began([location])), .tell(.asking(location))]
//     machine.answer("5f3c…", "location", .granted)      the program asked the person
//     machine.takeEffects()                              → [.record(location, true)]
//     machine.recorded("5f3c…")                          → [.look("5f3c…", 2)]
//     machine.looked("5f3c…", 2, .open([]))              → [.tell(.answered(location)), .complete(granted)]
//
// A look is the owner's question to the gate: what stands in the way now? So the machine takes no client's word for a grant.
// Each flow has exactly one `.complete`, and at most one `.retry`, which comes before it. It is a value, so that a test can
// try every sequence of calls.

internal import Contract
import PermissionWire

/// All flows, and what is remembered of earlier ones.
///
/// *Owner/thread*: the loop's thread.
package struct FlowMachine: Hashable {
    /// What the owner has to do.
    package enum Effect: Hashable, Sendable {
        /// The client is told.
        case tell(flow: String, FlowNews)
        /// Find out what stands in the way, and call `looked` with the number; a fresh look has all sources asked again.
        case look(flow: String, number: Int, isFresh: Bool)
        /// Have the system ask the person, and call `prompted`.
        case prompt(flow: String, FlowStep)
        /// Take the system's question back.
        case endPrompt(flow: String, FlowStep)
        /// Keep the person's answer, and call `recorded`.
        case record(flow: String, FlowStep, isGranted: Bool)
        /// The link of the flow counts as confirmed from the next look on.
        case confirm(flow: String, FlowStep)
        /// Perform the link of the flow, and call `retried`.
        case retry(flow: String)
        /// The flow has ended.
        case complete(flow: String, FlowCompletion)
    }

    private(set) var flows: [String: Flow] = [:]
    /// The flow of each user that still asks.
    private(set) var current: [UInt32: String] = [:]
    var effects: [Effect] = []
    var history = PromptHistory()

    package init() {}

    /// Whether there is no flow.
    package var isEmpty: Bool { flows.isEmpty }

    /// The questions of a flow, from its first look on.
    package func steps(of name: String) -> [FlowStep] { flows[name]?.steps ?? [] }

    /// Removes and returns what has to be done, in its order.
    package mutating func takeEffects() -> [Effect] {
        var taken: [Effect] = []
        swap(&taken, &effects)
        return taken
    }

    // MARK: Beginnings

    /// Begins a flow; one of the same user that still asks is superseded.
    package mutating func begin(_ request: FlowRequest, nowNs: Int64) {
        if let older = current[request.user] { complete(older, .superseded) }
        history.forget(before: nowNs)
        flows[request.name] = Flow(request)
        current[request.user] = request.name
        look(request.name, nowNs: nowNs)
    }

    // MARK: Looks

    /// Takes what stands in the way of a flow's feature.
    ///
    /// - Parameter number: of the look that found it.
    package mutating func looked(_ name: String, number: Int, _ standing: FlowStanding, nowNs: Int64) {
        guard let flow = flows[name], flow.lookCount == number else { return }
        switch flow.state {
        case .looking: proceed(name, standing, nowNs: nowNs)
        case .asking(let step), .prompting(let step):
            guard !isOpen(step, of: flow, in: standing) else { return }
            if case .prompting = flow.state { endPrompt(flow, step) }
            move(name, to: .looking, deadlineNs: flow.deadlineNs)
            flows[name]?.decided = step
            proceed(name, standing, nowNs: nowNs)
        // The answer that is being kept changes it: it is looked at again afterwards.
        case .settling, .retrying: return
        }
    }

    /// Takes note that facts or the table have changed: what is being asked may be answered, or of no use.
    ///
    /// - Parameter user: whose facts; nil for everybody's.
    package mutating func factsChanged(of user: UInt32? = nil) {
        for (owner, name) in current.sorted(by: { $0.key < $1.key }) where user == nil || user == owner {
            switch flows[name]?.state {
            case .asking, .prompting: requestLook(name)
            case .looking, .settling, .retrying, nil: continue
            }
        }
    }

    private func isOpen(_ step: Int, of flow: Flow, in standing: FlowStanding) -> Bool {
        guard case .open(let items, _) = standing, let steps = flow.steps else { return false }
        return items.contains { $0.step == steps[step] } && items.allSatisfy { steps.contains($0.step) }
    }

    /// Goes on from what stands in the way: asks the next question, or ends.
    private mutating func proceed(_ name: String, _ standing: FlowStanding, nowNs: Int64) {
        switch standing {
        case .gone: complete(name, .removed)
        case .blocked(let code): complete(name, .blocked(code))
        case .open(let items, let elsewhere):
            let isFirst = flows[name]?.steps == nil
            guard flows[name]?.note(items, elsewhere: elsewhere) == true, let flow = flows[name], let steps = flow.steps
            else {
                return complete(name, .changed)
            }
            if isFirst { effects.append(.tell(flow: name, .began(steps))) }
            let result = tellDecided(flow, items, nowNs: nowNs)
            if items.isEmpty { return succeed(name) }
            if let waitNs = denial(items, of: flow, nowNs: nowNs) {
                return complete(name, .denied(retryAfterNs: waitNs))
            }
            askNext(flow, steps, after: result, nowNs: nowNs)
        }
    }

    /// Tells the client how its last question ended; returns it, or nil where it was told before.
    private mutating func tellDecided(_ flow: Flow, _ items: [OpenStep], nowNs: Int64) -> StepResult? {
        guard let number = flow.decided, let step = flow.steps?[number] else { return nil }
        flows[flow.request.name]?.decided = nil
        let item = items.first { $0.step == step }
        let result: StepResult =
            if let item {
                flow.skipped.contains(number)
                    ? .skipped : deniedAgeNs(item, of: flow, nowNs: nowNs) != nil ? .denied : .undecided
            } else { flow.elsewhere[number] == nil ? .granted : .undecided }
        effects.append(.tell(flow: flow.request.name, .answered(step, result)))
        return result
    }

    // MARK: Questions

    /// For how long a question that was denied stands in the way; nil where none does.
    private func denial(_ items: [OpenStep], of flow: Flow, nowNs: Int64) -> Int64? {
        for item in items {
            guard let ageNs = deniedAgeNs(item, of: flow, nowNs: nowNs) else { continue }
            let wasAsked = flow.steps?.firstIndex(of: item.step).map(flow.asked.contains) ?? false
            let waitNs = Limits.denialRest.wholeNanoseconds - ageNs
            if wasAsked || !flow.request.isInitiated && waitNs > 0 { return max(0, waitNs) }
        }
        return nil
    }

    /// How long ago the person said no, by its source or by what is remembered.
    private func deniedAgeNs(_ item: OpenStep, of flow: Flow, nowNs: Int64) -> Int64? {
        let remembered = history.denial(of: item.step.name, user: flow.request.user).map { nowNs - $0 }
        return [item.deniedAgeNs, remembered].compactMap(\.self).min()
    }

    /// Asks the next question, unless the user was asked too many.
    ///
    /// In a flow that the person began, a question that follows a grant is not counted: no flood, since each grant takes away
    /// one of the questions that there are, and any other answer ends it.
    private mutating func askNext(_ flow: Flow, _ steps: [FlowStep], after result: StepResult?, nowNs: Int64) {
        let name = flow.request.name
        let next = flow.open.sorted().first {
            !flow.asked.contains($0) && !flow.skipped.contains($0) && steps[$0].asker != .unavailable
        }
        guard let next else { return complete(name, .partial) }
        let isCounted = !flow.request.isInitiated || result != .granted
        if isCounted, let waitNs = history.addPrompt(to: flow.request.payer, nowNs: nowNs) {
            return complete(name, .limited(retryAfterNs: waitNs))
        }
        let deadlineNs = nowNs + flow.request.pace.limit.wholeNanoseconds
        flows[name]?.asked.insert(next)
        flows[name]?.deadlineNs = deadlineNs
        effects.append(.tell(flow: name, .asking(steps[next], deadlineNs: deadlineNs)))
        switch steps[next].asker {
        case .client, .unavailable: flows[name]?.state = .asking(next)
        case .system:
            flows[name]?.state = .prompting(next)
            effects.append(.prompt(flow: name, steps[next]))
        }
    }

    // MARK: Ends

    /// Ends a flow with nothing outstanding, after its link was performed where it has one.
    private mutating func succeed(_ name: String) {
        guard let flow = flows[name], flow.request.hasLink else { return complete(name, .granted) }
        // From now on it asks nothing: a newer flow has nothing to supersede.
        current[flow.request.user] = nil
        flows[name]?.state = .retrying
        flows[name]?.deadlineNs = nil
        effects.append(.retry(flow: name))
    }

    /// Ends a flow; the only place that does.
    mutating func complete(_ name: String, _ end: FlowEnd) {
        guard let flow = flows.removeValue(forKey: name) else { return }
        if current[flow.request.user] == name { current[flow.request.user] = nil }
        if case .prompting(let step) = flow.state { endPrompt(flow, step) }
        effects.append(.complete(flow: name, flow.completion(end)))
    }

    private mutating func endPrompt(_ flow: Flow, _ step: Int) {
        guard let step = flow.steps?[step] else { return }
        effects.append(.endPrompt(flow: flow.request.name, step))
    }

    // MARK: Changes of state

    /// Has what stands in the way found out, and waits for it.
    mutating func look(_ name: String, isFresh: Bool = false, nowNs: Int64) {
        move(name, to: .looking, deadlineNs: nowNs + Limits.flowWork.wholeNanoseconds)
        requestLook(name, isFresh: isFresh)
    }

    private mutating func requestLook(_ name: String, isFresh: Bool = false) {
        flows[name]?.lookCount += 1
        guard let flow = flows[name] else { return }
        effects.append(.look(flow: name, number: flow.lookCount, isFresh: isFresh))
    }

    /// Has a flow wait for something else.
    mutating func move(_ name: String, to state: Flow.State, deadlineNs: Int64?) {
        flows[name]?.state = state
        flows[name]?.deadlineNs = deadlineNs
    }

    /// Notes that a question was answered; the next look says how.
    mutating func note(decided step: Int, of name: String, isSkipped: Bool = false) {
        flows[name]?.decided = step
        if isSkipped { flows[name]?.skipped.insert(step) }
    }
}

extension QuestionPace {
    /// How long one question waits.
    var limit: Duration {
        switch self {
        case .machine: Limits.machinePace
        case .human: Limits.humanPace
        }
    }
}
