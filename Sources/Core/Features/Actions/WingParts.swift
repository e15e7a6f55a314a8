/// The part of a loaded table that one wing keeps: its products, its channels.
package protocol WingPart: Sendable {
    /// What a table without any of the wing's lines has.
    init()
}

/// What the wings of a program keep of a table, each by the type of its part.
///
/// *Example*: `catalogue.parts[ProductList.self].products`.
///
/// *Cost*: a look-up and a copy, so no step of a link reads it.
package struct WingParts: Sendable {
    private var parts: [ObjectIdentifier: any WingPart] = [:]

    package init() {}

    /// The part of a type; an empty one where no wing has set it.
    package subscript<Part: WingPart>(_ type: Part.Type) -> Part {
        get { parts[ObjectIdentifier(type)] as? Part ?? Part() }
        set { parts[ObjectIdentifier(type)] = newValue }
    }
}
