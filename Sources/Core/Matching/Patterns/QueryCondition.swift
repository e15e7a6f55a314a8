/// The condition of a route on one key of the query.
///
/// *Shape*: `page:uint?` is an optional `uint`, `q` a required `string`. A key with a default is optional too.
package struct QueryCondition: Equatable, Sendable {
    /// The decoded key.
    package let key: String
    /// The name of the input that it feeds, which is mostly the key.
    package let name: String
    package let language: Language
    /// True if the key selects the route: it must occur exactly once, with a value of the type.
    ///
    /// An optional key never selects a route. If it is repeated or mistyped, it is left out, unless it is exact.
    package let isRequired: Bool
    /// True if an optional key is never left out: if it is repeated, mistyped or empty, the chosen route reports a fault.
    package let isExact: Bool

    /// True if it only selects the route and feeds no input.
    package let isSilent: Bool

    package init(
        key: String, name: String? = nil, language: Language, isRequired: Bool, isExact: Bool = false,
        isSilent: Bool = false
    ) {
        self.isExact = isExact
        self.key = key
        self.name = name ?? key
        self.isSilent = isSilent
        self.language = language
        self.isRequired = isRequired
    }
}
