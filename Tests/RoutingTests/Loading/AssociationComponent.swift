import Foundation

/// One rule of an association file, and the routes that say the same here.
///
/// There a path is held against a whole text: `*` crosses slashes, the slash at either end does not count, and `/a/*`
/// takes `/a`. Here a route has one pattern, so one rule can become several routes.
struct AssociationComponent: Sendable {
    /// What a rule asks of the query.
    enum Query: Sendable {
        case anything
        /// The whole query, as text.
        case text(String)
        case items([String: String])
    }

    let path: String?
    let query: Query
    let fragment: String?

    init(path: String? = nil, query: Query = .anything, fragment: String? = nil) {
        (self.path, self.query, self.fragment) = (path, query, fragment)
    }

    /// Reads a rule as the files write it; a value that is no string voids all items of its query.
    init(_ object: [String: Any]) {
        let items = object["?"] as? [String: Any]
        let texts = items?.compactMapValues { $0 as? String }
        self.init(
            path: object["/"] as? String,
            query: (object["?"] as? String).map(Query.text)
                ?? (texts?.count == items?.count ? texts.map(Query.items) ?? .anything : .anything),
            fragment: object["#"] as? String)
    }

    /// A table of the rule alone; nil where the language cannot say it.
    var table: String? {
        guard let (values, conditions) = conditions else { return nil }
        let routes = patterns.enumerated().map { number, pattern in
            "route r\(number) \"\(pattern)\" do open {\n\(conditions)\n}"
        }
        return "host example.com\n\(values)\nfeature Links {\naction open {\nrespond\n}\n"
            + routes.joined(separator: "\n") + "\n}\n"
    }

    private var patterns: [String] {
        guard let path = path?.removingPercentEncoding else { return ["/", "/**"] }
        let trimmed = "/" + path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
        let parent = String(trimmed.dropLast(trimmed.hasSuffix("/*") ? 2 : 1))
        if trimmed.hasSuffix("/*") { return [parent, parent + "/**"] }
        if trimmed.hasSuffix("*") { return [parent, trimmed, parent + "/", trimmed + "/**"] }
        return trimmed == "/" ? ["/"] : [trimmed, trimmed + "/"]
    }

    private var conditions: (values: String, lines: String)? {
        guard fragment != "" else { return nil }
        var lines = fragment == "?*" ? ["fragment text"] : []
        var values: [String] = []
        for (key, value) in items ?? [:] where value != "*" {
            // Here a required key is there with a value: that it is missing or empty cannot be asked for.
            guard !value.isEmpty else { return nil }
            lines.append("query \(key)" + (value == "?*" ? "" : ":@\(key)-value"))
            if value != "?*" { values.append("values \(key)-value \"\(value)\"") }
        }
        if case .text(let text) = query, text != "*" {
            guard items != nil else { return nil }
            lines.append("strict")
        }
        return (values.joined(separator: "\n"), lines.joined(separator: "\n"))
    }

    /// The items that are asked for; nil where the query is asked for as a text that is no single item.
    private var items: [String: String]? {
        switch query {
        case .anything: return [:]
        case .items(let items): return items
        case .text("*"): return [:]
        case .text(let text):
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 && !text.contains("&") && text != "?*" ? [parts[0]: parts[1]] : nil
        }
    }
}
