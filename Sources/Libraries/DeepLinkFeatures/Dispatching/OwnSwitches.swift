import Features

/// The switches that features have of their own, as one dispatcher knows them.
final class OwnSwitches {
    private struct State {
        /// The program's word in the place of the switch's answer.
        var override: Bool?
        /// Whether the switch is being asked at this moment: one that asks about its own feature gets the last answer instead
        /// of asking itself for ever.
        var isAsked = false
        /// The answer that is among the facts; nil where none is.
        var answer: SwitchState?
    }

    /// By the number of the feature.
    private var states: [State]

    /// - Parameter count: the number of features.
    init(count: Int) { states = Array(repeating: State(), count: count) }

    /// Notes what the program has put among the facts; nil where it has taken the fact out, and the switch decides again.
    func override(_ feature: Int, with isOn: Bool?) {
        change(feature) { ($0.override, $0.answer) = (isOn, nil) }
    }

    /// Asks switches, and puts each answer that is new among the facts.
    ///
    /// They are the program's code and may ask the dispatcher things, so nothing of it is being changed meanwhile.
    func ask(_ switches: [FeatureQuestions.Switch], into store: FactStore) {
        for asked in switches {
            let known = states[asked.feature]
            guard known.override == nil, !known.isAsked else { continue }
            change(asked.feature) { $0.isAsked = true }
            let answer: SwitchState = asked.type.isEnabled.map { $0 ? .on : .off } ?? .unknown
            change(asked.feature) { $0.isAsked = false }
            let state = states[asked.feature]
            // The switch may have said more than its answer: `setRuntime` is the last word.
            guard state.override == nil, state.answer != answer else { continue }
            change(asked.feature) { $0.answer = answer }
            store.set(asked.key, to: Fact(.state(answer)))
        }
    }

    /// Taken out to be changed: so no access goes on while another begins, and none is checked for it.
    private func change(_ feature: Int, _ change: (inout State) -> Void) {
        var states = states
        self.states = []
        change(&states[feature])
        self.states = states
    }
}
