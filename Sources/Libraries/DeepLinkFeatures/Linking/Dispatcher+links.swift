public import Features

extension Dispatcher {
    /// Opens a URL: has ``DeepLinkingFeature`` verified, finds the route, has the feature verified that it leads to, and
    /// performs the action.
    ///
    /// - Parameters:
    ///   - url: the text as it came in; whatever it is, an outcome says what is wrong with it.
    ///   - presenters: what can show the action's result.
    ///   - subject: whose facts count; the dispatcher's own unless given.
    ///   - confirmed: the person's yes to the question that an earlier refusal of this link has.
    /// - Throws: what the action throws, or a ``PerformError``: for an action that may suspend, or where the presenters'
    ///   code changed what the feature depends on.
    /// *Limits*: a URL has at most 8,192 bytes, and its path and its query have limits of their own; a longer one is rejected.
    public func open(
        _ url: String, presenters: Presenters = Presenters(), for subject: Subject? = nil,
        confirmed: GivenConfirmation? = nil
    ) throws -> LinkOutcome {
        var presenters = presenters
        presenters.confirmed = confirmed
        let intake: Intake
        do throws(Refusal) {
            intake = try requestIntake(for: subject ?? self.subject)
        } catch {
            return LinkWatch(dispatcher: self, subject: subject ?? self.subject).ended(.refused(error), .intake)
        }
        return try intake.perform(with: url, presenter: presenters)
    }

    /// Opens a URL, waiting for actions that suspend; it runs where the caller runs.
    ///
    /// - Parameters:
    ///   - url: the text as it came in; whatever it is, an outcome says what is wrong with it.
    ///   - presenters: what can show the action's result.
    ///   - subject: whose facts count; the dispatcher's own unless given.
    ///   - confirmed: the person's yes to the question that an earlier refusal of this link has.
    /// - Throws: what the action throws, or a ``PerformError`` where the presenters' code changed what the feature depends
    ///   on.
    nonisolated(nonsending) public func open(
        _ url: String, presenters: Presenters = Presenters(), for subject: Subject? = nil,
        confirmed: GivenConfirmation? = nil
    ) async throws -> LinkOutcome {
        var presenters = presenters
        presenters.confirmed = confirmed
        let intake: Intake
        do throws(Refusal) {
            intake = try requestIntake(for: subject ?? self.subject)
        } catch {
            return LinkWatch(dispatcher: self, subject: subject ?? self.subject).ended(.refused(error), .intake)
        }
        return try await intake.perform(with: url, presenter: presenters)
    }

    private typealias Intake = VerifiedActionBinding<DeepLinkingFeature, PerformIncomingURLAction>

    private func requestIntake(for subject: Subject) throws(Refusal) -> Intake {
        Intake(
            grant: try request(
                Features.DeepLinkingFeature.performIncomingURL, DeepLinkingFeature.self, PerformIncomingURLAction.self,
                for: subject))
    }

    /// Makes a link to an action: the way back from an input to a URL that opens it.
    ///
    /// If several routes to the action can carry the input, the first declared one is used. The finished link is parsed
    /// and matched again; only a link that matches the same route with the same values is returned.
    ///
    /// - Parameters:
    ///   - binding: the action; it need not be available.
    ///   - input: what the link is to carry.
    ///   - scope: which scheme or host; the first that the dispatcher answers and the route takes unless given.
    /// - Throws: which value no link can carry, or that there is no route.
    public func link<Binding: ActionBinding>(
        to binding: Binding, with input: Binding.ActionType.Input, in scope: LinkScope? = nil
    ) throws(LinkNotBuilt) -> String where Binding.ActionType.Input: LinkedInput {
        var values = LinkValues()
        input.write(to: &values)
        return try routes.link(to: Binding.ActionType.self, of: Binding.FeatureType.self, values, in: scope)
    }
}
