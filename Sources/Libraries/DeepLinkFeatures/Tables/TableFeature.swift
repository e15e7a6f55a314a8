/// A feature of a route table whose actions are Swift types.
///
/// ```swift
/// enum SmartPlaylists: TableFeature {
///     static let open = action(OpenPlaylist.self)
///
///     static func bind(actions: TableActionsBuilder) {
///         actions.bind(open, as: "open")
///     }
/// }
/// ```
///
/// The table says what the feature requires, which links lead to its actions, and which inputs these have. The types say what
/// is done. The library `DeepLinkTables` loads tables: `FeatureDeclarations(table: "routes.conf", SmartPlaylists.self)`. What
/// ``ConditionalFeature/constraints(requirements:)`` and ``ConditionalFeature/prepare(actions:)`` of such a feature say does
/// not count, nor does its ``ConditionalFeature/isEnabled``.
public protocol TableFeature: ConditionalFeature {
    /// The feature in the table: its path, or its name where only one feature has it; the type's name unless another is given.
    static var path: String { get }

    /// Says which type performs each action of the feature; called once when the table is loaded.
    static func bind(actions: TableActionsBuilder)
}

extension TableFeature {
    /// The type's name without a last `Feature`.
    public static var path: String { name }
    /// The table's counts.
    public static var description: String { "" }

    /// The table's count.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}

    /// The table's count.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
