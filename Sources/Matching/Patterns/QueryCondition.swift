/// The condition of a route on one key of the query.
///
/// *Shape*: `page:uint?` is an optional `uint`, `q` a required `string`. A key with a default is optional too.
package struct QueryCondition: Equatable, Sendable {
    /// The decoded key.
    package let key: String
    package let language: Language
    /// True if the key selects the route: it must occur exactly once, with a value of the type.
    ///
    /// An optional key never selects a route. If it is repeated or mistyped, the chosen route reports a fault.
    package let isRequired: Bool

    package init(key: String, language: Language, isRequired: Bool) {
        self.key = key
        self.language = language
        self.isRequired = isRequired
    }
}
