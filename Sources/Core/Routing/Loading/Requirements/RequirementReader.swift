import Conf
import Features

/// Reads the `require` lines of one kind of constraint.
protocol RequirementReader: BlockReader, SendableMetatype {
    /// The rules of the kind.
    associatedtype Rule: ConstraintRule

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
typealias PlacedConstraint = (constraint: Constraint, place: SourceRange)

extension RequirementReader {
    /// The line has one.
    func requirements(_ statement: Int) -> [Rule] { [requirement(statement)].compactMap(\.self) }

    /// The constraints of a line.
    func read(_ statement: Int) -> [Constraint] { requirements(statement).map { Constraint($0) } }

    /// Any other requirement can stand beside it.
    func check(
        _ rule: any ConstraintRule, at place: SourceRange, _ earlier: [PlacedConstraint],
        inherited: [EffectiveConstraint]
    ) {}

    /// The kind whose lines it reads.
    static var kind: FactKind { FactKind(Rule.self) }
}

/// The readers of the kinds that this version knows.
enum RequirementReaders {
    static let all: [any RequirementReader.Type] = [
        PlatformReader.self, ProfileReader.self, RequiredProgramReader.self, RuntimeReader.self, CallerReader.self,
        PermissionReader.self, ToggleReader.self, PurchaseReader.self, ConfirmationReader.self,
    ]
}
