internal import Conf

/// Makes a table of an association file.
struct AppleImport {
    private let options: ImportOptions
    private var table: LinkTable
    /// The exclusions so far, each as the patterns of an `except`.
    private var excepts: [String] = []

    private init(_ source: String, _ options: ImportOptions) throws(AppLinkError) {
        self.options = options
        table = LinkTable(source: source)
        table.scopes = try options.scopes()
        table.takesEitherSlash = true
        table.actions = [LinkAction(name: "open")]
    }

    /// Reads an apple-app-site-association file.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        let file = try AppleFile(bytes)
        guard let app = options.app ?? file.apps.first else {
            throw AppLinkError("the file names no app", help: "each of its `details` has `appIDs`")
        }
        guard file.apps.contains(app) else {
            throw AppLinkError("the file does not name \(app)", help: "it names " + file.apps.joined(separator: ", "))
        }
        var reading = try AppleImport("an association file of Apple, the rules of \(app)", options)
        reading.table.feature =
            app.split(separator: ".").last.flatMap { LinkTable.slug(String($0), lowercased: false) } ?? "Links"
        let rules = file.rules(of: app)
        for other in file.apps where other != app && file.rules(of: other) != rules {
            reading.table.losses.add(.dropped, other, "its rules differ; they are read with --app \(other)")
        }
        for name in file.ignored { reading.table.losses.add(.dropped, name, "it says nothing of links") }
        reading.add(rules)
        return reading.table
    }

    /// Reads rules of this form from another file.
    static func table(
        of rules: [AppleRule], named source: String, feature: String, _ options: ImportOptions
    ) throws(AppLinkError) -> LinkTable {
        var reading = try AppleImport(source, options)
        reading.table.feature = feature
        reading.add(rules)
        return reading.table
    }

    // MARK: Rules

    private mutating func add(_ rules: [AppleRule]) {
        for rule in rules { rule.isExclusion ? exclude(rule) : include(rule) }
    }

    private mutating func exclude(_ rule: AppleRule) {
        guard !rule.hasQuery, rule.fragment.map(AppleRule.isAny) ?? true else {
            return table.losses.add(
                .wider, rule.text, "an `except` looks at the path alone: the links that the rule leaves out are taken")
        }
        guard let glob = rule.glob(of: rule.path) else { return }
        guard let patterns = glob.exclusions(depth: options.depth) else {
            return table.losses.add(
                .wider, rule.text,
                "an `except` has only literals and stars: the links that the rule leaves out are taken")
        }
        if !rule.countsCase {
            table.losses.add(.wider, rule.text, "the case of letters counts: other spellings are taken")
        }
        if rule.isEncoded, rule.path?.contains("%") ?? false {
            table.losses.add(.narrower, rule.text, "an escape is compared as the character that it stands for")
        }
        excepts += patterns.filter { !excepts.contains($0) }
    }

    private mutating func include(_ rule: AppleRule) {
        guard let glob = rule.glob(of: rule.path) else {
            return table.losses.add(
                rule.hasEncodedSlash ? .narrower : .dropped, rule.text,
                rule.hasEncodedSlash ? "no segment may hold an encoded slash" : "no link is spelled like this")
        }
        let (patterns, notes) = glob.patterns(depth: options.depth, takesParent: true, in: &table)
        note(notes, rule)
        if !rule.countsCase {
            table.losses.add(.narrower, rule.text, "the case of letters counts: other spellings are not taken")
        }
        if rule.isEncoded, rule.path?.contains("%") ?? false {
            table.losses.add(.wider, rule.text, "an escape is compared as the character that it stands for")
        }
        if let fragment = rule.fragment, !AppleRule.isAny(fragment) {
            table.losses.add(.wider, rule.text, "no fragment selects a route: the links are taken with any fragment")
        }
        let name = table.routeName(patterns.first ?? "/")
        table.routes.append(
            LinkRoute(
                name: name, patterns: patterns, scopes: table.scopes, keys: keys(of: rule), excepts: excepts,
                action: "open"))
    }

    private mutating func note(_ notes: PathGlob.Notes, _ rule: AppleRule) {
        if let depth = notes.depth {
            table.losses.add(
                .narrower, rule.text,
                "a star inside the path stands for \(DiagnosticSummary.count(depth, "segment")) at most")
        }
        if let segment = notes.widened {
            table.losses.add(.wider, rule.text, "`\(segment)` has become any text")
        }
        if notes.hasOne {
            table.losses.add(.narrower, rule.text, "a `?` stands for no slash")
            table.losses.add(.wider, rule.text, "a `?` stands for one decoded character, as which an escape counts")
        }
    }

    // MARK: Queries

    private mutating func keys(of rule: AppleRule) -> [LinkRoute.Key] {
        switch rule.query {
        case .any: return []
        case .whole(let pattern):
            return AppleRule.isAny(pattern) ? [] : wholeKeys(pattern, rule)
        case .items(let items): return items.compactMap { key($0, rule) }
        }
    }

    /// `a=1&b=2` as a pattern of the whole query, with the keys in this order and no others.
    private mutating func wholeKeys(_ pattern: String, _ rule: AppleRule) -> [LinkRoute.Key] {
        let pairs = pattern.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        var keys: [LinkRoute.Key] = []
        for pair in pairs where pair.count == 2 && !pair[0].contains(where: { "*?$".contains($0) }) {
            let item = AppleRule.Item(name: String(pair[0]), pattern: String(pair[1]))
            if let key = key(item, rule), !keys.contains(where: { $0.key == key.key }) { keys.append(key) }
        }
        table.losses.add(
            .wider, rule.text, "a table has no pattern for the whole query: other keys may stand beside it")
        return keys
    }

    private mutating func key(_ item: AppleRule.Item, _ rule: AppleRule) -> LinkRoute.Key? {
        let parts = ApplePattern.parts(item.pattern)
        // What is missing counts as empty, so this item may be missing.
        guard !parts.allSatisfy({ $0 == .run }) else {
            if parts.isEmpty {
                table.losses.add(
                    .wider, rule.text, "the key `\(item.name)` may have any value: a table has none for an empty one")
            }
            return nil
        }
        guard item.name.utf8.allSatisfy(Self.isKeyByte), !item.name.isEmpty else {
            table.losses.add(.wider, rule.text, "the key `\(item.name)` does not select: its name has other characters")
            return nil
        }
        table.losses.add(.narrower, rule.text, "a link with the key `\(item.name)` twice is not taken")
        return LinkRoute.Key(key: item.name, input: nil, type: type(parts, item, rule), isRequired: true)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_".utf8.contains(byte)
    }

    private mutating func type(_ parts: [ApplePattern.Part], _ item: AppleRule.Item, _ rule: AppleRule) -> String {
        if parts.count == 1, case .text(let text) = parts[0], rule.countsCase,
            let decoded = PercentText.decoded(Array(text.utf8)),
            let type = table.type(of: [String(decoding: decoded, as: UTF8.self)], named: "\(item.name)-\(text)")
        {
            return type
        }
        if parts.count == 1, case .variable(let name) = parts[0], let members = rule.variables[name], rule.countsCase,
            let type = table.type(of: members, named: name)
        {
            return type
        }
        if parts.allSatisfy({ $0 == .one }) {
            table.losses.add(.wider, rule.text, "a `?` stands for one decoded character, as which an escape counts")
            return "text(\(min(parts.count, 1024))..\(min(parts.count, 1024)))"
        }
        if parts != [.one, .run] {
            table.losses.add(.wider, rule.text, "the key `\(item.name)` may have any value but an empty one")
        }
        return "string"
    }
}

