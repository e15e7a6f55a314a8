/// One segment of a pattern.
enum PlainAtom {
    case literal(String)
    /// A capture, or `*` where the name is nil; one with the name `_` feeds no input.
    case capture(prefix: String, name: String?, type: String, suffix: String)
    /// The empty last segment: a slash at the end.
    case empty

    var text: String {
        switch self {
        case .literal(let text): return text
        case .capture(let prefix, let name, let type, let suffix):
            let core = name.map { type == "string" ? "$(\($0))" : "$(\($0):\(type))" } ?? "*"
            return prefix + core + suffix
        case .empty: return ""
        }
    }

    /// What a segment gives to the capture; nil if the segment does not match, and empty if there is no capture.
    func value(of segment: String) -> String? {
        switch self {
        case .literal(let text): return text == segment ? "" : nil
        case .empty: return segment.isEmpty ? "" : nil
        case .capture(let prefix, _, let type, let suffix):
            guard segment.hasPrefix(prefix), segment.hasSuffix(suffix), segment.count > prefix.count + suffix.count
            else { return nil }
            let core = String(segment.dropFirst(prefix.count).dropLast(suffix.count))
            return PlainType.accepts(core, type) ? core : nil
        }
    }

    func accepts(_ segment: String) -> Bool { value(of: segment) != nil }
}

/// One key of a query.
struct PlainKey {
    enum Need {
        case required
        case optional
        case defaulted(String)
    }

    /// As a link has it.
    let name: String
    let type: String
    let need: Need
    /// The input that it feeds; nil for none.
    var input: String?
    /// Whether a link that repeats or mistypes it is refused; one that is required always is.
    var isExact = false

    var isRequired: Bool {
        if case .required = need { true } else { false }
    }

    var text: String {
        let typed = "query " + (input ?? name) + (type == "string" ? "" : ":" + type)
        let source = input.map { $0 == name ? "" : " from \"\(name)\"" } ?? " _"
        switch need {
        case .required: return typed + source
        case .optional: return typed + "?" + source + (isExact ? " exact" : "")
        case .defaulted(let value): return typed + source + " = " + value + (isExact ? " exact" : "")
        }
    }

    /// What is wrong with the values that a link has for the key; nil if nothing is.
    func fault(_ values: [String]) -> String? {
        if values.count > 1 { return "rejected.input.duplicate" }
        guard let value = values.first else { return isRequired ? "rejected.input.missing" : nil }
        return PlainType.accepts(value, type) ? nil : "rejected.input.invalid"
    }
}

/// A path that `except` or `deny` names: literals, `*`, and `**` at the end.
struct PlainExclusion {
    let text: String

    /// The same with a slash at the end, which those of the tests do not have; nil where it is covered anyway.
    var other: PlainExclusion? { text.hasSuffix("**") ? nil : PlainExclusion(text: text + "/") }

    func covers(_ path: [String]) -> Bool {
        var words = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let coversBelow = words.last == "**"
        if coversBelow { words.removeLast() }
        guard coversBelow ? path.count >= words.count : path.count == words.count else { return false }
        return zip(words, path).allSatisfy { word, segment in word == "*" ? !segment.isEmpty : word == segment }
    }
}

/// One route, with its line in a table; or one pattern of a route, as a rule of its own.
struct PlainRoute {
    let name: String
    var atoms: [PlainAtom] = []
    /// The segment that is in brackets, with the slash in front of it.
    var optional: Int?
    /// Further patterns, without tails.
    var others: [[PlainAtom]] = []
    var hasTail = false
    /// Of a rule, how many patterns of the route come before.
    var position = 0
    var keys: [PlainKey] = []
    /// The keys with a line `query !KEY`.
    var absent: [String] = []
    /// A line of the group around it: `exclusive` or `ranked`, and its keys.
    var list: (word: String, keys: [String])?
    var isStrict = false
    var excepts: [PlainExclusion] = []
    /// The words after `in`; empty without `in`.
    var scopes: [String] = []
    var over: [String] = []
    /// Whether the table has it in a group, with its first segment as the prefix and its keys in the group's lines.
    var isGrouped = false
    /// Whether its block, or that of its group, stands on one line.
    var isOnOneLine = false
    /// The schemes and hosts with an entry of their own that it is in beside those of `scopes`; of a rule, all its entries.
    var ownEntries: Set<String>?

    var pattern: String {
        let segments = atoms.enumerated().map { $0 == optional ? "[/\($1.text)]" : "/\($1.text)" }
        return segments.joined() + (hasTail ? "/$(rest:**)" : "")
    }

    /// What tells a pattern of a route from the others, and from all other routes.
    var id: String { "\(name) \(position)" }

    /// Each pattern as a route of its own.
    var rules: [PlainRoute] {
        var patterns = [atoms]
        if let optional {
            var rest = atoms
            rest.remove(at: optional)
            // What is left of a lone segment is the slash.
            patterns.append(rest.isEmpty && !hasTail ? [.empty] : rest)
        }
        return (patterns + others).enumerated().map { position, atoms in
            var rule = self
            (rule.atoms, rule.optional, rule.others, rule.position) = (atoms, nil, [], position)
            rule.hasTail = hasTail && position < patterns.count
            return rule
        }
    }

