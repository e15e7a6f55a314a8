package import Matching

/// The type of an action's input.
package enum InputType: Equatable, Sendable {
    /// One value of a language; `int` and `uint` are integers on the wire, `bool` a boolean, all others strings.
    case value(Language)
    /// The tail of a path: a list of strings.
    case list
}
