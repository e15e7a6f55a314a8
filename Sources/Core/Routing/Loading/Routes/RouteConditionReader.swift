import Conf
import Contract
import Features
import Links
import Matching

/// Reads the block of a route, but for `in`.
struct RouteConditionReader: BlockReader {
    let table: TableReading
    /// The group around the route, whose lines go before its own.
    let group: RouteGroup?

    /// Reads the conditions; those that are reported are left out.
    func read(_ block: StatementChecker.Block<RouteDirective>) -> RouteConditions {
        var conditions = group?.conditions ?? RouteConditions()
        if !block.refused.allSatisfy(isWithoutEffect) { conditions.isComplete = false }
        for checked in block.checked { read(checked, into: &conditions) }
        let checks = KeyCheck(table: table, group: group)
        checks.check(&conditions)
        if let group { checks.add(group.lists, to: &conditions) }
        checkCount(&conditions, of: "route")
        return conditions
    }

    private func checkCount(_ conditions: inout RouteConditions, of what: String) {
        let places = conditions.query.map(\.place) + conditions.absent.map(\.place) + conditions.listed.map(\.place)
        guard places.count > Limits.routeKeys, let last = places.last else { return }
        conditions.isComplete = false
        report(
            .tooMany, last, "the \(what) has \(places.count) query keys; at most \(Limits.routeKeys) are taken",
            help: "declare those that the action needs")
        // What is copied into each route of a group is within the limit.
        if what == "group" { (conditions.query, conditions.absent) = ([], []) }
    }

    /// Reads the `query` lines of a group, after those of the group around it.
    ///
    /// - Parameter isComplete: false if another line of the group could not be read.
    func readShared(_ statements: [Int], isComplete: Bool) -> RouteConditions {
        var conditions = group?.conditions ?? RouteConditions()
        if !isComplete { conditions.isComplete = false }
        for statement in statements { readQuery(statement, into: &conditions) }
        KeyCheck(table: table, group: group).check(&conditions)
        checkCount(&conditions, of: "group")
        return conditions
    }

    private func read(_ checked: StatementChecker.Checked<RouteDirective>, into conditions: inout RouteConditions) {
        let statement = checked.statement
        switch checked.directive {
        case .query: readQuery(statement, into: &conditions)
        case .fragment: conditions.fragment = readSoundCondition(statement, isFragment: true)
        case .strict: conditions.isStrict = true
        case .except:
            let excepts = arguments(statement).map(ExclusionReader(table: table).read)
            conditions.excepts += excepts.compactMap { $0 }
            if excepts.contains(nil) { conditions.isComplete = false }
        case .over: conditions.overs += arguments(statement).compactMap(readOver)
        case .with:
            let words = arguments(statement)
            conditions.constants.append((words[0], words[1]))
        // Without it a route has every scope, so the reader of routes looks for it.
        case .in: return
        }
    }

    private func readOver(_ word: PlacedWord) -> (name: String, place: SourceRange)? {
        guard let package = Name.package(of: word.text) else { return (table.qualified(word.text), word.place) }
        if table.package.map({ $0.name == package }) == true { return (word.text, word.place) }
        return refuse(
            .unknownRoute, word.place, "`over` does not cross packages: `\(word.text)` is not a route of this one",
            help: "make one of the two routes narrower, as with `query KEY` or `except PATTERN`")
    }

    private func readQuery(_ statement: Int, into conditions: inout RouteConditions) {
        if word(1, statement).hasPrefix("!") {
            if let absent = readAbsence(statement) { return conditions.absent.append(absent) }
        } else if let condition = readSoundCondition(statement) {
            return conditions.query.append(condition)
        }
        conditions.isComplete = false
    }

    /// Whether a refused line selects no links, whatever it was to say.
    private func isWithoutEffect(_ statement: Int) -> Bool {
        [RouteDirective.with, .fragment].map(\.rawValue).contains(word(0, statement))
    }

    private func readSoundCondition(_ statement: Int, isFragment: Bool = false) -> RouteConditions.Condition? {
        let condition = readCondition(statement, isFragment: isFragment)
        if condition == nil { table.spoil(statement) }
        return condition
    }

    /// Reads `!KEY`.
    private func readAbsence(_ statement: Int) -> (name: String, place: SourceRange)? {
        let words = arguments(statement)
        let key = String(words[0].text.dropFirst())
        guard words.count == 1 else {
            return refuse(
                .badCondition, words[1].place, "behind a key that must be absent stands nothing",
                help: help(statement) ?? "it is written `query !KEY`, as in `query !start`")
        }
        let isBare = !document.isQuoted(words[0].place)
        guard let fault = QueryKey.fault(of: key) ?? (isBare && !QueryKey.isBare(key) ? QueryKey.sentence(key) : nil)
        else { return (key, words[0].place) }
        let isMarked = key.contains { $0 == ":" || $0 == "?" }
        return refuse(
            .badCondition, words[0].place,
            isMarked && help(statement) != nil ? "a key that must be absent has no type, and is never optional" : fault,
            help: help(statement) ?? "it is written `query !KEY`, as in `query !start`")
    }

    /// The lines that the author of a wrong one may have meant; nil where that is not clear.
    private func help(_ statement: Int) -> String? {
        let words = arguments(statement).map { ($0.text, document.isQuoted($0.place)) }
        let lines = QueryAdvice.lines(words, for: word(0, statement) == "fragment" ? .fragment : .query)
        guard !lines.isEmpty else { return nil }
        return "write " + lines.map { "`\($0)`" }.joined(separator: " and ")
            + (lines.count > 1 ? ", each on a line of its own" : "")
    }

    /// What follows the name and the type of a condition.
    private struct Ending {
        /// The word after `from`.
        var key: PlacedWord?
        /// The word after `=`.
        var value: PlacedWord?
        var isSilent = false
        /// The word `exact`.
        var exact: PlacedWord?
    }

