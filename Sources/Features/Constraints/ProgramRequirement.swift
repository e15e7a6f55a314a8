package import Contract

/// A program that a feature needs, such as the player that its actions start.
///
/// It is met while the program can be started as `exec` would start it.
package struct ProgramRequirement: Equatable, Sendable {
    /// *Shape*: absolute, without placeholders.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }
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
        guard case .program(let state) = facts[.program(path)]?.value else {
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

    package func axes(among all: [Constraint]) -> [MatrixAxis] {
        [MatrixAxis(.program(path), values: ProgramState.allCases.map { ($0.rawValue, .program($0)) })]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let named = draft.catalogue.features.flatMap(\.constraints).compactMap {
            if case .program(let program) = $0 { program.path } else { nil }
        }
        guard named.contains(name) else {
            throw .badName("no feature requires the program `\(name)`", .nameSuggestion(for: name, among: named))
        }
        draft.facts[.program(name)] = .program(try ProgramState(status: status))
    }
}
