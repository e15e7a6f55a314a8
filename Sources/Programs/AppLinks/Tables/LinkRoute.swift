/// A route of a table that is made.
struct LinkRoute {
    /// A line `query`.
    struct Key: Hashable {
        let key: String
        /// The input that it feeds; nil for none.
        var input: String?
        /// The type, as tables have it.
        var type: String
        var isRequired: Bool
    }

    var name: String
    /// *Shape*: as tables have them, unquoted; none has optional parts.
    var patterns: [String]
    var scopes: [TableScope]
    var keys: [Key] = []
    /// The paths that the source leaves out of this rule.
    var excepts: [String] = []
    /// The name of its action.
    var action: String
    /// The names of the routes that it goes before.
    var over: [String] = []
}

/// An action of a table that is made.
struct LinkAction {
    /// A line `input`.
    struct Input: Hashable {
        let name: String
        var type: String
        var isOptional: Bool
    }

    let name: String
    var inputs: [Input] = []
    /// The words of the line that performs it.
    var performer = ["respond"]
}
