/// An action's input that can be made of what a link gives.
///
/// ```swift
/// struct Playlist: RoutedInput {
///     let list: String
///     let page: Int
///
///     init(_ inputs: RouteInputs) throws(RouteInputError) {
///         list = try inputs.value("list")
///         page = try inputs.value("page")
///     }
/// }
/// ```
public protocol RoutedInput {
    /// Makes it of a link that a route took.
    ///
    /// It is called once for each route while a dispatcher is made, of made-up values, so that a name which the route
    /// does not have, or has as another type, is found then. So it does nothing but make the input.
    ///
    /// - Throws: what a link lacks or has wrong, for conditions that no pattern says; the link is then rejected.
    init(_ inputs: RouteInputs) throws(RouteInputError)
}

extension NoInput: RoutedInput {
    /// Takes nothing from the link.
    public init(_ inputs: RouteInputs) {}
}
