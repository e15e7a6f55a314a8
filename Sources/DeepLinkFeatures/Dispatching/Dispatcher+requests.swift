public import Features

extension Dispatcher {
    /// Asks whether an action can be performed now.
    ///
    /// - Parameters:
    ///   - binding: the feature and its action.
    ///   - subject: whose facts count; the dispatcher's own unless given.
    /// *Cost*: asks the feature's and its ancestors' own switches, and the dispatcher's providers; what else they depend on is worked out once after
    /// each change.
    public func request<FeatureType, ActionType>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, for subject: Subject? = nil
    ) -> Verification<FeatureType, ActionType> {
        do throws(Refusal) {
            return .verified(try verify(ConditionalActionBinding<FeatureType, ActionType>.self, for: subject))
        } catch {
            return .refused(error)
        }
    }

    /// The one gate of all bindings: those that are requested, and those that links lead to, whatever their feature.
    func verify<Binding: ActionBinding>(
        _ binding: Binding.Type, for subject: Subject?
    ) throws(Refusal) -> VerifiedActionBinding<Binding.FeatureType, Binding.ActionType> {
        let subject = subject ?? self.subject
        guard let binding = roster.binding(binding) else {
            throw Refusal(undeclared: Binding.ActionType.name, of: Binding.FeatureType.name)
        }
        bringUpToDate(binding.feature, for: subject)
        switch cache.verify(
            binding, inputs: [], in: roster.catalogue, caller: Self.caller, subject: subject, tableRevision: "")
        {
        case .verified(let proof):
            return VerifiedActionBinding(proof: proof, dispatcher: self, subject: subject)
        case .refused(let refusal):
            throw Refusal(refusal, feature: roster.catalogue.features[binding.feature].path)
        }
    }

    /// The caller of every request: the program itself.
    ///
    /// The subject whose facts count is passed separately.
    static let caller = Caller(uid: 0)

    /// Whether all that a proof rests on is as it was.
    func isCurrent(_ proof: borrowing Features.VerifiedActionBinding) -> Bool {
        bringUpToDate(proof.binding.feature, for: proof.subject)
        return proof.stateRevision == store.revision(of: proof.subject)
    }

    /// Lets the time pass, and asks the switches that a feature and its ancestors have of their own, and the providers.
    func bringUpToDate(_ feature: Int, for subject: Subject) {
        store.advance(toMs: clock())
        askSwitches(feature)
        askProviders(feature, for: subject)
    }

    /// Asks the features' own switches.
    ///
    /// They are the program's code and may ask this dispatcher things, so nothing of it is being changed meanwhile.
    private func askSwitches(_ feature: Int) {
        for constraint in roster.catalogue.constraints[feature] {
            guard case .runtime = constraint.constraint, runtimeOverrides[constraint.path] == nil,
                let type = roster.switches[constraint.declaredBy], asking.insert(constraint.declaredBy).inserted
            else { continue }
            let isEnabled = type.isEnabled
            asking.remove(constraint.declaredBy)
            // The switch may have said more than its answer: `setRuntime` is the last word.
            guard runtimeOverrides[constraint.path] == nil else { continue }
            store.set(.runtime(constraint.path), to: Fact(isEnabled.map { $0 ? .on : .off } ?? .state(.unknown)))
        }
    }
}
