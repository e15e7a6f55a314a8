/// Everything that is wrong with the features a dispatcher was to be made of.
///
/// All of it is found in one go, as in a route table.
public struct DeclarationErrors: Error, Sendable, CustomStringConvertible {
    /// At least one, in the order of declaration.
    public let errors: [DeclarationError]

    package init(errors: [DeclarationError]) { self.errors = errors }

    /// One line for each.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
