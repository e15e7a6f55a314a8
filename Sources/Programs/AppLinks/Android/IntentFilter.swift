/// An intent filter of a manifest, as far as links go.
struct IntentFilter: Equatable {
    /// A condition on the path.
    enum PathRule: Equatable {
        case exact(String)
        case prefix(String)
        case suffix(String)
        case pattern(String)
        case advanced(String)

        /// The attributes of `data`, without their namespace.
        init?(attribute: String, _ value: String) {
            switch attribute {
            case "path": self = .exact(value)
            case "pathPrefix": self = .prefix(value)
            case "pathSuffix": self = .suffix(value)
            case "pathPattern": self = .pattern(value)
            case "pathAdvancedPattern": self = .advanced(value)
            default: return nil
            }
        }

        /// As the manifest has it.
        var text: String {
            switch self {
            case .exact(let text), .prefix(let text), .suffix(let text), .pattern(let text), .advanced(let text): text
            }
        }
    }

    /// The activity that it belongs to.
    let activity: String
    let line: Int
    var actions: [String] = []
    var categories: [String] = []
    var schemes: [String] = []
    /// *Shape*: with a port, `example.org:8080`, where the manifest has one.
    var hosts: [String] = []
    var paths: [PathRule] = []
    var hasType = false
    /// Whether a value of its hosts or paths is not in the file; without it the filter would seem to take every link.
    var isIncomplete = false
    /// What of it is not read.
    var ignored: [String] = []

    /// Whether it takes links that are clicked.
    var takesLinks: Bool {
        actions.contains("android.intent.action.VIEW") && categories.contains("android.intent.category.BROWSABLE")
            && !schemes.isEmpty
    }
}

/// The intent filters of an AndroidManifest.xml.
struct AndroidManifest {
    private(set) var package: String?
    private(set) var filters: [IntentFilter] = []
    private(set) var unresolved: [String] = []
    private let values: [String: String]

    /// Reads a manifest.
    ///
    /// - Parameter values: what `@string/NAME` and `${NAME}` stand for.
    init(_ bytes: [UInt8], values: [String: String]) throws(AppLinkError) {
        self.values = values
        var reader = try XMLReader(bytes)
        var activity = ""
        var filter: IntentFilter?
        while let event = try reader.next() {
            switch event {
            case .start("manifest", let attributes, _): package = attributes.first { $0.name == "package" }?.value
            case .start("activity", let attributes, _), .start("activity-alias", let attributes, _):
                activity = Self.value("name", attributes) ?? "an activity"
            case .start("intent-filter", _, let line): filter = IntentFilter(activity: activity, line: line)
            case .start("action", let attributes, _):
                if let name = Self.value("name", attributes) { filter?.actions.append(name) }
            case .start("category", let attributes, _):
                if let name = Self.value("name", attributes) { filter?.categories.append(name) }
            case .start("data", let attributes, _): if filter != nil { add(attributes, to: &filter) }
            case .start("uri-relative-filter-group", _, _): filter?.ignored.append("uri-relative-filter-group")
            case .start("nav-graph", let attributes, _):
                unresolved.append(Self.value("value", attributes) ?? "nav-graph")
            case .end("intent-filter"):
                if let filter { filters.append(filter) }
                filter = nil
            case .start, .end: continue
            }
            guard filters.count <= AppLinkLimits.rules else {
                throw AppLinkError("the manifest has more than \(AppLinkLimits.rules) intent filters")
            }
        }
    }

    private static func value(_ name: String, _ attributes: [(name: String, value: String)]) -> String? {
        attributes.first { $0.name == "android:" + name }?.value
    }

    private mutating func add(_ attributes: [(name: String, value: String)], to filter: inout IntentFilter?) {
        let port = Self.value("port", attributes).map { ":" + $0 } ?? ""
        for (name, written) in attributes where name.hasPrefix("android:") {
            let attribute = name.dropFirst(8)
            guard let value = resolved(written) else {
                unresolved.append(written)
                filter?.isIncomplete = true
                continue
            }
            switch attribute {
            case "scheme": filter?.schemes.append(value)
            case "host": filter?.hosts.append(value + port)
            case "port": continue
            case "mimeType": filter?.hasType = true
            case _:
                if let rule = IntentFilter.PathRule(attribute: String(attribute), value) {
                    filter?.paths.append(rule)
                } else {
                    filter?.ignored.append("android:\(attribute)=\"\(value)\"")
                }
            }
        }
    }

    /// A value with its placeholders replaced; nil if one of them is not known.
    private func resolved(_ text: String) -> String? {
        if text.hasPrefix("@") {
            let name = text.split(separator: "/").last.map(String.init) ?? text
            return values[name] ?? values[text]
        }
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { return nil }
            let name = String(rest[start.upperBound..<end])
            guard let value = values[name] ?? (name == "applicationId" ? package : nil) else { return nil }
            result += rest[..<start.lowerBound] + value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
