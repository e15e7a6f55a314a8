import Contract
public import Features

extension Dispatcher {
    /// Asks whether an action can be performed now.
    ///
    /// - Parameters:
    ///   - binding: the feature and its action.
    ///   - subject: whose facts count; the dispatcher's own unless given.
    ///   - confirmed: the person's yes, for a feature that requires a confirmation.
    /// *Cost*: asks the feature's and its ancestors' own switches, and the dispatcher's providers; what else they depend on is
    /// worked out once after each change.
    public func request<FeatureType, ActionType>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, for subject: Subject? = nil,
        confirmed: GivenConfirmation? = nil
    ) -> Verification<FeatureType, ActionType> {
        verification(of: binding, for: subject, with: nil, showing: [], confirmed)
    }

    /// Asks whether an action can be performed now, with an input that a confirmation shows.
    ///
    /// ```swift
    /// if case .refused(let refusal) = dispatcher.request(Trash.delete, showing: list),
    ///     let question = refusal.confirmation, dialog.asks(question.text) {
    ///     let binding = try dispatcher.request(Trash.delete, showing: list, confirmed: question.confirmed()).get()
    ///     try binding.perform(with: list)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - binding: the action.
    ///   - input: what the person is shown; perform the action with the same.
    ///   - subject: whose facts count; the dispatcher's own unless given.
    ///   - confirmed: the person's yes to the question about this input.
    public func request<FeatureType, ActionType>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, showing input: ActionType.Input,
        for subject: Subject? = nil, confirmed: GivenConfirmation? = nil
    ) -> Verification<FeatureType, ActionType> where ActionType.Input: LinkedInput {
        var values = LinkValues()
        input.write(to: &values)
        return verification(of: binding, for: subject, with: input, showing: values.members, confirmed)
    }

    private func verification<FeatureType, ActionType>(
        of binding: ConditionalActionBinding<FeatureType, ActionType>, for subject: Subject?,
        with input: ActionType.Input?, showing inputs: [Value.Member], _ confirmed: GivenConfirmation?
    ) -> Verification<FeatureType, ActionType> {
        do throws(Refusal) {
            return .verified(
                VerifiedActionBinding(
                    grant: try request(
                        roster.binding(ConditionalActionBinding<FeatureType, ActionType>.self), FeatureType.self,
                        ActionType.self, for: subject ?? self.subject, with: input, showing: inputs, confirmed)))
        } catch {
            return .refused(error)
        }
    }

    /// Asks for an action by the number of its binding, and tells what observes requests.
    ///
    /// - Parameter binding: nil for an action that is not declared.
    func request(
        _ binding: Features.ActionBinding?, _ feature: any FeatureDefinition.Type, _ action: any ActionDefinition.Type,
        for subject: Subject, with input: @autoclosure () -> Any? = nil, showing inputs: [Value.Member] = [],
        _ confirmed: GivenConfirmation? = nil
    ) throws(Refusal) -> Grant {
        let watch = ActionWatch(action, of: feature, in: self, for: subject, with: input(), bringing: inputs)
        do throws(Refusal) {
            guard let binding else { throw Refusal(undeclared: action.name, of: feature.name) }
            let grant = try grant(binding, feature, action, for: subject, showing: inputs, confirmed)
            watch?.granted()
            return grant
        } catch {
            watch?.refused(error.code)
            throw error
        }
    }

    /// The one gate of all bindings: those that are requested, and those that links lead to, whatever their feature.
    ///
    /// - Parameters:
    ///   - inputs: what the question of a confirmation shows.
    ///   - confirmed: the person's yes to it.
    func grant(
        _ binding: Features.ActionBinding, _ feature: any FeatureDefinition.Type, _ action: any ActionDefinition.Type,
        for subject: Subject, showing inputs: [Value.Member], _ confirmed: GivenConfirmation?
    ) throws(Refusal) -> Grant {
        interceptors?.bringUpToDate(self, for: subject)
        let proof = try prove(
            binding, for: subject, showing: inputs, hiding: { routes.secrets(of: action, in: feature) }, confirmed)
        return Grant(proof: proof, dispatcher: self, subject: subject, feature: feature)
    }

    /// Verifies an action's feature.
    ///
    /// - Parameters:
    ///   - inputs: what the question of a confirmation shows.
    ///   - secrets: the names of those that it does not show.
    ///   - confirmed: the person's yes to it.
    func prove(
        _ binding: Features.ActionBinding, for subject: Subject, showing inputs: [Value.Member] = [],
        hiding secrets: () -> Set<String> = { [] }, _ confirmed: GivenConfirmation? = nil
    ) throws(Refusal) -> Features.VerifiedActionBinding {
        bringUpToDate(binding.feature, for: subject)
        switch cache.verify(
            binding, inputs: [], in: roster.sharedCatalogue, caller: caller, subject: subject, tableRevision: "")
        {
        case .verified(let proof): return proof
        case .refused(let refusal):
            guard refusal.code == .confirmationRequired else { throw self.refusal(refusal, of: binding) }
            let question = ConfirmationQuestion(
                binding, in: roster.catalogue, showing: inputs, hiding: secrets())
            guard let confirmed, confirmed.use(for: question) else {
                throw self.refusal(refusal, of: binding, asking: question)
            }
            return try prove(binding, for: subject, confirmedBy: question)
        }
    }

    /// Verifies once more, with the person's yes among the facts of this one use.
    private func prove(
        _ binding: Features.ActionBinding, for subject: Subject, confirmedBy question: ConfirmationQuestion
    ) throws(Refusal) -> Features.VerifiedActionBinding {
        var facts = store.facts
        for path in question.paths { facts.host[.confirmation(path)] = Fact(.on, .init(source: "person")) }
        switch Verifier.verify(
            binding, inputs: [], in: roster.catalogue, facts: facts, caller: caller, subject: subject,
            tableRevision: "")
        {
        case .verified(let proof): return proof
        case .refused(let refusal): throw self.refusal(refusal, of: binding)
        }
    }

    private func refusal(
        _ refusal: Features.Refusal, of binding: Features.ActionBinding, asking question: ConfirmationQuestion? = nil
    ) -> Refusal {
        Refusal(refusal, feature: roster.catalogue.features[binding.feature].path, confirmation: question)
    }

    /// Whether all that a proof rests on is as it was.
    func isCurrent(_ proof: borrowing Features.VerifiedActionBinding) -> Bool {
        bringUpToDate(proof.binding.feature, for: proof.subject)
        return proof.stateRevision == store.revision(of: proof.subject)
    }

    /// Lets the time pass, and asks the switches that a feature and its ancestors have of their own, and the providers.
    func bringUpToDate(_ feature: Int, for subject: Subject) {
        store.advance(toMs: clock())
        let questions = roster.questions[feature]
        guard !questions.isEmpty else { return }
        switches.ask(questions.switches, into: store)
        RequiredPrograms.look(questions.programs, on: host, into: store)
        askProviders(questions.provided, for: subject)
    }
}
