// One rule of an apple-app-site-association file: an object of `components`, or a text of `paths`.
//
//     { "/": "/buy/*", "?": { "id": "????" }, "exclude": true }
//     "NOT /buy/*"
//
// The rules of an app are tried in their order, and the first that matches decides. What the documentation leaves open was
// found by asking Apple's own tool; the tests have the answers. A slash at the end does not count, the first slash may be
// missing, and `/buy/*` takes `/buy`. An item of the query that is missing is empty, and of one that is repeated every value
// has to match. A dictionary with a value that is no text says nothing of the query.

internal import Varlink

/// One rule of an association file.
package struct AppleRule: Equatable, Sendable {
    /// What a rule says of the query.
    enum Query: Equatable, Sendable {
        case any
        case whole(String)
        case items([Item])
    }

    /// A pattern for the values of one item of the query.
    struct Item: Equatable, Sendable {
        let name: String
        let pattern: String
    }

    var path: String?
    var query = Query.any
    var fragment: String?
    /// Whether its links are left to the browser.
    package internal(set) var isExclusion = false
    var countsCase = true
    /// Whether it is compared with the link as it is written, and not as it is decoded.
    var isEncoded = true
    /// The texts that `$(name)` stands for.
    var variables: [String: [String]] = [:]

    /// A text of `paths`.
    init(path text: String) {
        let isExclusion = text.hasPrefix("NOT ")
        self.isExclusion = isExclusion
        path = isExclusion ? String(text.drop { $0 != " " }.drop { $0 == " " }) : text
    }

    /// An object of `components`; nil for another value.
    init?(_ value: Value, defaults: [Value], variables: [String: [String]]) {
        guard value.members != nil else { return nil }
        path = value["/"]?.text
        fragment = value["#"]?.text
        if let text = value["?"]?.text { query = .whole(text) }
        if let members = value["?"]?.members {
            let items = members.compactMap { member in member.value.text.map { Item(name: member.name, pattern: $0) } }
            query = items.count == members.count ? .items(items) : .any
        }
        isExclusion = value["exclude"]?.flag ?? false
        let places = [value] + defaults
        countsCase = places.lazy.compactMap { $0["caseSensitive"]?.flag }.first ?? true
        isEncoded = places.lazy.compactMap { $0["percentEncoded"]?.flag }.first ?? true
        self.variables = variables
    }

    /// The rule in the spelling of the file, for reports.
    package var text: String {
        var parts: [String] = []
        if let path { parts.append(path) }
        switch query {
        case .any: break
        case .whole(let text): parts.append("?" + text)
        case .items(let items): parts.append("?" + items.map { "\($0.name)=\($0.pattern)" }.joined(separator: "&"))
        }
        if let fragment { parts.append("#" + fragment) }
        let text = parts.isEmpty ? "any link" : parts.joined(separator: " ")
        return isExclusion ? "NOT " + text : text
    }
}