extension AppleRule {
    /// Whether a link has to have some query.
    fileprivate var hasQuery: Bool {
        switch query {
        case .any: false
        case .whole(let pattern): !Self.isAny(pattern)
        case .items(let items): !items.allSatisfy { Self.isAny($0.pattern) }
        }
    }

    /// Whether a pattern matches any text.
    fileprivate static func isAny(_ pattern: String) -> Bool { !pattern.isEmpty && pattern.allSatisfy { $0 == "*" } }

    fileprivate var hasEncodedSlash: Bool { isEncoded && path?.lowercased().contains("%2f") ?? false }

    /// The path as a glob of decoded bytes; nil if no link can have it.
    fileprivate func glob(of path: String?) -> PathGlob? {
        guard let path, path.utf8.count <= AppLinkLimits.patternBytes else {
            return PathGlob(tokens: [.byte(0x2F), .run])
        }
        var text = path.drop { $0 == "/" }
        while text.last == "/" { text.removeLast() }
        var tokens: [GlobToken] = [.byte(0x2F)]
        for part in ApplePattern.parts(String(text)) {
            switch part {
            case .one: tokens.append(.one)
            case .run: tokens.append(.run)
            case .variable(let name): tokens += self.tokens(of: name)
            case .text(let text):
                guard let bytes = literal(text) else { return nil }
                tokens += bytes.map { .byte($0) }
            }
        }
        return PathGlob(tokens: tokens)
    }

    /// A literal of the path, decoded.
    private func literal(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard isEncoded else { return bytes }
        // Such a character is escaped in each link, so a link that is compared as it is written has none.
        guard !bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "\"<>`{}".utf8.contains($0) }),
            let decoded = PercentText.decoded(bytes), !hasEncodedSlash
        else { return nil }
        return decoded
    }

    private func tokens(of variable: String) -> [GlobToken] {
        if let members = variables[variable] {
            return [.choice(members, name: variable)]
        }
        switch variable {
        case "digit": return [.kind("digits")]
        case "xdigit": return [.kind("hex")]
        case "alnum": return [.kind("base62")]
        case "alpha", "upper", "lower": return [.one]
        case "lang", "region": return [.one, .one]
        default: return "$(\(variable))".utf8.map { .byte($0) }
        }
    }
}
