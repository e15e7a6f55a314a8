import Contract
package import Features
package import PermissionWire

// The events of a flow from clients, adapters and the clock.

extension FlowMachine {
    /// Takes what a program says of the question that is asked.
    ///
    /// - Parameter step: the question's name; a cancellation may leave it out.
    package mutating func answer(
        _ name: String, user: UInt32, step stepName: String?, _ answer: PermissionAnswer, nowNs: Int64
    ) throws(FlowAnswerError) {
        guard let flow = flows[name], flow.request.user == user else { throw .unknownFlow }
        // What is being performed is not cancelled by a word that comes too late.
        guard flow.state != .retrying else { throw .notAsked }
        if answer == .cancel { return complete(name, .cancelled) }
        switch flow.state {
        case .asking(let number):
            guard let step = flow.steps?[number], step.name == stepName else { throw .notAsked }
            take(answer, of: step, number, name, nowNs: nowNs)
        case .prompting(let number):
            guard let step = flow.steps?[number], step.name == stepName, answer == .skip else { throw .notAsked }
            effects.append(.endPrompt(flow: name, step))
            note(decided: number, of: name, isSkipped: true)
            look(name, nowNs: nowNs)
        case .looking, .settling, .retrying: throw .notAsked
        }
    }

    private mutating func take(
        _ answer: PermissionAnswer, of step: FlowStep, _ number: Int, _ name: String, nowNs: Int64
    ) {
        note(decided: number, of: name, isSkipped: answer == .skip)
        switch (answer, step.record) {
        case (.skip, _), (.cancel, _): look(name, nowNs: nowNs)
        case (.asked, _), (.granted, .source): look(name, isFresh: true, nowNs: nowNs)
        case (.denied, .source):
            rememberDenial(of: step, name, nowNs: nowNs)
            look(name, isFresh: true, nowNs: nowNs)
        case (.granted, .consent), (.denied, .consent):
            move(name, to: .settling(number), deadlineNs: nowNs + Limits.flowWork.wholeNanoseconds)
            effects.append(.record(flow: name, step, isGranted: answer == .granted))
        case (.granted, .confirmation):
            effects.append(.confirm(flow: name, step))
            look(name, nowNs: nowNs)
        case (.denied, .confirmation): complete(name, .denied(retryAfterNs: 0))
        }
    }

    /// Takes note that the person's answer is kept, or why it is not.
    package mutating func recorded(_ name: String, failure: String? = nil, nowNs: Int64) {
        guard case .settling = flows[name]?.state else { return }
        if let failure { return complete(name, .failed(failure)) }
        look(name, nowNs: nowNs)
    }

    /// Takes what came of the system's question.
    package mutating func prompted(_ name: String, step stepName: String, _ result: PromptResult, nowNs: Int64) {
        guard let flow = flows[name], case .prompting(let number) = flow.state, let step = flow.steps?[number],
            step.name == stepName
        else { return }
        // The question is closed: nothing is to be taken back.
        note(decided: number, of: name)
        move(name, to: .looking, deadlineNs: nil)
        switch result {
        case .asked: look(name, isFresh: true, nowNs: nowNs)
        case .denied:
            rememberDenial(of: step, name, nowNs: nowNs)
            look(name, isFresh: true, nowNs: nowNs)
        // What follows would be of no use: a link needs all that was asked for.
        case .noAgent: complete(name, .noAgent)
        case .failed(let sentence): complete(name, .failed(sentence))
        }
    }

    /// Takes note that the link was performed, or refused once more.
    package mutating func retried(_ name: String) {
        guard flows[name]?.state == .retrying else { return }
        complete(name, .granted)
    }

    /// Takes note that the connection of a flow is gone.
    package mutating func disconnect(_ name: String) { complete(name, .cancelled) }

    /// Ends all flows that still ask, where the daemon ends; links that are being performed end by themselves.
    package mutating func shutDown() {
        for name in current.values.sorted() { complete(name, .shutdown) }
    }

    private mutating func rememberDenial(of step: FlowStep, _ name: String, nowNs: Int64) {
        guard let user = flows[name]?.request.user else { return }
        history.addDenial(of: step.name, user: user, nowNs: nowNs)
    }

    // MARK: The clock

    /// When `advance` has something to do; nil where nothing waits.
    ///
    /// *Cost*: a look at every flow; there is one for each user at most that still asks.
    package var nextDeadlineNs: Int64? { flows.values.compactMap(\.deadlineNs).min() }

    /// Ends the flows whose questions had no answer in time.
    package mutating func advance(nowNs: Int64) {
        let due = flows.values.filter { ($0.deadlineNs ?? .max) <= nowNs }
        for flow in due.sorted(by: { $0.request.name < $1.request.name }) {
            switch flow.state {
            case .asking, .prompting: complete(flow.request.name, .expired)
            case .looking: complete(flow.request.name, .failed("What stands in the way was not known in time."))
            case .settling: complete(flow.request.name, .failed("The answer was not kept in time."))
            case .retrying: continue
            }
        }
    }
}
