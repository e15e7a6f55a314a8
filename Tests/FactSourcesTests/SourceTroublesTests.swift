import Contract
import Features
import PermissionRules
import Testing

@testable import FactSources

@Suite struct SourceTroublesTests {
    private static let switches = ["a", "b"].map { FactQuestion(.runtime($0)) }
    private static let users = [UInt32(1), 2].map { FactQuestion(.permission(permission("camera")), of: .uid($0)) }

    private enum Answer {
        case good
        /// The source works, and has no answer.
        case none
        case failed
        /// A policy cannot be read.
        case unruled
        case ended

        var latest: LatestAnswer? {
            switch self {
            case .good: LatestAnswer(state: .current, facts: [:], asOfMs: 1, fault: nil)
            case .none: LatestAnswer(state: .undetermined, facts: nil, asOfMs: nil, fault: "empty")
            case .failed: LatestAnswer(state: .undetermined, facts: nil, asOfMs: nil, fault: "down", hasFailed: true)
            case .unruled:
                LatestAnswer(state: .undetermined, facts: nil, asOfMs: nil, fault: "no file", ruledBy: "policy")
            case .ended: nil
            }
        }
    }

    /// Plays answers, and gives what is said of each: `-`, `source: fault` or `source is back`.
    private static func play(_ answers: [(FactQuestion, Answer)]) -> [String] {
        var troubles = SourceTroubles()
        return answers.map { question, answer in
            guard let change = troubles.note(answer.latest, on: question, of: "source") else { return "-" }
            return change.fault.map { "\(change.source): \($0)" } ?? "\(change.source) is back"
        }
    }

    @Test func `each change is reported once, for any number of calls`() {
        let a = Self.switches[0]
        let answers: [Answer] = [.good, .none, .failed, .none, .good, .good, .failed]
        #expect(
            Self.play(answers.map { (a, $0) })
                == ["-", "source: empty", "-", "-", "source is back", "-", "source: down"])
    }

    @Test func `a source of several facts is in trouble with the first, and back with the last`() {
        let (a, b) = (Self.switches[0], Self.switches[1])
        #expect(
            Self.play([(a, .failed), (b, .failed), (a, .good), (b, .good), (b, .failed)])
                == ["source: down", "-", "-", "source is back", "source: down"])
    }

    @Test func `what is missing of one user is no trouble of the source, and a policy that is missing is one`() {
        let (ann, bob) = (Self.users[0], Self.users[1])
        #expect(
            Self.play([(ann, .none), (ann, .good), (ann, .failed), (bob, .failed), (ann, .none), (bob, .good)])
                == ["-", "-", "source: down", "-", "-", "source is back"])
        #expect(
            Self.play([(ann, .unruled), (bob, .unruled), (ann, .good), (bob, .failed)])
                == ["policy: no file", "-", "-", "source: down"])
    }

    @Test func `a question that ends says nothing`() {
        let a = Self.switches[0]
        #expect(Self.play([(a, .failed), (a, .ended), (a, .failed)]) == ["source: down", "-", "source: down"])
    }
}
