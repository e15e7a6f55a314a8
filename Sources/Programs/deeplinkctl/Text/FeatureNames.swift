internal import Conf
internal import Features

/// The features that a user can name, each by its path, or by its last name if that is unique.
///
/// The list of paths comes from a table or a daemon; a name that is not in it is misuse.
struct FeatureNames {
    /// *Units*: paths in one line of choices.
    private static let longestChoice = 8

    let paths: [String]

    /// The number of the feature with that path or name.
    ///
    /// *Throws*: `UsageError` with a suggestion, or with the possible choices.
    func number(of name: String) throws -> Int {
        if let number = paths.firstIndex(of: name) { return number }
        let same = paths.indices.filter { Self.lastName(of: paths[$0]) == name }
        if same.count == 1 { return same[0] }
        guard same.isEmpty else {
            throw UsageError(
                "more than one feature is called \(UsageError.quoted(name))",
                help: "write one of " + Self.choice(same.map { paths[$0] }))
        }
        throw UsageError(no: "feature", name, help: help(for: name))
    }

    /// The path of the feature with that path or name; *throws* as `number`.
    func path(of name: String) throws -> String { paths[try number(of: name)] }

    private func help(for name: String) -> String {
        guard !paths.isEmpty else { return "the table declares none" }
        let near = near(name)
        guard near.isEmpty else { return "did you mean \(Self.choice(near))?" }
        return Suggestion.help(for: name, amongNames: paths)
    }

    /// The paths that end in the name, ignoring case; else the nearest one by spelling.
    private func near(_ name: String) -> [String] {
        let name = name.lowercased()
        let folded = paths.map { (path: $0.lowercased(), name: Self.lastName(of: $0).lowercased()) }
        let alike = paths.indices.filter { folded[$0].name == name || ("/" + folded[$0].path).hasSuffix("/" + name) }
        guard alike.isEmpty else { return shortest(alike.map { paths[$0] }) }
        let names = Set(folded.map(\.path) + folded.map(\.name))
        guard let nearest = Suggestion.nearest(to: name, among: names.sorted()) else { return [] }
        return shortest(
            paths.indices.filter { [folded[$0].path, folded[$0].name].contains(nearest) }.map { paths[$0] })
    }

    /// A single path, shortened to its last name if that is unique.
    private func shortest(_ choice: [String]) -> [String] {
        guard choice.count == 1 else { return choice }
        let last = Self.lastName(of: choice[0])
        return paths.count { Self.lastName(of: $0) == last } == 1 ? [last] : choice
    }

    /// *Shape*: `` `A/X`, `B/X` or `C/X` ``.
    private static func choice(_ paths: [String]) -> String {
        let sorted = paths.sorted()
        let listed = sorted.prefix(longestChoice).map(UsageError.quoted)
        let rest = sorted.count - listed.count
        guard let last = listed.last, listed.count > 1, rest == 0 else {
            return listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        }
        return listed.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func lastName(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
    }
}

extension FeatureNames {
    /// The features of a table, in the order of its catalogue.
    init(_ catalogue: FeatureCatalogue) {
        self.init(paths: catalogue.features.map(\.path))
    }
}
