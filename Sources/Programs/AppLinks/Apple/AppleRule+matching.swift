// Decides as Apple does, on the text of a link. It shares nothing with the table that is made of a rule: the tests compare
// the two, and `verify-host` asks this one.

/// The parts of a web link that a rule looks at.
package struct WebLink: Equatable, Sendable {
    let path: String
    let query: String?
    let fragment: String?

    /// Cuts a link; nil for a text without `://`.
    package init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        var rest = bytes[(colon + 3)...]
        rest = rest.drop { !"/?#".utf8.contains($0) }
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let sharp = rest.firstIndex(of: UInt8(ascii: "#"))
        fragment = sharp.map { text(rest[($0 + 1)...]) }
        let front = sharp.map { rest[..<$0] } ?? rest
        let mark = front.firstIndex(of: UInt8(ascii: "?"))
        query = mark.map { text(front[($0 + 1)...]) }
        let path = text(mark.map { front[..<$0] } ?? front)
        self.path = path.isEmpty ? "/" : path
    }
}

extension [AppleRule] {
    /// Whether an app with these rules gets the link.
    package func take(_ link: WebLink) -> Bool { first { $0.matches(link) }.map { !$0.isExclusion } ?? false }
}

extension AppleRule {
    /// Whether the rule is about the link.
    ///
    /// *Cost*: the length of the link times the length of the patterns.
    package func matches(_ link: WebLink) -> Bool { matchesPath(link) && matchesQuery(link) && matchesFragment(link) }

    private func matchesPath(_ link: WebLink) -> Bool {
        guard let path else { return true }
        let pattern = "/" + Self.withoutSlashes(Substring(path).drop { $0 == "/" })
        let text = Self.withoutSlashes(Substring(link.path))
        if glob(pattern).matches(scalars(text.isEmpty ? "/" : text)) { return true }
        let isOpen =
            pattern.last == "*"
            && pattern.split(separator: "/", omittingEmptySubsequences: false).last?.allSatisfy { $0 == "*" } ?? false
        return isOpen && glob(pattern).matches(scalars(text + "/"))
    }

    private static func withoutSlashes(_ text: Substring) -> String {
        var text = text
        while text.last == "/" { text.removeLast() }
        return String(text)
    }

    private func matchesQuery(_ link: WebLink) -> Bool {
        switch query {
        case .any: return true
        case .whole(let pattern): return glob(pattern).matches(scalars(link.query ?? ""))
        case .items(let items):
            let pairs = (link.query ?? "").split(separator: "&").map { pair in
                let name = pair.prefix { $0 != "=" }
                return (name: name, value: String(pair.dropFirst(name.count + 1)))
            }
            return items.allSatisfy { item in
                let values = pairs.filter { String($0.name) == item.name }.map(\.value)
                let glob = glob(item.pattern)
                return (values.isEmpty ? [""] : values).allSatisfy { glob.matches(scalars($0)) }
            }
        }
    }

    private func matchesFragment(_ link: WebLink) -> Bool {
        fragment.map { glob($0).matches(scalars(link.fragment ?? "")) } ?? true
    }

    private func scalars(_ text: String) -> [Unicode.Scalar] {
        let decoded =
            isEncoded
            ? text : PercentText.decoded(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
        return Array((countsCase ? decoded : decoded.lowercased()).unicodeScalars)
    }

    private func glob(_ pattern: String) -> AppleGlob {
        AppleGlob(countsCase ? pattern : pattern.lowercased(), variables: variables)
    }
}

/// A pattern of an association file, to match texts with.
struct AppleGlob {
    private enum Token {
        case text(Unicode.Scalar)
        case one
        case run
        case choice([[Unicode.Scalar]])
    }

    private let tokens: [Token]

    init(_ pattern: String, variables: [String: [String]]) {
        tokens = ApplePattern.parts(pattern).flatMap { part -> [Token] in
            switch part {
            case .text(let text): text.unicodeScalars.map { .text($0) }
            case .one: [.one]
            case .run: [.run]
            case .variable(let name):
                if let kind = ApplePattern.characters(of: name) {
                    [.choice(kind.map { [$0] })]
                } else if let members = variables[name] ?? ApplePattern.codes(of: name) {
                    [.choice(members.map { Array($0.unicodeScalars) })]
                } else {
                    "$(\(name))".unicodeScalars.map { .text($0) }
                }
            }
        }
    }

    /// Whether the whole text matches: token by token, with all positions that are reached so far.
    func matches(_ text: [Unicode.Scalar]) -> Bool {
        var reached = [Bool](repeating: false, count: text.count + 1)
        reached[0] = true
        for token in tokens {
            var next = [Bool](repeating: false, count: text.count + 1)
            for index in reached.indices where reached[index] {
                switch token {
                case .text(let scalar): if index < text.count, text[index] == scalar { next[index + 1] = true }
                case .one: if index < text.count { next[index + 1] = true }
                case .run:
                    for end in index...text.count { next[end] = true }
                case .choice(let members):
                    for member in members where text[index...].starts(with: member) {
                        next[index + member.count] = true
                    }
                }
                if case .run = token { break }
            }
            reached = next
        }
        return reached[text.count]
    }
}
