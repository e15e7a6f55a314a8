/// One feature, and whether it is available to the caller.
public struct FeatureReport: WireObject, Equatable, Sendable {
    /// Whether the feature can be used now.
    public enum Availability: String, WireEnumeration {
        /// Every constraint is met.
        case available
        /// A constraint is definitely not met.
        case blocked
        /// No constraint is definitely unmet, but one could not be determined.
        case pending

        package static let typeComment = "Whether a feature can be used by the caller now."

        package var comment: String {
            switch self {
            case .available: "Every constraint is met."
            case .blocked: "A constraint is definitely not met."
            case .pending: "No constraint is definitely unmet, but one could not be determined."
            }
        }
    }

    /// How a subject has switched a feature that requires a toggle.
    public enum Toggle: String, WireEnumeration {
        case on
        case off
        /// The subject has not switched it: the default of the table counts.
        case unset
        /// The daemon cannot read its ledger at the moment.
        case unknown

        package static let typeName = "ToggleState"
        package static let typeComment = "How a subject has switched a feature."

        package var comment: String {
            switch self {
            case .on: "The subject has switched it on."
            case .off: "The subject has switched it off."
            case .unset: "The subject has not switched it: the default of the table counts."
            case .unknown: "The ledger does not answer at the moment."
            }
        }
    }

    package static let typeComment = "One feature."

    /// *Shape*: the names from the outermost feature to this one, `Podcasts/SmartPlaylists`.
    public package(set) var path = ""
    /// The last name of the path.
    public package(set) var name = ""
    /// The path of the feature around it; nil for an outermost one.
    public package(set) var parent: String?
    /// What people call it, or the feature around it, or its package or table; nil if the table does not say.
    public package(set) var title: String?
    /// What it is, for people.
    public package(set) var description: String?
    /// True if the table says `visible no`: the feature is reported to operators only.
    public package(set) var isHidden = false
    /// Whether the caller can use it now.
    public package(set) var availability = Availability.pending
    /// The code that every link of this feature gets; nil if it is available.
    ///
    /// *Shape*: a stable dotted code, `blocked.toggle.off`; a newer daemon may send one that this library does not know.
    public package(set) var code: String?
    /// The id of the constraint that decides the code.
    public package(set) var primary: String?
    /// How the subject has switched it; nil if the feature itself requires no toggle.
    public package(set) var toggle: Toggle?
    /// nil where the report is one of a list.
    package var constraints: [ConstraintReport]?
    /// The names of its actions.
    public package(set) var actions: [String] = []
    /// The names of its routes.
    public package(set) var routes: [String] = []
    /// How many names of actions and routes are left out of a long list; nil if none.
    public package(set) var unlisted: Int?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("path", &path, "The names from the outermost feature to this one: Podcasts/SmartPlaylists.")
        list.member("name", &name, "The last name of the path.")
        list.member("parent", &parent, "The path of the feature around it; absent for an outermost one.")
        list.member("title", &title, "What people call it, or the feature around it, or its package or table.")
        list.member("description", &description, "What it is, for people.")
        list.member("hidden", &isHidden, .unlessBlank, "true if only operators are told of it; absent otherwise.")
        list.member("status", &availability, "Whether the caller can use it now.")
        list.member("code", &code, "The code that every link of this feature gets; absent where it is available.")
        list.member("primary", &primary, "The id of the constraint that decides the code.")
        list.member(
            "toggle", &toggle, "How the subject has switched it; absent where the feature itself requires no toggle.")
        list.member("constraints", &constraints, "Its constraints, inherited ones included; from Describe only.")
        list.member("actions", &actions, .leniently, "The names of its actions.")
        list.member("routes", &routes, .leniently, "The names of its routes.")
        list.member(
            "unlisted", &unlisted, "How many names of actions and routes are left out of a long list; absent if none.")
    }
}
