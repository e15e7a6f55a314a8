import Conf
import Features

/// Reads what features require: each line by the reader of its kind.
struct ConstraintReader: BlockReader {
    let table: TableReading

    /// Reads the `require` lines of one feature.
    func read(_ statements: [Int], parent: Int?) -> [Constraint] {
        let inherited = parent.map { table.draft.catalogue.constraints[$0] } ?? []
        var constraints: [PlacedConstraint] = []
        var places: [String: SourceRange] = [:]
        for statement in statements {
            let place = document.place(of: statement)
            guard let reader = reader(of: statement) else { continue }
            for constraint in reader.read(statement) {
                let id = constraint.rule.identity
                if let first = places[id] {
                    reportSecond(
                        .repeatedConstraint, place, "the feature has two requirements for `\(id)`",
                        first: first == place ? nil : first)
                    continue
                }
                places[id] = place
                reader.check(constraint.rule, at: place, constraints, inherited: inherited)
                warnIfImplied(constraint, by: inherited, place)
                constraints.append((constraint, place))
            }
        }
        return constraints.map(\.constraint)
    }

    private func reader(of statement: Int) -> (any RequirementReader)? {
        let kind = word(1, statement)
        guard let reader = table.wings.requirements.first(where: { $0.kind.word == kind }) else {
            return refuse(
                .badConstraint, place(1, statement), "a feature cannot require `\(kind)`", help: helpForKind(statement))
        }
        return reader.init(table: table)
    }

    /// The help for an unknown kind: a name alone is most likely that of what is declared, or of a kind with any names.
    private func helpForKind(_ statement: Int) -> String {
        let (text, kinds) = (word(1, statement), table.wings.requirements.map { $0.kind.word })
        let isName = document.wordCount(of: statement) == 2 && Name.isName(text)
        guard isName, Suggestion.nearest(to: text, among: kinds) == nil else {
            return Suggestion.help(for: text, among: kinds)
        }
        let readers = table.wings.requirements
        if let reader = readers.first(where: { $0.isName(text, in: table) }) {
            return "write the line `require \(reader.kind.word) \(text)`"
        }
        guard let guess = readers.first(where: { $0.takesAnyName })?.kind.word else {
            return Suggestion.help(for: text, among: kinds)
        }
        let others = kinds.filter { $0 != guess }.joined(separator: ", ")
        return "write the line `require \(guess) \(text)`, or another kind before the name: \(others)"
    }

    private func warnIfImplied(_ constraint: Constraint, by inherited: [EffectiveConstraint], _ place: SourceRange) {
        guard let outer = inherited.first(where: { constraint.rule.isImplied(by: $0.rule) }) else { return }
        report(
            .needlessConstraint, place,
            "`\(outer.path)` requires this already, and the features inside it inherit that", help: "remove it")
    }
}
