import Invariants
import TestSupport
import Testing

/// Texts on which something once went wrong, or that sit where it easily does.
struct TableRegressionTests {
    @Test func `every text that was once a regression keeps the rules`() throws {
        let texts = try Regressions.texts()
        #expect(!texts.isEmpty)
        for text in texts {
            if case .broken(let rule) = TableInvariants.check(text.bytes) { Issue.record("\(text.name): \(rule)") }
        }
    }
}
