import Conf
import Routing

/// The names of a table: where each is declared, and where it is named.
///
/// It is read from the statements alone, so a table with errors has one too.
///
/// *Cost*: linear in the table, but for look-ups by a place, which go through the names of one file.
struct NameIndex {
    private(set) var uses: [NameKey: [NameUse]] = [:]
    /// The actions that routes lead to, by the whole names of the routes.
    private(set) var actionsOfRoutes: [String: String] = [:]
    /// By file.
    private var byFile: [Int: [NameUse]] = [:]
    /// The whole names by what their declarations have.
    private var wholeNames: [NameKey: [String]] = [:]

    /// Reads the names of all files.
    ///
    /// - Parameter package: the name of a file's package.
    init(set: TableSet, wings: WingList, package: (Int) -> String?) {
        let readers = set.members.indices.map { number in
            NameReader(
                StatementWalk(
                    document: set.members[number].document, wings: wings, isCases: false, package: package(number)))
        }
        for reader in readers {
            for use in reader.declared { add(use) }
            actionsOfRoutes.merge(reader.actionsOfRoutes) { first, _ in first }
        }
        for key in uses.keys { wholeNames[NameKey(kind: key.kind, name: key.local), default: []].append(key.name) }
        for reader in readers { for word in reader.named { for use in resolve(word) { add(use) } } }
    }

    private mutating func add(_ use: NameUse) {
        uses[use.key, default: []].append(use)
        byFile[use.place.file, default: []].append(use)
    }

    /// The names at an offset of a file; several where one word is an input of several actions.
    func uses(at offset: Int, file: Int) -> [NameUse] {
        Self.uses(at: offset, in: byFile[file] ?? [])
    }

    /// The shortest of the names at an offset, each that is as short.
    static func uses(at offset: Int, in uses: [NameUse]) -> [NameUse] {
        let found = uses.filter { $0.place.offset <= offset && offset <= $0.place.offset + $0.place.length }
        guard let shortest = found.map(\.place.length).min() else { return [] }
        return found.filter { $0.place.length == shortest }
    }

    /// Where a name is declared.
    func declarations(of key: NameKey) -> [NameUse] { (uses[key] ?? []).filter(\.isDeclaration) }

    /// The whole names of one kind that are declared.
    func declared(_ kind: NameKind) -> [String] {
        uses.lazy.filter { $0.key.kind == kind && $0.value.contains(where: \.isDeclaration) }.map(\.key.name).sorted()
    }

    /// The inputs of an action, in the order of their declarations.
    func inputs(of action: String) -> [String] {
        let start = action + "("
        let found = uses.filter { $0.key.kind == .input && $0.key.name.hasPrefix(start) }
        return found.compactMap { key, uses in uses.first(where: \.isDeclaration).map { ($0.place.offset, key.local) } }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The actions of a feature, by their names.
    func actions(of feature: String) -> [String] {
        declared(.action).filter { $0.hasPrefix(feature + ".") }.map { String($0.dropFirst(feature.count + 1)) }
    }

    // MARK: What a word names

    /// The names that a word stands for: each part of a path, `Favourites/SmartPlaylists`, is one.
    func resolve(_ word: NamedWord) -> [NameUse] {
        switch word.kind {
        case .feature: features(word.text, at: word.place, 0, word.context)
        case .actionOfFeature: actionOfFeature(word)
        case .action: use(word, NameKey(kind: .action, name: (word.context.feature ?? "") + "." + word.text))
        case .input: input(word)
        default: other(word)
        }
    }

    private func use(_ word: NamedWord, _ key: NameKey) -> [NameUse] {
        guard uses[key]?.contains(where: \.isDeclaration) == true else { return [] }
        return [
            NameUse(
                key: key, place: word.place, isDeclaration: false, impliedKey: word.impliedKey,
                keyOffset: word.keyOffset)
        ]
    }

    /// The package's own, or else that outside of packages.
    private func other(_ word: NamedWord) -> [NameUse] {
        if word.kind.isOfPackage, let package = word.context.package {
            let own = use(word, NameKey(kind: word.kind, name: package + ":" + word.text))
            if !own.isEmpty { return own }
        }
        return use(word, NameKey(kind: word.kind, name: word.text))
    }

    private func input(_ word: NamedWord) -> [NameUse] {
        guard var action = word.context.action else { return [] }
        if action.hasPrefix("?") {
            guard let found = self.action(named: String(action.dropFirst()), word.context) else { return [] }
            action = found
        }
        return use(word, .input(word.text, of: action))
    }

    /// The whole name of an action that a line names with its feature.
    func action(named text: String, _ context: StatementContext) -> String? {
        guard let dot = text.lastIndex(of: "."),
            let feature = feature(named: String(text[..<dot]), context)
        else { return nil }
        return feature + text[dot...]
    }

    private func actionOfFeature(_ word: NamedWord) -> [NameUse] {
        guard let dot = word.text.lastIndex(of: "."), let action = action(named: word.text, word.context) else {
            return []
        }
        let name = word.text[..<dot]
        let place = word.place.part(at: name.utf8.count + 1, length: word.text.utf8.count - name.utf8.count - 1)
        let own = NamedWord(kind: .action, text: "", place: place, context: word.context)
        return features(String(name), at: word.place, 0, word.context) + use(own, NameKey(kind: .action, name: action))
    }

    /// The path of a feature that a line names by its path, or by its name where that is the only one.
    func feature(named text: String, _ context: StatementContext) -> String? {
        let paths = (context.package.map { [$0 + "/" + text] } ?? []) + [text]
        if let path = paths.first(where: { uses[NameKey(kind: .feature, name: $0)] != nil }) { return path }
        let start = context.package.map { $0 + "/" } ?? ""
        let found = whole(.feature, text).filter { $0.hasPrefix(start) }
        return found.count == 1 ? found[0] : nil
    }

    /// The whole names of one kind that are declared by a name.
    func whole(_ kind: NameKind, _ local: String) -> [String] { wholeNames[NameKey(kind: kind, name: local)] ?? [] }

    private func features(
        _ text: String, at place: SourceRange, _ offset: Int, _ context: StatementContext
    ) -> [NameUse] {
        guard let path = feature(named: text, context) else { return [] }
        let (whole, written) = (path.split(separator: "/"), text.split(separator: "/"))
        var offset = offset
        return written.enumerated().compactMap { index, part in
            defer { offset += part.utf8.count + 1 }
            let length = whole.count - written.count + index + 1
            guard length > 0 else { return nil }
            let key = NameKey(kind: .feature, name: whole.prefix(length).joined(separator: "/"))
            guard uses[key] != nil else { return nil }
            return NameUse(
                key: key, place: place.part(at: offset, length: part.utf8.count), isDeclaration: false)
        }
    }
}