    var text: String {
        let others = others.map { atoms in " " + atoms.map { "/" + $0.text }.joined() }.joined()
        guard isGrouped, others.isEmpty else { return text(pattern + others, keyLines) }
        var (rest, prefix) = (self, "/")
        if let first = atoms.first?.text, !first.isEmpty {
            rest.atoms.removeFirst()
            prefix = optional == 0 ? "[/\(first)]" : "/\(first)"
            rest.optional = optional.flatMap { $0 == 0 ? nil : $0 - 1 }
        }
        let own = prefix != "/" && rest.atoms.isEmpty && !hasTail ? "." : rest.pattern
        let lines = (list.map { [$0.word + " " + $0.keys.joined(separator: " ")] } ?? []) + keyLines
        if isOnOneLine {
            let route = text(own, []).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "    under \(prefix) { " + (lines + [route]).joined(separator: " ; ") + " }\n"
        }
        return "    under \(prefix) {\n" + lines.map { $0 + "\n" }.joined() + text(own, []) + "}\n"
    }

    private var keyLines: [String] { keys.map(\.text) + absent.map { "query !" + $0 } }

    /// The keys that a link must not have.
    var forbidden: [String] {
        guard let list, isGrouped else { return absent }
        let required = keys.filter(\.isRequired).map(\.name)
        let first = list.keys.firstIndex { required.contains($0) }
        let listed = list.word == "ranked" ? Array(list.keys.prefix(first ?? 0)) : list.keys
        return absent + listed.filter { !required.contains($0) }
    }

    private func text(_ pattern: String, _ keyLines: [String]) -> String {
        var lines = keyLines
        if isStrict { lines.append("strict") }
        if !excepts.isEmpty { lines.append("except " + excepts.map(\.text).joined(separator: " ")) }
        if !scopes.isEmpty { lines.append("in " + scopes.joined(separator: " ")) }
        lines += over.map { "over " + $0 }
        if isOnOneLine { return "    route \(name) \(pattern) do act { \(lines.joined(separator: " ; ")) }\n" }
        let body = lines.isEmpty ? "" : " {\n" + lines.map { "        \($0)\n" }.joined() + "    }"
        return "    route \(name) \(pattern) do act\(body)\n"
    }

    /// Where a link may find the route; `any-scheme` and `any-host` are the entries of no single name.
    var entries: Set<String> {
        if let ownEntries { return ownEntries }
        let names = scopes.isEmpty ? ["app", "web"] : scopes
        return Set(names.map { $0 == "app" ? "any-scheme" : $0 == "web" ? "any-host" : $0 })
    }

    /// The rules of the route where links of some schemes and hosts may end with a slash or not.
    func rules(eitherSlash scopes: Set<String>) -> [PlainRoute] {
        let own = scopes.filter {
            entries.contains($0) || entries.contains($0.contains(".") ? "any-host" : "any-scheme")
        }
        guard !own.isEmpty else { return rules }
        var all = rules
        for index in all.indices {
            all[index].ownEntries = entries.union(own)
            all[index].excepts += excepts.compactMap(\.other)
        }
        for rule in all where !rule.hasTail {
            var other = rule
            if let last = rule.atoms.last, last.text.isEmpty {
                other.atoms.removeLast()
            } else {
                other.atoms.append(.empty)
            }
            guard !other.atoms.isEmpty, !all.contains(where: { $0.pattern == other.pattern }) else { continue }
            (other.ownEntries, other.position) = (own, all.count)
            all.append(other)
        }
        return all
    }

    // MARK: One link

    func takesPath(_ path: [String]) -> Bool {
        guard hasTail ? path.count > atoms.count : path.count == atoms.count else { return false }
        return zip(atoms, path).allSatisfy { $0.accepts($1) }
    }

    func isExcepted(_ path: [String]) -> Bool { excepts.contains { $0.covers(path) } }

    /// Why the route is not chosen for a query; empty if it may be.
    func queryFaults(_ items: [(key: String, value: String)]) -> Set<String> {
        var faults: Set<String> = []
        for key in keys where key.isRequired {
            if let fault = key.fault(items.filter { $0.key == key.name }.map(\.value)) { faults.insert(fault) }
        }
        if items.contains(where: { forbidden.contains($0.key) }) { faults.insert("rejected.input.unexpected") }
        let isDeclared = { (item: (key: String, value: String)) in keys.contains { $0.name == item.key } }
        if isStrict, !items.allSatisfy(isDeclared) { faults.insert("rejected.input.unexpected") }
        return faults
    }

    /// The results that the route may give a link that it was chosen for.
    func results(_ link: PlainLink) -> Set<String> {
        var parameters: [String: String] = [:]
        for (atom, segment) in zip(atoms, link.path) {
            if case .capture(_, let name?, _, _) = atom, name != "_" { parameters[name] = atom.value(of: segment) }
        }
        if hasTail {
            let tail = link.path.dropFirst(atoms.count)
            parameters["rest"] = tail == [""] ? "" : tail.joined(separator: "/")
        }
        var faults: Set<String> = []
        for key in keys {
            let values = link.items.filter { $0.key == key.name }.map(\.value)
            if case .defaulted(let value) = key.need, let input = key.input { parameters[input] = value }
            guard let fault = key.fault(values) else {
                if let input = key.input, let value = values.first { parameters[input] = value }
                continue
            }
            // An optional key with a fault counts for nothing.
            if key.isRequired || key.isExact || isStrict { faults.insert(fault) }
        }
        guard faults.isEmpty else { return faults }
        return [([name] + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")]
    }
}

/// A link before it is written as a URL: decoded segments and query items, and the scheme or host that it names.
struct PlainLink {
    let origin: String
    let path: [String]
    let items: [(key: String, value: String)]
    let url: String
    /// What separates its segments in place of slashes, if it has the form with the separator of its scheme.
    let separator: String?

    /// The entries in which a route for the link is looked up, the first one first.
    var entries: [String] {
        switch origin {
        case "one", "two": [origin, "any-scheme"]
        case "x.w.example": ["*.w.example", "any-host"]
        default: [origin, "any-host"]
        }
    }
}
