import Invariants
import TestSupport
import Testing

/// Texts that once revealed a bug, and texts at error-prone limits.
struct RegressionTests {
    @Test func `every regression text keeps the invariants`() throws {
        let texts = try Regressions.texts()
        #expect(!texts.isEmpty)
        for text in texts {
            if case .broken(let rule) = LinkInvariants.check(text.bytes) { Issue.record("\(text.name): \(rule)") }
        }
    }
}
