import TestSupport

/// Makes small random tables and links for them.
struct PlainGenerator {
    private var random: SeededGenerator
    /// Whether the routes of a table have paths of one length and few literals, which overlap often.
    private var isCrowded = false

    init(for test: String) { random = SeededGenerator(for: test) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    // MARK: Tables

    /// A table of two to six routes.
    ///
    /// - Parameter decides: true to add an `over` for most pairs that overlap.
    mutating func table(excepts: Bool, decides: Bool = true) -> PlainTable {
        let hasScopes = oneIn(3)
        isCrowded = !oneIn(3)
        var routes = (0..<Int.random(in: 2...6, using: &random)).map { number in
            route("r\(number)", excepts: excepts, hasScopes: hasScopes)
        }
        var table = PlainTable()
        if oneIn(3) { table.separator = pick([":", ":", ";"]) }
        if oneIn(4) { table.eitherSlash = pick([["two"], ["h.example"], ["two", "h.example"]]) }
        if oneIn(4) { table.denials = [PlainExclusion(text: pick(["/b/**", "/a/b", "/*/new"]))] }
        table.routes = routes
        guard decides else { return table }
        for pair in table.decidable.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !oneIn(12) {
            let names = Bool.random(using: &random) ? pair : pair.reversed()
            for index in routes.indices where routes[index].name == names[0] { routes[index].over.append(names[1]) }
        }
        table.routes = routes
        return table
    }

    private mutating func route(_ name: String, excepts: Bool, hasScopes: Bool) -> PlainRoute {
        var route = PlainRoute(name: name)
        let range = isCrowded ? 2...2 : 1...3
        for index in 0..<Int.random(in: range, using: &random) {
            route.atoms.append(atom("n\(index)"))
        }
        if oneIn(5) {
            route.hasTail = true
        } else if oneIn(6) {
            route.atoms.append(.empty)
        }
        if oneIn(5) { route.optional = Int.random(in: 0..<route.atoms.count, using: &random) }
        if oneIn(6) {
            let count = Int.random(in: 1...3, using: &random)
            route.others = [(0..<count).map { atom("n\($0)") }]
        }
        for name in ["p", "q"] {
            if oneIn(4) { route.keys.append(key(name)) } else if oneIn(6) { route.absent.append(name) }
        }
        // The name of a key that feeds no input is not the name of an input of the route either.
        if route.keys.allSatisfy({ $0.input != nil }), oneIn(4) {
            for index in route.keys.indices { route.keys[index].input = route.keys[index].name == "p" ? "q" : "p" }
        }
        route.isStrict = oneIn(6)
        route.isGrouped = oneIn(4)
        route.isOnOneLine = oneIn(3)
        // A key that a list names is required or absent, and a group of the text has one pattern.
        if route.isGrouped, route.others.isEmpty, route.absent.isEmpty, route.keys.allSatisfy(\.isRequired), !oneIn(4) {
            route.list = (pick(["exclusive", "ranked"]), pick([["p", "q"], ["q", "p"]]))
        }
        if excepts, oneIn(2) {
            route.excepts = [PlainExclusion(text: pick(["/a/**", "/new", "/*/b", "/a/1", "/b/*", "/1/**"]))]
        }
        if hasScopes, oneIn(2) {
            route.scopes = pick([
                ["app"], ["web"], ["one"], ["two"], ["h.example"], ["*.w.example"], ["one", "h.example"],
                ["app", "h.example"],
            ])
        }
        return route
    }

    private mutating func atom(_ name: String) -> PlainAtom {
        if oneIn(2) { return .literal(pick(isCrowded ? ["a", "b"] : ["a", "a", "b", "1", "new", "é", "ab", "a:b"])) }
        if isCrowded, oneIn(2) { return .capture(prefix: "", name: name, type: "string", suffix: "") }
        let types = [
            "string", "string", "uint", "int", "slug", "hex", "bool", "date", "a|b", "1|new", "digits(2)",
            "uint(1..10)",
            "text(1..2)",
        ]
        let (prefix, suffix) = (pick(["", "", "", "a", "img-"]), pick(["", "", "", ".png", "b"]))
        if oneIn(6) { return .capture(prefix: prefix, name: nil, type: "string", suffix: suffix) }
        return .capture(prefix: prefix, name: oneIn(8) ? "_" : name, type: pick(types), suffix: suffix)
    }

    private mutating func key(_ name: String) -> PlainKey {
        if oneIn(6) {
            let type = pick(["flag", "switch"])
            return PlainKey(name: name, type: type, need: oneIn(2) ? .required : .optional, isExact: false)
        }
        let type = pick(["string", "uint", "int", "hex", "a|1", "digits(2)"])
        let input = oneIn(6) ? nil : name
        switch Int.random(in: 0..<(input == nil ? 2 : 3), using: &random) {
        case 0: return PlainKey(name: name, type: type, need: .required, input: input)
        case 1: return PlainKey(name: name, type: type, need: .optional, input: input, isExact: oneIn(3))
        default:
            let value = type == "digits(2)" ? "10" : "1"
            return PlainKey(name: name, type: type, need: .defaulted(value), input: input, isExact: oneIn(3))
        }
    }

    // MARK: Links

    /// A link that is likely to match one of the routes, in one of the spellings of its segments.
    mutating func link(for table: PlainTable) -> PlainLink {
        var path: [String] = []
        if let route = table.rules.randomElement(using: &random), !oneIn(6) {
            path = route.atoms.map { segment(for: $0) }
            if route.hasTail { path += (0..<Int.random(in: 1...2, using: &random)).map { _ in text() } }
        } else {
            path = (0..<Int.random(in: 1...3, using: &random)).map { _ in text() }
        }
        if oneIn(8) { path.append(path.last == "" ? "a" : "") }
        path = path.dropLast().filter { !$0.isEmpty } + path.suffix(1)
        var items: [(key: String, value: String)] = []
        for key in ["p", "q", "p", "z"] where oneIn(key == "z" ? 8 : 4) {
            items.append((key, pick(["a", "1", "x", "-1", "true", "f", "007", "10", ""])))
        }
        items.shuffle(using: &random)
        let origin = pick(["one", "two", "one", "h.example", "x.w.example"])
        let separator = origin == "two" && !oneIn(3) ? table.separator : nil
        let url = url(origin, path, items, separator: separator)
        return PlainLink(origin: origin, path: path, items: items, url: url, separator: separator)
    }

    private mutating func segment(for atom: PlainAtom) -> String {
        switch atom {
        case .empty: ""
        case .literal(let literal): oneIn(8) ? text() : literal
        case .capture(let prefix, _, _, let suffix): oneIn(8) ? text() : prefix + text() + suffix
        }
    }

    private mutating func text() -> String {
        pick([
            "a", "b", "ab", "1", "10", "-1", "a-b", "true", "2024-02-29", "2023-02-29", "x.y", "img-1.png", "é", "new",
            "007", "x y", "f", "a1b", "+", "50%", "00", "110", "a:b",
        ])
    }

    private mutating func url(
        _ origin: String, _ path: [String], _ items: [(key: String, value: String)], separator: String?
    ) -> String {
        let segments = path.map { escaped($0) }.joined(separator: separator ?? "/")
        let start =
            if origin.contains(".") {
                "https://\(origin)/"
            } else if separator != nil {
                origin + ":"
            } else {
                // A colon and text are the form with the separator, if the scheme has one.
                origin + pick(origin == "two" || path == [""] ? [":/", "://", ":///"] : [":", ":/", "://", ":///"])
            }
        let query = items.map { escaped($0.key) + "=" + escaped($0.value, inQuery: true) }.joined(separator: "&")
        return start + segments + (items.isEmpty ? "" : "?" + query)
    }

    /// A text with all bytes escaped that must be, and some that need not be.
    private mutating func escaped(_ text: String, inQuery: Bool = false) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if inQuery, byte == 0x20 {
                result += pick(["+", "%20"])
            } else if isPlain || "-.".unicodeScalars.contains(scalar), !oneIn(12) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: Bool.random(using: &random))
            }
        }
        return result
    }
}
