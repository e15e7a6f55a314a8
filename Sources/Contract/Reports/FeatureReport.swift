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
