import Conf
import Contract
import Features
import Links
import Matching

extension TableReader {
    /// Reads `values NAME MEMBER…`.
    mutating func readValues(_ statement: Int) {
        guard let name = readName(1, statement, of: "a set of values") else { return spoil(statement) }
        if let first = draft.values[name] {
            report(
                .duplicateValues, place(1, statement), "the values `\(name)` are declared twice",
                help: "keep one of them", related: [.init(place: first.place, note: "the first is here")])
            return
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
            draft.spoiled.insert(name)
            return
        }
        draft.values[name] = .init(set: set, place: place(1, statement))
    }

    mutating func readProduct(_ statement: Int) {
        guard let id = readName(1, statement, of: "a product", dots: true) else { return spoil(statement) }
        if let first = draft.productPlaces[id] {
            report(
                .duplicateProduct, place(1, statement), "the product `\(id)` is declared twice",
                help: "keep one of them", related: [.init(place: first, note: "the first is here")])
            return
        }
        var title: String?
        var kind = Product.Kind.oneTime
        for checked in check(document.children(of: statement), in: .product).checked {
            let text = word(1, checked.statement)
            if checked.name == "title" {
                title = text
            } else if let known = Product.Kind(rawValue: text) {
                kind = known
            } else {
                report(
                    .badValue, place(1, checked.statement), "`\(text)` is no kind of product",
                    help: Suggestion.help(for: text, among: Product.Kind.allCases.map(\.rawValue)))
            }
        }
        draft.products.append(Product(id: id, title: title, kind: kind))
        draft.productPlaces[id] = place(1, statement)
    }

    mutating func readLimit(_ statement: Int) {
        let name = word(1, statement)
        guard let limit = TableLimit(rawValue: name) else {
            report(
                .badValue, place(1, statement), "there is no limit `\(name)`",
                help: Suggestion.help(for: name, among: TableLimit.allCases.map(\.rawValue)))
            return
        }
        let range = limit.range
        guard let value = Quantity.count(word(2, statement)), range.contains(value) else {
            report(
                .badValue, place(2, statement), "`\(word(2, statement))` is no value for the limit `\(name)`",
                help: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            return
        }
        if let first = draft.limitPlaces[name] {
            report(
                .repeatedDirective, place(1, statement), "the limit `\(name)` is given twice", help: "keep one of them",
                related: [.init(place: first, note: "the first is here")])
            return
        }
        draft.limitPlaces[name] = place(1, statement)
        limit.set(value, in: &draft)
    }

    mutating func readOperator(_ statement: Int) {
        guard let group = readGroup(statement, "operator") else { return }
        draft.operatorGroups.append(group)
    }

    mutating func readDelegate(_ statement: Int) {
        guard let group = readGroup(statement, "delegate") else { return }
        draft.delegateGroups.append(group)
    }

    private mutating func readGroup(_ statement: Int, _ role: String) -> CallerRequirement.Value? {
        guard word(1, statement) == "group" else {
            report(
                .badValue, place(1, statement), "\(role)s are named by their group",
                help: "it is written `\(role) group NAME`")
            return nil
        }
        let name = word(2, statement)
        return .init(text: name, id: environment.groupID(name))
    }

    mutating func readProfile(_ statement: Int) {
        let text = word(1, statement)
        guard let profile = Profile(rawValue: text) else {
            report(
                .badValue, place(1, statement), "there is no profile `\(text)`",
                help: Suggestion.help(for: text, among: Profile.allCases.map(\.rawValue)))
            return
        }
        if let first = draft.profile { return reportSecond(statement, "the profile", first.place) }
        draft.profile = (profile, place(0, statement))
    }

    mutating func readIntake(_ statement: Int) {
        // No guess: the word nearest to `of` would be `on`, the opposite of what was meant.
        let help = "it is written `intake without-ledger on|off|undetermined`"
        guard word(1, statement) == "without-ledger" else {
            report(
                .badValue, place(1, statement), "of the intake a table says what it is without a ledger", help: help)
            return
        }
        let text = word(2, statement)
        guard let value = IntakeWithoutLedger(rawValue: text) else {
            report(.badValue, place(2, statement), "`\(text)` is no state of the intake", help: help)
            return
        }
        if let first = draft.intakeWithoutLedger { return reportSecond(statement, "the intake", first.place) }
        draft.intakeWithoutLedger = (value, place(0, statement))
    }

    /// Reports what may be said once in all files; a second time in one file is found before its meaning is.
    private mutating func reportSecond(_ statement: Int, _ what: String, _ first: SourceRange) {
        report(
            .repeatedDirective, place(0, statement), "\(what) is given in two files", help: "keep one of them",
            related: [.init(place: first, note: "the first is here")])
    }

    mutating func readDeny(_ statement: Int) {
        let words = arguments(statement)
        let rest = words.dropFirst()
        if let second = rest.first, second.text != "in" || rest.count == 1 {
            report(
                .wrongArguments, second.place, "after its pattern a `deny` names scopes with `in`",
                help: "it is written `deny PATTERN [in SCOPE…]`")
            return
        }
        let entries = rest.isEmpty ? everyScope : readScopes(statement, from: 3, isUse: false)
        guard let pattern = readExclusion(words[0]) else { return }
        draft.denies.append(.init(pattern: pattern, entries: entries, place: words[0].place))
    }

    mutating func readExclusion(_ word: (text: String, place: SourceRange)) -> ExclusionPattern? {
        do {
            return try ExclusionPattern.parse(Array(word.text.utf8).span)
        } catch {
            report(
                .badExclusion, part(word.place, at: error.offset, length: error.length), error.sentence,
                help: error.help)
            return nil
        }
    }
}
