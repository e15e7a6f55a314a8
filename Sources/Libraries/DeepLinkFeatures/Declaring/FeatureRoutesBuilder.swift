/// Collects the routes of one feature while a dispatcher is made.
///
/// A pattern begins with `/` and has one part per segment: a literal, `*`, a capture `$(name)` or `$(name:type)` with
/// or without text around it, and perhaps a last `**` or `$(name:**)` for the rest. Types are `string int uint hex uuid slug
/// date bool` or a choice as `de|en`; a text of another type is no match. An optional part stands in brackets, with one of
/// the slashes beside it: `/[$(language)/]shows`, `/shows/$(show)[/]`. One pattern serves an app's scheme and web
/// hosts alike: `podcast://favourites/rock` and `https://pod.example/favourites/rock` are both `/favourites/rock`.
///
/// Which of several routes takes a link never depends on their order: the narrower one does, and where two overlap and
/// neither is inside the other, that is an error when the dispatcher is made, with a link that both would take.
public final class FeatureRoutesBuilder {
    private(set) var routes: [DeclaredRoute] = []

    // MARK: Inputs that make themselves

    /// Sends links to an action.
    ///
    /// - Parameters:
    ///   - pattern: which paths, as in `/favourites/$(list:slug)`.
    ///   - binding: one of this feature's actions.
    ///   - name: what outcomes and other routes call it, unique in the dispatcher; made of the action's unless given.
    ///   - more: says what else there is to say.
    public func send<Binding: ActionBinding>(
        _ pattern: String, to binding: Binding, named name: String? = nil, _ more: (RouteBuilder) -> Void = { _ in }
    ) where Binding.ActionType: Action, Binding.ActionType.Input: RoutedInput {
        send(pattern, to: binding, named: name, input: { try Binding.ActionType.Input($0) }, more)
    }

    /// Sends links to an action that may suspend.
    ///
    /// - Parameters:
    ///   - pattern: which paths, as in `/favourites/$(list:slug)`.
    ///   - binding: one of this feature's actions.
    ///   - name: what outcomes and other routes call it, unique in the dispatcher; made of the action's unless given.
    ///   - more: says what else there is to say.
    public func send<Binding: ActionBinding>(
        _ pattern: String, to binding: Binding, named name: String? = nil, _ more: (RouteBuilder) -> Void = { _ in }
    ) where Binding.ActionType: AsyncAction, Binding.ActionType.Input: RoutedInput {
        send(pattern, to: binding, named: name, input: { try Binding.ActionType.Input($0) }, more)
    }

    // MARK: Inputs that the route makes

    /// Sends links to an action, whose input the route makes itself.
    ///
    /// - Parameters:
    ///   - pattern: which paths, as in `/favourites/$(list:slug)`.
    ///   - binding: one of this feature's actions.
    ///   - name: what outcomes and other routes call it, unique in the dispatcher; made of the action's unless given.
    ///   - input: makes it of what a link gives, as ``RoutedInput/init(_:)`` does; where it throws anything but a
    ///     ``RouteInputError``, opening the link throws that.
    ///   - more: says what else there is to say.
    public func send<Binding: ActionBinding>(
        _ pattern: String, to binding: Binding, named name: String? = nil,
        input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input,
        _ more: (RouteBuilder) -> Void = { _ in }
    ) where Binding.ActionType: Action {
        add(pattern, Binding.self, name, input, more, .immediate { try $0.perform(Binding.self, with: input) })
    }

    /// Sends links to an action that may suspend, whose input the route makes itself.
    ///
    /// - Parameters:
    ///   - pattern: which paths, as in `/favourites/$(list:slug)`.
    ///   - binding: one of this feature's actions.
    ///   - name: what outcomes and other routes call it, unique in the dispatcher; made of the action's unless given.
    ///   - input: makes it of what a link gives, as ``RoutedInput/init(_:)`` does; where it throws anything but a
    ///     ``RouteInputError``, opening the link throws that.
    ///   - more: says what else there is to say.
    public func send<Binding: ActionBinding>(
        _ pattern: String, to binding: Binding, named name: String? = nil,
        input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input,
        _ more: (RouteBuilder) -> Void = { _ in }
    ) where Binding.ActionType: AsyncAction {
        add(
            pattern, Binding.self, name, input, more,
            .suspending { try await $0.perform(Binding.self, with: input) })
    }

    private func add<Binding: ActionBinding>(
        _ pattern: String, _ binding: Binding.Type, _ name: String?,
        _ input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input,
        _ more: (RouteBuilder) -> Void, _ performance: DeclaredRoute.Performance
    ) {
        let builder = RouteBuilder()
        more(builder)
        routes.append(
            DeclaredRoute(
                feature: Binding.FeatureType.self, action: Binding.ActionType.self, pattern: pattern, name: name,
                lines: builder.lines, secrets: builder.secrets, performance: performance,
                probe: { _ = try input($0) }))
    }
}
