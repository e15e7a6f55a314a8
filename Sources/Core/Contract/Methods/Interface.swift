// The interfaces that the daemon serves. Their descriptions are printed from the members that methods and types list, and
// are the documentation that users of other languages read, so every type, field and method is commented, for them and not
// for us.
//
// Sets that only we can extend and that clients must handle by more than display (`class`, `status`, `actor`) are
// enumerations. Whatever may grow (codes, reasons, kinds) is a string.

/// One interface that the daemon serves.
package struct Interface: Sendable {
    /// The full name: `io.deeplinkd.Dispatch`.
    package let name: String
    /// Its methods, in the order of the description.
    package let methods: [any Method.Type]
    /// Its place in the list of a program: decoders look methods up in this order, so those with the most frequent calls
    /// come first.
    package let order: Int
    private let comment: String
    private let types: [any WireDeclared.Type]
    /// The errors that it defines, with what the description says of each.
    package let errors: [(reply: any Reply, comment: String)]

    /// Declares an interface.
    ///
    /// - Parameters:
    ///   - order: in steps of ten.
    ///   - types: those that are declared first; the order of the others follows from their use.
    ///   - errors: each with what the description says of it.
    package init(
        _ name: String, order: Int, _ comment: String, types: [any WireDeclared.Type], methods: [any Method.Type],
        errors: [(any Reply, String)]
    ) {
        (self.name, self.order, self.comment, self.types, self.methods) = (name, order, comment, types, methods)
        self.errors = errors.map { (reply: $0, comment: $1) }
    }

    /// The description, comments included, that `GetInterfaceDescription` answers with.
    ///
    /// *Cost*: it is printed anew each time.
    package var text: String { description.text }

    private var description: InterfaceDescription {
        InterfaceDescription(name, comment, types: types, members: methods.map { $0.description } + errors.map(member))
    }

    private func member(_ error: any Reply, _ comment: String) -> InterfaceDescription.Member {
        let member = String((error.errorName ?? "").dropFirst(name.count + 1))
        return InterfaceDescription.Member(member, comment, inputs: error.memberDescriptions)
    }
}

extension Interface {
    /// Those of the core.
    package static let ofCore: [Interface] = [.dispatch, .features, .monitor, .service]
}
