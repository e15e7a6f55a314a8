package import Varlink

/// One feature, and whether it is available to the caller.
package struct FeatureReport: Equatable, Sendable {
    /// Whether the feature can be used now.
    package enum Availability: String, CaseIterable, Sendable {
        case available
        case blocked
        case pending
    }

    /// *Shape*: names joined by slashes, outermost first.
    package var path: String
    /// The last name of the path.
    package var name: String
    /// The path of the feature around it.
    package var parent: String?
    package var description: String?
    package var status: Availability
    /// The code that every link of the feature gets; nil where it is available.
    package var code: OutcomeCode?
    /// The id of the constraint that decides the code.
    package var primary: String?
    /// nil where the report is one of a list.
    package var constraints: [ConstraintReport]?
    package var actions: [String]
    package var routes: [String]
    /// *Units*: names of actions and routes that are left out, since there are too many; nil where none is.
    package var unlisted: Int?

    package init(
        path: String, name: String, parent: String? = nil, description: String? = nil, status: Availability,
        code: OutcomeCode? = nil, primary: String? = nil, constraints: [ConstraintReport]? = nil,
        actions: [String] = [], routes: [String] = [], unlisted: Int? = nil
    ) {
        self.path = path
        self.name = name
        self.parent = parent
        self.description = description
        self.status = status
        self.code = code
        self.primary = primary
        self.constraints = constraints
        self.actions = actions
        self.routes = routes
        self.unlisted = unlisted
    }
}

extension FeatureReport.Availability: WireEnumeration {
    package static var typeName: String { "Availability" }
    package static var typeComment: String { "Whether a feature can be used by the caller now." }

    package var comment: String {
        switch self {
        case .available: "Every constraint is met."
        case .blocked: "A constraint is definitely not met."
        case .pending: "No constraint is definitely unmet, but one could not be determined."
        }
    }
}

extension FeatureReport: WireObject {
    package static var typeName: String { "Feature" }
    package static var typeComment: String { "One feature." }
    package static var blank: Self { Self(path: "", name: "", status: .pending) }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "path", &path,
            "The names from the outermost feature to this one, joined by slashes: Podcasts/SmartPlaylists.")
        list.member("name", &name, "The last name of the path.")
        list.member("parent", &parent, "The path of the feature around it; absent for an outermost one.")
        list.member("description", &description, "What it is, for people.")
        list.member("status", &status, "Whether the caller can use it now.")
        list.member("code", &code, "The code that every link of this feature gets; absent where it is available.")
        list.member("primary", &primary, "The id of the constraint that decides the code.")
        list.member(
            "constraints", &constraints,
            "Every constraint of the feature and of those above it; from Describe only.")
        list.member("actions", &actions, .leniently, "The names of its actions.")
        list.member("routes", &routes, .leniently, "The names of its routes.")
        list.member(
            "unlisted", &unlisted,
            "How many names of actions and routes are left out, since there are too many; absent where none is.")
    }
}
