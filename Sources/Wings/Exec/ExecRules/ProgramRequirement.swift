package import Contract
package import Features

/// A program that a feature needs, such as the player that its actions start.
///
/// It is met while the program can be started as `exec` would start it.
package struct ProgramRequirement: FactOrigin {
    /// *Shape*: absolute, without placeholders.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package var description: String { "program " + path.asTableWord }
}

/// What is known of a program.
package enum ProgramState: String, CaseIterable, Sendable {
    case present
    /// Nothing has its name.
    case absent
    /// It is no regular file, the daemon may not execute or read it, or its interpreter cannot be started.
    case unusable
    /// Users other than root and the daemon's could change it.
    case untrusted
    /// It could not be looked at.
    case unknown
}

extension ProgramRequirement: ConstraintRule {
    package static let kind = ConstraintReport.Kind.program
    package static let example = "program /usr/bin/mpv absent"
    package static let form = "program PATH present|absent|unusable|untrusted|unknown"
    package static var unknown: FactValue? { .program(.unknown) }

    package var subject: String { path }
    package var declaration: String { "program " + path.asWord }
    package var keys: [FactKey] { [.program(path)] }

    /// Without a fact it is met: a test case does not depend on the machine that runs it.
    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        guard let state = facts[.program(path)]?.value.program else {
            return .satisfied("assumed", fromFact: false)
        }
        return switch state {
        case .present: .satisfied("present", fromFact: true)
        case .absent: .unsatisfied(.programMissing, ConstraintReport.absentProgram, fromFact: true)
        case .unusable: .unsatisfied(.programMissing, "unusable", fromFact: true)
        case .untrusted: .unsatisfied(.programMissing, "untrusted", fromFact: true)
        case .unknown: .undetermined(30)
        }
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        let message = "The administrator can install \(path) so that the daemon may start it."
        return [Self.remedy(.installProgram, .administrator, "program", path, message)]
    }

    /// The program itself is looked at.
    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? { self }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [MatrixAxis(.program(path), values: ProgramState.allCases.map { ($0.rawValue, .program($0)) })]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let named = draft.required(Self.self).map(\.path)
        guard named.contains(name) else {
            throw .badName("no feature requires the program `\(name)`", .nameSuggestion(for: name, among: named))
        }
        draft.facts[.program(name)] = .program(try ProgramState(status: status))
    }
}

extension ProgramState: FactContent {}

extension FactKey {
    /// The program at a path.
    package static func program(_ path: String) -> Self { Self(ProgramRequirement.self, path) }
}

extension FactValue {
    /// What is known of a program.
    package static func program(_ state: ProgramState) -> Self { .content(state) }

    /// What is known of a program; nil for other facts.
    package var program: ProgramState? { content(as: ProgramState.self) }
}

extension Constraint {
    /// A program must be there.
    package static func program(_ requirement: ProgramRequirement) -> Self { Self(requirement) }
}
