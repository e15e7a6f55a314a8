import Conf
import Contract
import Features
import Matching

/// Reads the types of inputs and keys, the sets of values that they name, and their defaults.
struct TypeReader: BlockReader {
    let table: TableReading

    /// Reads `values NAME MEMBER…`.
    func readValues(_ statement: Int) {
        guard let word = readName(1, statement, of: "a set of values") else { return table.spoil(statement) }
        let name = table.qualified(word)
        if let first = table.draft.values[name] {
            return reportSecond(
                .duplicateValues, place(1, statement), "the values `\(name)` are declared twice", first: first.place)
        }
        var members: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for (text, place) in arguments(statement, from: 2) {
            if text.isEmpty || !seen.insert(Array(text.utf8)).inserted {
                report(
                    .badValue, place, text.isEmpty ? "a value is empty" : "the value `\(text)` is given twice",
                    help: "remove it")
            } else {
                members.append(Array(text.utf8))
            }
        }
        guard let set = ValueSet(members: members, name: name) else {
            table.draft.spoiled.insert(word)
            return
        }
        table.draft.values[name] = .init(set: set, place: place(1, statement))
    }

    /// A type's name, `digits(6)`, `@set`, or `a|b|c`; nil where it was reported.
    func readLanguage(_ text: String, _ place: SourceRange) -> Language? {
        if let language = Language(named: text) { return language }
        if let ofKeys = Language.keyTypes.first(where: { $0.name == text }) {
            let sense = ofKeys == .flag ? "a key without a value" : "a key that switches"
            return refuse(
                .badType, place, "only a query key can be a `\(text)`",
                help: "it is the type of \(sense): `query KEY:\(text)`, which feeds a `bool`")
        }
        if text.hasPrefix("@") {
            let name = String(text.dropFirst())
            if let whole = table.resolved(name, { table.draft.values[$0] != nil }) {
                table.draft.values[whole]?.isUsed = true
                return table.draft.values[whole].map { .set($0.set) }
            }
            guard !isSpoiled(name) else { return nil }
            reportUnknown(
                .unknownValues, (text, place), "there are no values `\(name)`",
                among: table.words(for: table.draft.values.keys).map { "@" + $0 },
                declaration: "declare them: `values \(name) …`")
            return nil
        }
        if text.contains("|") {
            let members = text.split(separator: "|", omittingEmptySubsequences: false).map { Array($0.utf8) }
            if let set = ValueSet(members: members, name: nil) { return .set(set) }
            return refuse(.badType, place, "a choice has distinct members that are not empty", help: "as in `a|b|c`")
        }
        do {
            if let type = try BoundedType(text) { return .bounded(type) }
        } catch {
            return refuse(.badType, place, error.sentence, help: error.help)
        }
        return refuse(
            .badType, place, "there is no type `\(text)`", help: helpForType(text))
    }

    /// The types, or the nearest one; and how a set of one value is written, which a `|` does not make of a word.
    private func helpForType(_ text: String) -> String {
        let sets = table.words(for: table.draft.values.keys).map { "@" + $0 }.sorted()
        let known = Language.forms + sets.prefix(Self.mostSetsNamed)
        let help = Suggestion.help(for: text, among: known)
        guard Suggestion.nearest(to: text, among: known) == nil else { return help }
        // `integer`, `boolean` and `datetime` begin with the name of a type, and `number` is one in other languages.
        if ["num", "number", "numeric"].contains(text.lowercased()) {
            return "did you mean `uint`, or `int` for numbers below zero?"
        }
        let begun = Language.forms.first { $0.utf8.count > 2 && text.lowercased().hasPrefix($0) }
        if let type = begun ?? RegularExpression.typeName(for: text) { return "did you mean `\(type)`?" }
        guard Name.isName(text) else { return help }
        return "\(help); if `\(text)` is a value, declare the set `values \(text) \(text)` and write `@\(text)`"
    }

    /// *Units*: sets of values among which the one is sought that a word may mean.
    private static let mostSetsNamed = 20

    /// A default as a value of the type; nil where it was reported.
    func readDefault(_ word: PlacedWord, _ type: InputType) -> Value? {
        if case .value(let language) = type, let value = InputValue.value(of: word.text, as: language) { return value }
        return refuse(
            .badDefault, word.place,
            type == .list
                ? "a list has no default"
                : word.text.isEmpty
                    ? "the default is empty"
                    : "the default `\(word.text)` is not of the type `\(InputValue.name(of: type))`",
            help: type == .list
                ? "remove the default; a list that may be missing has the type `**?`" : InputValue.advice(on: type))
    }
}
