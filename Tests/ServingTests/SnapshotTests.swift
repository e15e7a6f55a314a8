import Contract
import Features
import Routing
import Testing

@testable import Serving

@Suite struct SnapshotTests {
    private enum Change: CaseIterable {
        case nothing, table, host, subject, otherSubject

        func apply(to text: inout String, _ store: FactStore) {
            switch self {
            case .nothing: break
            case .table: text += "\n# changed"
            case .host: store.set(.runtime("F"), to: Fact(.on))
            case .subject: store.set(.toggle("F"), to: Fact(.on), of: .uid(1000))
            case .otherSubject: store.set(.toggle("F"), to: Fact(.on), of: .uid(1001))
            }
        }

        var makesStale: Bool { self == .table || self == .host || self == .subject }
    }

    @Test(arguments: Change.allCases)
    private func `a binding is stale where the table, the host's or its own subject's facts have moved`(
        _ change: Change
    ) throws {
        var text = SampleTable.text
        let cache = VerificationCache(store: FactStore())
        let passage = try SampleTable.load(text)
            .pass(Target(url: "t://say"), cache: cache, caller: Caller(uid: 1000))
        change.apply(to: &text, cache.store)
        let snapshot = Snapshot(ruleset: try SampleTable.load(text), cache: cache)
        switch consume passage {
        case .cleared(let link): #expect(snapshot.isCurrent(link.proof) == !change.makesStale)
        case .stopped(let stop): Issue.record("\(stop.outcome)")
        }
    }
}