    /// Reads `NAME[:TYPE][?]`, then `from KEY`, then `= DEFAULT`; or `KEY[:TYPE][?] _`; and then `exact`.
    private func readCondition(_ statement: Int, isFragment: Bool) -> RouteConditions.Condition? {
        let words = arguments(statement)
        var text = words[0].text
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let ending = readEnding(statement, isFragment: isFragment) else { return nil }
        guard !(isOptional && ending.value != nil) else {
            return refuse(
                .badDefault, words[0].place, "a key with a default is never missing",
                help: "remove the `?` or the default" + (help(statement).map { ": " + $0 } ?? ""))
        }
        guard Name.isName(parts[0]), parts[0] != Pattern.noName else {
            return refuse(
                .badCondition, words[0].place, "`\(parts[0])` is not a valid name for a key",
                help: help(statement) ?? Self.form(isFragment: isFragment))
        }
        guard let language = readLanguage(parts, statement, isFragment: isFragment) else { return nil }
        if language == .flag, let word = ending.value, word.text != "false" {
            return refuse(
                .badDefault, word.place, "a `flag` that is there is `true`, so its default is `false`",
                help: help(statement) ?? "write `false`")
        }
        let defaultType = InputType.value(language.isOfKeysAlone ? .bool : language)
        let value = ending.value.flatMap { TypeReader(table: table).readDefault($0, defaultType) }
        guard ending.value == nil || value != nil else { return nil }
        let isRequired = !isOptional && value == nil
        if let exact = ending.exact, isRequired {
            return refuse(
                .badCondition, exact.place, "a required key is never left out",
                help: (help(statement).map { $0 + " for an optional key, or " } ?? "") + "remove `exact`")
        }
        return .init(
            name: parts[0], key: ending.key?.text ?? parts[0], language: language, isRequired: isRequired,
            isSilent: ending.isSilent, isExact: ending.exact != nil, defaultValue: value, place: words[0].place)
    }

    /// The type in `NAME:TYPE`; nil where it was reported.
    private func readLanguage(_ parts: [String], _ statement: Int, isFragment: Bool) -> Language? {
        let whole = place(1, statement)
        guard parts.count == 2 else { return .string }
        let type = parts[1]
        let typePlace = type.isEmpty ? whole : part(whole, at: parts[0].utf8.count + 1, length: type.utf8.count)
        let ofKeys = isFragment ? nil : Language.keyTypes.first { $0.name == type.lowercased() }
        if let ofKeys, ofKeys.name == type { return ofKeys }
        if Language(named: parts[0]) != nil, Language(named: type) == nil, Name.isName(type) {
            return refuse(
                .badType, typePlace, "there is no type `\(type)`",
                help: "write `\(word(0, statement)) \(type):\(parts[0])`, with the name before the type")
        }
        let isMarked = type == Pattern.noName || type.contains("=") || type.contains("?")
        if isMarked && !type.contains("|") || ofKeys != nil, let advice = help(statement) {
            return refuse(.badType, typePlace, "there is no type `\(type)`", help: advice)
        }
        return TypeReader(table: table).readLanguage(type, typePlace)
    }

    private func readEnding(_ statement: Int, isFragment: Bool) -> Ending? {
        var (rest, ending) = (arguments(statement)[1...], Ending())
        if !isFragment, isKeyword(rest.first, "from"), rest.count > 1 {
            ending.key = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
        }
        if !isFragment, isKeyword(rest.first, Pattern.noName) {
            ending.isSilent = true
            rest = rest.dropFirst()
        }
        if !ending.isSilent, rest.count > 1, isKeyword(rest.first, "=") {
            ending.value = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
        }
        if !isFragment, isKeyword(rest.first, "exact") { ending.exact = rest.removeFirst() }
        if let extra = rest.first {
            return refuse(
                .badCondition, extra.place,
                isFragment
                    ? "after a fragment stands `= DEFAULT` or nothing"
                    : "after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing",
                help: help(statement) ?? Self.form(isFragment: isFragment))
        }
        if let key = ending.key, ending.isSilent {
            return refuse(
                .badCondition, key.place, "a key that feeds no input has no other name",
                help: (help(statement) ?? "write the key itself before `_`") + ", or name an input and remove `_`")
        }
        return isSound(ending.key, statement) ? ending : nil
    }

    /// Whether the word after `from` is a key; reported where it is not.
    private func isSound(_ key: PlacedWord?, _ statement: Int) -> Bool {
        guard let key else { return true }
        if let fault = QueryKey.fault(of: key.text) {
            report(.badCondition, key.place, fault, help: "after `from` stands the key of a link's query, decoded")
            return false
        }
        guard !document.isQuoted(key.place), !QueryKey.isBare(key.text) else { return true }
        let literal = arguments(statement).map { $0.place == key.place ? QuotedText.quoted($0.text) : written($0) }
        let quoted = "`query \(literal.joined(separator: " "))`"
        report(
            .badCondition, key.place, QueryKey.sentence(key.text),
            help: help(statement).map { "\($0), or, for a key that is called so, \(quoted)" } ?? "write \(quoted)")
        return false
    }

    /// A word as the line has it.
    private func written(_ word: PlacedWord) -> String {
        document.isQuoted(word.place) ? QuotedText.quoted(word.text) : word.text
    }

    private static func form(isFragment: Bool) -> String {
        isFragment
            ? "it is written `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`, as in `fragment part?`"
            : "it is written `NAME[:TYPE][?] [from KEY] [= DEFAULT] [exact]`, or `KEY[:TYPE][?] _ [exact]`, "
                + "as in `query page:uint? from \"p\"`"
    }
}
