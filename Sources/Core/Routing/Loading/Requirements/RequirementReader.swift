package import Conf
package import Features

/// Reads the `require` lines of one kind of constraint.
package protocol RequirementReader: BlockReader, SendableMetatype {
    /// The rules of the kind.
    associatedtype Rule: ConstraintRule
    /// Its place in help among all kinds.
    static var order: Int { get }
    /// True if a name without a kind before it is one of what the kind requires: "write `require purchase premium`".
    static func isName(_ name: String, in table: TableReading) -> Bool
    /// True if a name without a kind before it is more likely one of these than of any other kind.
    static var takesAnyName: Bool { get }
    /// Which words of a line are names; `require` is word 0.
    static var names: [NameWord] { get }
    /// What can stand behind the kind, as far as it is fixed.
    static var choices: [String] { get }
    /// Words that can stand behind the kind and before what is required.
    static var modes: [String] { get }

    init(table: TableReading)

    /// Reads a line that has one requirement; nil if it was refused and reported.
    func requirement(_ statement: Int) -> Rule?

    /// Reads a line that can have several, without those that were refused and reported.
    func requirements(_ statement: Int) -> [Rule]

    /// Reports a requirement that can never be met beside others.
    ///
    /// - Parameters:
    ///   - earlier: the requirements of the same feature that stand before it.
    ///   - inherited: those of the features around it.
    func check(
        _ rule: any ConstraintRule, at place: SourceRange, _ earlier: [PlacedConstraint],
        inherited: [EffectiveConstraint]
    )
}

/// A constraint with the place of its line.
package typealias PlacedConstraint = (constraint: Constraint, place: SourceRange)

extension RequirementReader {
    /// The line has one.
    package func requirements(_ statement: Int) -> [Rule] { [requirement(statement)].compactMap(\.self) }

    /// The constraints of a line.
    package func read(_ statement: Int) -> [Constraint] { requirements(statement).map { Constraint($0) } }

    /// Its requirements have no names of their own.
    package static func isName(_ name: String, in table: TableReading) -> Bool { false }

    /// None is.
    package static var names: [NameWord] { [] }

    /// Nothing is fixed.
    package static var choices: [String] { [] }

    /// There are none.
    package static var modes: [String] { [] }

    /// It is not the likeliest kind.
    package static var takesAnyName: Bool { false }

    /// Any other requirement can stand beside it.
    package func check(
        _ rule: any ConstraintRule, at place: SourceRange, _ earlier: [PlacedConstraint],
        inherited: [EffectiveConstraint]
    ) {}

    /// The kind whose lines it reads.
    package static var kind: FactKind { FactKind(Rule.self) }
}
