// One performance of an action, on its way through the interceptors:
//
//     guards          asked one after the other, once the action's feature is verified; the first that refuses ends it
//     replacement     the first whose feature is available is performed in the place of the action
//     observers       get the code of what became of it, and change nothing
//
// Each is performed with a proof of its own that its feature is available (`performIfAvailable`). The action's own proof
// waits meanwhile. If the code of a guard changes a fact, the action's feature is verified again.

import Contract
import Features

/// One performance of an action that interceptors may be about.
struct InterceptedPerformance {
    let dispatcher: Dispatcher
    let interceptors: InterceptorRoster
    let binding: Features.ActionBinding
    let subject: Subject
    /// What guards get.
    let action: GuardedAction

    /// Nil where there are no interceptors, and for the opening of links: they are about the action to which the link leads.
    init?(
        of binding: Features.ActionBinding?, in dispatcher: Dispatcher, for subject: Subject, url: String? = nil,
        route: String? = nil
    ) {
        guard let interceptors = dispatcher.interceptors, let binding,
            binding != Features.DeepLinkingFeature.performIncomingURL
        else { return nil }
        let catalogue = dispatcher.roster.catalogue
        action = GuardedAction(
            feature: catalogue.features[binding.feature].path, action: catalogue.actions[binding.action].name, url: url,
            route: route)
        (self.dispatcher, self.interceptors, self.binding, self.subject) = (dispatcher, interceptors, binding, subject)
    }

    /// Of an action that is always available.
    init?<FeatureType, ActionType>(
        performing binding: StaticActionBinding<FeatureType, ActionType>, in dispatcher: Dispatcher,
        for subject: Subject
    ) {
        guard dispatcher.interceptors != nil else { return nil }
        self.init(of: dispatcher.roster.binding(type(of: binding)), in: dispatcher, for: subject)
    }

    // MARK: Actions that are always available

    /// Performs an action that needs no proof, or what is in its place.
    func perform<ActionType: Action>(
        _ context: borrowing ActionContext<ActionType>, presenter: ActionType.Presenter
    ) throws -> ActionType.Output {
        do {
            var names: [String] = []
            try askGuards(&names)
            let output =
                try replaced(ActionType.self, with: context.input, presenter, &names)
                ?? ActionType.perform(context, presenter: presenter)
            tell(.okPerformed)
            return output
        } catch {
            tell(OutcomeCode(of: error))
            throw error
        }
    }

    /// Performs an action that needs no proof and may suspend, or what is in its place.
    nonisolated(nonsending) func perform<ActionType: AsyncAction>(
        _ context: borrowing ActionContext<ActionType>, presenter: ActionType.Presenter
    ) async throws -> ActionType.Output {
        do {
            var names: [String] = []
            try askGuards(&names)
            let output: ActionType.Output
            if let replaced = try await replaced(ActionType.self, with: context.input, presenter, &names) {
                output = replaced
            } else {
                output = try await ActionType.perform(context, presenter: presenter)
            }
            tell(.okPerformed)
            return output
        } catch {
            tell(OutcomeCode(of: error))
            throw error
        }
    }

    // MARK: Guards

    /// Asks the guards, in their order.
    ///
    /// - Parameter names: gets the names of those that allowed it.
    func askGuards(_ names: inout [String]) throws(InterceptorRefusal) {
        for line in interceptors.guards
        where line.record.isAbout(binding.feature) && !interceptors.isRunning(line.record) {
            if try isAllowed(by: line) { names.append(line.record.name) }
        }
    }

    /// True if the guard allows it; false where the guard's feature is not available.
    private func isAllowed(
        by line: InterceptorRoster.Line<InterceptorRoster.AskGuard>
    ) throws(InterceptorRefusal) -> Bool {
        let name = line.record.name
        let result: (output: GuardAnswer, tookNs: Int64)?
        do {
            result = try interceptors.run(line.record) { try line.call(dispatcher, subject, action) }
        } catch {
            throw InterceptorRefusal(by: name, failedWith: error)
        }
        guard let result else { return false }
        switch result.output {
        case .refuse(let reason): throw InterceptorRefusal(by: name, reason)
        case .allow:
            guard result.tookNs <= Limits.interceptorTime.wholeNanoseconds else {
                throw InterceptorRefusal(by: name, tookNs: result.tookNs)
            }
            return true
        }
    }

    // MARK: Replacements

    /// Performs what is in the place of the action; nil if nothing is.
    ///
    /// - Parameter names: gets the name of what is performed.
    func replaced<ActionType: Action>(
        _ action: ActionType.Type, with input: ActionType.Input, _ presenter: ActionType.Presenter,
        _ names: inout [String]
    ) throws -> ActionType.Output? {
        for line in interceptors.replacements[binding.action, default: []] where !interceptors.isRunning(line.record) {
            guard let replacement = line.call as? ImmediateReplacement<ActionType> else { continue }
            let output = try interceptors.run(line.record) {
                try replacement.perform(dispatcher, subject, input, presenter)
            }
            guard let output else { continue }
            names.append(line.record.name)
            return output
        }
        return nil
    }

    /// Performs what is in the place of an action that may suspend; nil if nothing is.
    ///
    /// - Parameter names: gets the name of what is performed.
    nonisolated(nonsending) func replaced<ActionType: AsyncAction>(
        _ action: ActionType.Type, with input: ActionType.Input, _ presenter: ActionType.Presenter,
        _ names: inout [String]
    ) async throws -> ActionType.Output? {
        for line in interceptors.replacements[binding.action, default: []] where !interceptors.isRunning(line.record) {
            guard let replacement = line.call as? SuspendingReplacement<ActionType> else { continue }
            let output = try await interceptors.run(line.record) {
                try await replacement.perform(dispatcher, subject, input, presenter)
            }
            guard let output else { continue }
            names.append(line.record.name)
            return output
        }
        return nil
    }

    // MARK: Observers

    /// Performs the observers' actions.
    func tell(_ code: OutcomeCode) {
        let outcome = ObservedOutcome(
            code: code.rawValue, feature: action.feature, action: action.action, url: action.url, route: action.route)
        interceptors.tell(outcome, of: binding.feature, for: subject, in: dispatcher)
    }
}

extension OutcomeCode {
    /// The code for what was thrown instead of an action's result.
    init(of error: any Error) {
        self =
            switch error {
            case PerformError.stale: .bindingStale
            case PerformError.undeclared: .bindingUnknown
            // A mistake of the program.
            case PerformError.suspends: .failedInternal
            case is InterceptorRefusal: .intercepted
            case is CancellationError: .failedCancelled
            default: .failedExit
            }
    }
}
