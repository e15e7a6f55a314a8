/// A path of another router as a pattern of a table, with the inputs that it captures.
struct RouterPath {
    /// A capture.
    struct Capture: Hashable {
        let name: String
        let type: String
        var isOptional = false
    }

    private(set) var captures: [Capture] = []
    /// *Shape*: one part for each segment.
    private var segments: [String] = []
    /// Whether a segment has lost its captures, because a pattern has one for each.
    private(set) var isWidened = false

    init() {}

    /// The pattern.
    var pattern: String { segments.isEmpty ? "/" : segments.map { "/" + $0 }.joined() }

    /// Whether nothing can follow.
    var hasTail: Bool { segments.last?.hasSuffix(":**)") ?? false }

    /// Adds a literal segment; an empty one is a slash at the end.
    mutating func add(literal text: some StringProtocol) { segments.append(PatternText.literal(text)) }

    /// Adds a segment with a capture.
    mutating func add(_ name: String, type: String = "string", before: String = "", after: String = "") {
        let capture = captureName(name)
        captures.append(Capture(name: capture, type: type))
        let ending = type == "string" ? "" : ":" + type
        segments.append(
            PatternText.literal(before) + "$(\(capture)\(ending))"
                + PatternText.literal(Array(after.utf8), isStart: false))
    }

    /// Adds a segment with several captures, which then takes any text.
    mutating func addAny(before: String = "", after: String = "") {
        isWidened = true
        segments.append(PatternText.literal(before) + "*" + PatternText.literal(Array(after.utf8), isStart: false))
    }

    /// Adds the rest of the path.
    mutating func addTail(_ name: String) {
        let capture = captureName(name)
        captures.append(Capture(name: capture, type: "**", isOptional: true))
        segments.append("$(\(capture):**)")
    }

    /// The path without the rest, if it ends with one.
    var withoutTail: RouterPath? {
        guard hasTail else { return nil }
        var path = self
        path.segments.removeLast()
        path.captures.removeLast()
        return path
    }

    private func captureName(_ text: String) -> String {
        let base = LinkTable.slug(text, lowercased: false) ?? "value"
        var (name, number) = (base, 1)
        while captures.contains(where: { $0.name == name }) {
            number += 1
            name = "\(base)-\(number)"
        }
        return name
    }
}

extension LinkTable {
    /// Adds a route with an action of its own, whose inputs are what its patterns and keys carry.
    mutating func add(_ paths: [RouterPath], name text: String, keys: [LinkRoute.Key] = [], source: String) {
        var inputs: [LinkAction.Input] = []
        for capture in paths.flatMap(\.captures) where !inputs.contains(where: { $0.name == capture.name }) {
            let isEverywhere = paths.allSatisfy { path in path.captures.contains { $0.name == capture.name } }
            inputs.append(.init(name: capture.name, type: capture.type, isOptional: !isEverywhere))
        }
        for key in keys {
            guard let input = key.input else { continue }
            inputs.append(.init(name: input, type: key.type, isOptional: !key.isRequired))
        }
        guard !paths.contains(where: { $0.captures.count > 16 }), inputs.count <= 100 else {
            return losses.add(.narrower, source, "it has more parameters than a route may have")
        }
        if paths.contains(where: \.isWidened) {
            losses.add(.wider, source, "a segment has one capture at most: this one takes any text")
        }
        let name = self.name("route", from: text, orElse: "root")
        actions.append(LinkAction(name: name, inputs: inputs))
        routes.append(
            LinkRoute(name: name, patterns: paths.map(\.pattern), scopes: scopes, keys: keys, action: name))
    }
}
