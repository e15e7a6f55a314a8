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

    /// Reads `!NAME`.
    private func readAbsence(_ statement: Int) -> (name: String, place: SourceRange)? {
        let words = arguments(statement)
        let name = String(words[0].text.dropFirst())
        guard words.count == 1 else {
            return refuse(
                .badCondition, words[1].place, "a key that must be absent has no default",
                help: "it is written `query !\(Name.isName(name) ? name : "NAME")`")
        }
        guard Name.isName(name) else {
            let key = String(name.prefix { $0 != ":" && $0 != "?" })
            return refuse(
                .badCondition, words[0].place,
                Name.isName(key)
                    ? "a key that must be absent has no type" : "`\(name)` is not a valid name for a key",
                help: "it is written `query !\(Name.isName(key) ? key : "NAME")`")
        }
        return (name, words[0].place)
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
        guard let ending = readEnding(words[1...], isFragment: isFragment) else { return nil }
        guard !(isOptional && ending.value != nil) else {
            return refuse(
                .badDefault, words[0].place, "a key with a default is never missing",
                help: "remove the `?` or the default")
        }
        guard Name.isName(parts[0]), parts[0] != Pattern.noName else {
            return refuse(
                .badCondition, words[0].place, "`\(parts[0])` is not a valid name for a key",
                help: "it is written `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`")
        }
        let types = TypeReader(table: table)
        let type = parts.count == 2 ? parts[1] : Language.string.name
        let typePlace =
            type.isEmpty || parts.count == 1
            ? words[0].place : part(words[0].place, at: parts[0].utf8.count + 1, length: type.utf8.count)
        let isFlag = !isFragment && type == Language.flag.name
        guard let language = isFlag ? .flag : types.readLanguage(type, typePlace) else { return nil }
        let value = ending.value.flatMap { types.readDefault($0, .value(isFlag ? .bool : language)) }
        guard ending.value == nil || value != nil else { return nil }
        if isFlag, value == .bool(true), let word = ending.value {
            return refuse(
                .badDefault, word.place, "a `flag` that is there is `true`, so its default is not",
                help: "write `false`")
        }
        let isRequired = !isOptional && value == nil
        if let exact = ending.exact, isRequired {
            return refuse(
                .badCondition, exact.place, "a required key is never left out", help: "remove `exact`")
        }
        return .init(
            name: parts[0], key: ending.key?.text ?? parts[0], language: language, isRequired: isRequired,
            isSilent: ending.isSilent, isExact: ending.exact != nil, defaultValue: value, place: words[0].place)
    }

    private func readEnding(_ words: ArraySlice<PlacedWord>, isFragment: Bool) -> Ending? {
        var (rest, ending) = (words, Ending())
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
                help: isFragment
                    ? "it is written `NAME[:TYPE][?]`, or `NAME[:TYPE] = DEFAULT`"
                    : "it is written `NAME[:TYPE][?] [from KEY] [= DEFAULT] [exact]`, or `KEY[:TYPE][?] _ [exact]`")
        }
        if let key = ending.key, ending.isSilent {
            return refuse(
                .badCondition, key.place, "a key that feeds no input has no other name",
                help: "write the key itself before `_`, or name an input and remove `_`")
        }
        guard let key = ending.key, key.text.isEmpty || LinkBuilder.breach(ofValue: key.text) != nil else {
            return ending
        }
        return refuse(
            .badCondition, key.place, key.text.isEmpty ? "the key is empty" : "no link can have this key",
            help: "after `from` stands the key of a link's query, decoded")
    }
}
