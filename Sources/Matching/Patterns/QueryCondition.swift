/// What a route says about one key of the query.
///
/// *Shape*: `page:uint?` is an optional `uint`, `q` a required `string`; a key with a default is not required either.
package struct QueryCondition: Equatable, Sendable {
    /// The decoded key.
    package let key: String
    package let language: Language
    /// Whether the key selects the route: it must be there exactly once with a value of the language.
    ///
    /// A key that is not required never selects; repeated or mistyped it is a fault of the chosen route.
    package let isRequired: Bool

    package init(key: String, language: Language, isRequired: Bool) {
        self.key = key
        self.language = language
        self.isRequired = isRequired
    }
}
