internal import Conf
internal import Matching

/// A table that is made of another program's file.
struct LinkTable {
    /// *Shape*: "association file of Apple"; the kind of its source.
    let source: String
    var scopes: [TableScope] = []
    /// Whether links have the same meaning with a slash at the end.
    var takesEitherSlash = false
    var title: String?
    var icon: String?
    var feature = "Links"
    var actions: [LinkAction] = []
    var routes: [LinkRoute] = []
    var losses = LossList()
    /// The sets of texts by their names, in the order of their declaration.
    private(set) var sets: [(name: String, members: [String])] = []
    private var names: [String: Set<String>] = [:]
    /// The last number behind a name, so that many equal names are not counted again.
    private var counts: [String: Int] = [:]

    init(source: String) { self.source = source }

    // MARK: Names

    /// A name of its kind that nothing has yet, made of a text.
    ///
    /// *Shape*: `buy-latest` for `/Buy/latest`, `buy-latest-2` for the next.
    mutating func name(_ kind: String, from text: String, orElse other: String) -> String {
        let base = Self.slug(text) ?? other
        var (name, number) = (base, counts[kind + base] ?? 1)
        while !names[kind, default: []].insert(name).inserted {
            number += 1
            name = "\(base)-\(number)"
        }
        counts[kind + base] = number
        return name
    }

    /// The letters, digits, `-` and `_` of a text; nil if it has none.
    static func slug(_ text: String, lowercased: Bool = true) -> String? {
        var slug = ""
        for byte in (lowercased ? text.lowercased() : text).utf8.prefix(200) {
            let isLetter = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
            if isLetter {
                slug.append(Character(Unicode.Scalar(byte)))
            } else if !slug.isEmpty, slug.last != "-" {
                slug += "-"
            }
        }
        slug = String(slug.prefix(40))
        while slug.last == "-" { slug.removeLast() }
        guard let first = slug.utf8.first, slug != "_" else { return nil }
        return (0x30...0x39).contains(first) ? "r-" + slug : slug
    }

    /// A name for a route of a pattern.
    mutating func routeName(_ pattern: String) -> String {
        let literals = pattern.split(separator: "/").filter { !$0.contains("$(") }.map { $0.filter { $0 != "*" } }
        let fallback = pattern == "/" ? "root" : pattern.hasSuffix("**") ? "all" : "any"
        return name("route", from: literals.filter { !$0.isEmpty }.joined(separator: "-"), orElse: fallback)
    }

    // MARK: Sets

    /// The type that has exactly these texts: `a|b` for a few, else `@name` with a line `values`; nil if a table has none.
    mutating func type(of members: [String], named name: String) -> String? {
        var known: Set<[UInt8]> = []
        let members = members.filter { known.insert(Array($0.utf8)).inserted }
        guard !members.isEmpty, members.count <= 2000, members.allSatisfy(Self.isPlain) else { return nil }
        let inline = members.joined(separator: "|")
        if members.count > 1, inline.utf8.count <= 32, members.allSatisfy(Self.isWord) { return inline }
        if let set = sets.first(where: { $0.members == members }) { return "@" + set.name }
        let name = self.name("values", from: name, orElse: "choice")
        sets.append((name, members))
        return "@" + name
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 256
            && text.unicodeScalars.allSatisfy { $0 > " " && $0 != "\u{7F}" && $0 != "/" && $0 != "\\" && $0 != "%" }
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-_.".utf8.contains($0)
        }
    }

    /// What `@NAME` stands for in a pattern.
    func set(named name: String) -> ValueSet? {
        sets.first { $0.name == name }.flatMap { set in
            ValueSet(members: set.members.map { Array($0.utf8) }, name: name)
        }
    }
}
