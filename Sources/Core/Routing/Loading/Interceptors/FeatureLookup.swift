import Conf
import Contract
import Features
import Matching

/// Looks up features and actions by the names that a line has for them, when all features are read.
struct FeatureLookup: BlockReader {
    let table: TableReading
    /// That of the line's file, whose features it means; nil outside of packages.
    let package: String?

    private var prefix: String { package.map { $0 + "/" } ?? "" }

    /// The number of a feature by its path, or by its name where that is unique; nil where it was reported.
    ///
    /// - Parameter rest: the rest of the word at the place, which advice has too.
    func feature(named name: String, _ place: SourceRange, rest: String = "") -> Int? {
        let features = table.draft.catalogue.features
        let own = features.indices.dropFirst().filter { features[$0].path.hasPrefix(prefix) }
        let found = own.filter { features[$0].path == prefix + name || features[$0].path == name }
        let all = found.isEmpty ? own.filter { features[$0].name == name } : found
        guard let first = all.first else {
            guard !isSpoiled(name) else { return nil }
            reportUnknown(
                .unknownAction, (name + rest, place), "there is no feature `\(name)`",
                among: own.map { features[$0].path.dropFirst(prefix.count) + rest },
                declaration: "declare it: `feature \(name) { … }`")
            return nil
        }
        guard all.count == 1 else {
            return refuse(
                .unknownAction, place, "several features are called `\(name)`",
                help: "write the path of one: " + all.map { "`\(features[$0].path)`" }.alternatives)
        }
        return first
    }

    /// The numbers of a feature and of its action, `Shop.show`; nil where it was reported.
    ///
    /// - Parameter example: a line that names one.
    func action(named word: PlacedWord, example: String) -> (feature: Int, action: Int)? {
        let dot = word.text.utf8.lastIndex(of: UInt8(ascii: "."))
        guard let dot, dot > word.text.startIndex, let name = String(word.text.utf8[..<dot]),
            let actionName = String(word.text.utf8[dot...].dropFirst()), !actionName.isEmpty
        else {
            return refuse(
                .unknownAction, word.place, "`\(word.text)` is not an action with its feature",
                help: "write both, as in `\(example)`")
        }
        guard let feature = feature(named: name, word.place, rest: "." + actionName) else { return nil }
        guard let action = table.draft.actions[feature]?[actionName] else {
            guard !isSpoiled(actionName) else { return nil }
            let names = table.draft.actions[feature].map { $0.keys.sorted() } ?? []
            reportUnknown(
                .unknownAction, word, "the feature `\(name)` has no action `\(actionName)`",
                among: names.map { name + "." + $0 }, declaration: "declare it: `action \(actionName) { … }`")
            return nil
        }
        // Without a number it has an error of its own.
        return action.number.map { (feature, $0) }
    }
}
