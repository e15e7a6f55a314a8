import Conf
import Testing

@testable import Routing

/// The suggestion for several overlaps of one route.
@Suite struct OverlapAdviceTests {
    @Test func `many overlaps of one route get one suggestion with all names`() throws {
        func table(_ over: String) -> String {
            let others = ["c", "a", "b"].map { "route \($0) /$(x)/\($0) do go\n" }.joined()
            return
                "scheme s\nfeature F {\naction go {\ninput x string?\nrespond\n}\nroute hub /h/$(x) do go {\n\(over)\n}\n\(others)}"
        }
        let overlaps = Tables.load(table("")).diagnostics.inOrder
        #expect(overlaps.map(\.code) == [.overlap, .overlap, .overlap])
        let helps = overlaps.compactMap(\.help)
        let first = try #require(helps.first)
        let line = try #require(first.firstMatch(of: /add `(over [^`]*)`/)).1
        #expect(line == "over c a b", "in the order of the table")
        #expect(helps.dropFirst().allSatisfy { $0 == "see the first overlap of `hub`" }, "\(helps)")
        #expect(Tables.codes(table(String(line))).isEmpty, "the suggestion is right")
    }
}
