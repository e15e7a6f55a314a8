import Contract
import Features
import Routing
import Testing

@testable import Serving

@Suite struct SnapshotTests {
    private enum Change: CaseIterable {
        case nothing, table, host, subject, otherSubject

        func apply(to text: inout String, _ facts: inout Facts) {
            switch self {
            case .nothing: break
            case .table: text += "\n# changed"
            case .host: facts.hostRevision += 1
            case .subject: facts.subjectRevisions[.uid(1000)] = 1
            case .otherSubject: facts.subjectRevisions[.uid(1001)] = 1
            }
        }

        var makesStale: Bool { self == .table || self == .host || self == .subject }
    }

    @Test(arguments: Change.allCases)
    private func `a binding is stale where the table, the host's or its own subject's facts have moved`(
        _ change: Change
    ) throws {
        var text = SampleTable.text
        var facts = Facts()
        let clearance = try SampleTable.load(text).clear("t://say", facts: facts, caller: Caller(uid: 1000))
        change.apply(to: &text, &facts)
        let snapshot = Snapshot(ruleset: try SampleTable.load(text), facts: facts)
        switch consume clearance {
        case .cleared(let proof, _): #expect(snapshot.isCurrent(proof) == !change.makesStale)
        case .stopped(let outcome): Issue.record("\(outcome)")
        }
    }
}
