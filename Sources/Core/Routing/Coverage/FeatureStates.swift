// Which facts make a feature available, and which let one of its constraints refuse it: as `with` lines, for cases.
//
// The facts are found by the verifier itself. From those that meet every constraint, the facts of one constraint are changed
// and all others kept; so the constraint is the one that the refusal names. It is no search through the whole matrix, which
// grows with the product of all facts.

import Contract
import Features

/// The facts that decide about one feature.
struct FeatureStates {
    /// The words of a fact, as behind `with`.
    typealias Line = [String]

    /// The lines that make it available; nil where none were found.
    private(set) var available: [Line]?
    /// By the id of a constraint, lines with which that one refuses.
    private(set) var refusals: [String: [Line]] = [:]
    /// Lines with which it cannot be told; nil where none were found.
    private(set) var pending: [Line]?
    /// Lines with which it is refused so.
    private(set) var byCode: [OutcomeCode: [Line]] = [:]

    /// *Units*: combinations of the facts of one constraint that are tried.
    private static let mostTries = 512

    /// Searches the facts of a feature.
    init(of feature: Int, in catalogue: FeatureCatalogue) {
        let search = StateSearch(feature, catalogue)
        var base = search.unset
        let ids = search.constraints.map(\.id)
        for (number, constraint) in search.constraints.enumerated() where !search.meets([constraint.id], base) {
            let better = search.choices(of: constraint, from: base).prefix(Self.mostTries).first { choice in
                search.meets(Array(ids[...number]), choice)
            }
            base = better ?? base
        }
        if search.refusal(base) == nil { available = search.lines(base) }
        for constraint in search.constraints {
            for choice in search.choices(of: constraint, from: base).prefix(Self.mostTries) {
                guard let refusal = search.refusal(choice) else { continue }
                if byCode[refusal.code] == nil { byCode[refusal.code] = search.lines(choice) }
                switch refusal.code.outcomeClass {
                case .blocked where refusal.primary == constraint.id && refusals[constraint.id] == nil:
                    refusals[constraint.id] = search.lines(choice)
                case .pending where pending == nil: pending = search.lines(choice)
                case .ok, .blocked, .pending, .rejected, .failed, .unknown: continue
                }
            }
        }
    }
}

/// The facts of one feature, and what they can be.
struct StateSearch {
    /// For each fact the number of what it is; nil for its default.
    typealias Choice = [Int?]

    let constraints: [EffectiveConstraint]
    private let feature: Int
    private let catalogue: FeatureCatalogue
    private let names: [String]
    /// By fact, the lines of each thing that it can be.
    private let options: [[[FeatureStates.Line]]]

    init(_ feature: Int, _ catalogue: FeatureCatalogue) {
        (self.feature, self.catalogue) = (feature, catalogue)
        constraints = catalogue.constraints[feature]
        let axes = Matrix(of: feature, in: catalogue).axes
        names = axes.map(\.name)
        options = axes.map { [constraints] axis in
            Self.options(of: axis, constraints).filter { Self.facts($0, catalogue) != nil }
        }
    }

    /// Every fact at its default.
    var unset: Choice { [Int?](repeating: nil, count: names.count) }

    /// The lines that set the facts of a choice.
    func lines(_ choice: Choice) -> [FeatureStates.Line] {
        zip(options, choice).flatMap { options, chosen in chosen.map { options[$0] } ?? [] }
    }

    /// Why the feature is refused with a choice; nil where it is available.
    func refusal(_ choice: Choice) -> Refusal? {
        assess(choice)?.refusal
    }

    /// Whether some constraints are met, by their ids.
    func meets(_ ids: [String], _ choice: Choice) -> Bool {
        guard let reports = assess(choice)?.constraints else { return false }
        return ids.allSatisfy { id in reports.first { $0.id == id }?.status == .satisfied }
    }

    private func assess(_ choice: Choice) -> Assessment? {
        guard let (facts, caller) = Self.facts(lines(choice), catalogue) else { return nil }
        return Verifier.assess(feature, in: catalogue, facts: facts, caller: caller)
    }

    /// Every choice that differs in the facts of a constraint alone.
    func choices(of constraint: EffectiveConstraint, from base: Choice) -> some Sequence<Choice> {
        let own = Set(constraint.rule.axes(among: constraints.map(\.rule)).map(\.name))
        let axes = names.indices.filter { own.contains(names[$0]) }
        // The default is a choice, too.
        let counts = axes.map { options[$0].count + 1 }
        return sequence(state: 0) { number -> Choice? in
            var (rest, choice) = (number, base)
            for (axis, count) in zip(axes, counts) {
                choice[axis] = rest % count == options[axis].count ? nil : rest % count
                rest /= count
            }
            number += 1
            return rest == 0 ? choice : nil
        }
    }

    private static func options(of axis: MatrixAxis, _ constraints: [EffectiveConstraint]) -> [[FeatureStates.Line]] {
        let word = FactKind(CallerRequirement.self).word
        guard axis.name == word else {
            let (kind, name) = (axis.name.prefix { $0 != " " }, axis.name.drop { $0 != " " }.dropFirst())
            let start = [String(kind)] + (name.isEmpty ? [] : [String(name)])
            return axis.labels.filter { $0 != "default" }.map { [start + [$0]] }
        }
        let required = constraints.compactMap { $0.rule as? CallerRequirement }
        let admitted = required.compactMap { rule in rule.values.first.map { [word, rule.kind.rawValue, $0.text] } }
        return [admitted, [[word, "uid", "1001"]], [[word, "uid", "65534"]]]
    }

    /// The facts that some lines set; nil where one of them cannot be read.
    static func facts(_ lines: [FeatureStates.Line], _ catalogue: FeatureCatalogue) -> (Facts, Caller)? {
        var draft = FactDraft(catalogue: catalogue)
        for line in lines {
            guard let kind = catalogue.kinds[line[0]], line.count == kind.rule.wordCount else { return nil }
            do throws(FactTextError) {
                try kind.rule.read(line.count == 3 ? line[1] : "", line[line.count - 1], into: &draft)
            } catch {
                return nil
            }
        }
        return (draft.facts, draft.caller)
    }
}
