import Links
import Testing

@testable import Matching

/// Every route of a link's scheme or host, with the first segment or key that keeps it from the link.
@Suite struct CandidateTests {
    private static let table = """
        new /shows/new
        show /shows/$(id:uint)
        tail /shows/**
        page /shows/$(name)/page?q:uint
        dash /shows/
        find /find
        other /shows/new in z
        """

    @Test(arguments: [
        (
            "app:/shows/new",
            "new nil; tail beaten(by: 0); page tooShort(2); show segment(1); dash segment(1); find segment(0)"
        ),
        (
            "app:/shows/x/page?q=a",
            "tail nil; page query(condition: Optional(0), item: Optional(0), invalid); "
                + "new segment(1); show segment(1); dash segment(1); find segment(0)"
        ),
        (
            "app:/shows",
            "new tooShort(1); show tooShort(1); page tooShort(1); dash tooShort(1); tail tooShort(1); find segment(0)"
        ),
        (
            "app:/find/x",
            "find tooLong(1); new segment(0); show segment(0); page segment(0); dash segment(0); tail segment(0)"
        ),
        ("z:/find", "other segment(0)"), ("https://x.example/find", ""),
    ])
    func `each route of the scope is listed once, those that go further first`(_ url: String, _ expected: String)
        throws
    {
        let table = try TableText("scheme app 0\nscheme z 1\n" + Self.table)
        var build = table.build()
        guard let index = build.takeIndex() else {
            Issue.record("no index")
            return
        }
        let candidates = AllCandidates.list(of: try Link.parse(url), in: index)
        let found = candidates.map { candidate in
            let failure = candidate.failure.map { "\($0)".replacing("Matching.QueryFault.", with: "") } ?? "nil"
            return "\(table.name(candidate.rule)) \(failure)"
        }
        #expect(Set(found) == Set(expected.split(separator: "; ").map(String.init)), "\(found)")
        #expect(found.count == Set(found).count)
        let depths = candidates.map { $0.segment ?? .max }
        #expect(depths == depths.sorted(by: >), "\(found)")
    }
}
