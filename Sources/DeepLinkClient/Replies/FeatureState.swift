internal import Contract

/// One feature, and whether it is available to the caller.
public struct FeatureState: Equatable, Sendable {
    /// Whether a feature can be used now.
    public enum Availability: Equatable, Sendable {
        /// Every constraint is met.
        case available
        /// A constraint is definitely not met.
        case blocked
        /// No constraint is definitely unmet, but one could not be determined.
        case pending
    }

    /// How a subject has switched a feature.
    public enum Toggle: Equatable, Sendable {
        case on
        case off
        /// The subject has not switched it: the default of the table counts.
        case unset
        /// The daemon cannot read its ledger at the moment.
        case unknown
    }

    let value: Varlink.Value
    /// Whether it can be used.
    public let availability: Availability
    /// How the subject has switched it; nil if the feature itself requires no toggle.
    public let toggle: Toggle?

    /// *Shape*: the names from the outermost feature to this one, `Podcasts/SmartPlaylists`.
    public var path: String { value["path"]?.text ?? "" }
    /// The last name of the path.
    public var name: String { value["name"]?.text ?? "" }
    /// What people call it, or the feature around it, or its package or table; nil if the table does not say.
    public var title: String? { value["title"]?.text }
    /// What it is, for people.
    public var summary: String? { value["description"]?.text }
    /// The code that every link of this feature gets; nil if it is available.
    public var code: String? { value["code"]?.text }
    /// The names of its actions.
    public var actions: [String] { (value["actions"]?.elements ?? []).compactMap(\.text) }
    /// The names of its routes.
    public var routes: [String] { (value["routes"]?.elements ?? []).compactMap(\.text) }

    /// *Throws*: `field` if it has no status that this library knows, or such a toggle.
    init(_ value: Varlink.Value) throws(FramingError) {
        self.value = value
        availability =
            switch try FeatureReport.Availability.read(value["status"] ?? .null, at: "features.status") {
            case .available: .available
            case .blocked: .blocked
            case .pending: .pending
            }
        guard let word = value["toggle"], word != .null else {
            toggle = nil
            return
        }
        toggle =
            switch try FeatureReport.Toggle.read(word, at: "features.toggle") {
            case .on: .on
            case .off: .off
            case .unset: .unset
            case .unknown: .unknown
            }
    }
}

/// The features that have changed since the last notice.
public struct FeatureChange: Equatable, Sendable {
    /// The features as they are now; in the first notice of a connection all of them.
    public let features: [FeatureState]
    /// The paths of features that a new table does not declare any more.
    public let removed: [String]

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(_ reply: Varlink.Value) throws(FramingError) {
        var features: [FeatureState] = []
        guard let elements = reply["features"]?.elements else {
            throw .field(name: "features", expected: "array")
        }
        for feature in elements { features.append(try FeatureState(feature)) }
        self.features = features
        removed = (reply["removed"]?.elements ?? []).compactMap(\.text)
    }
}
