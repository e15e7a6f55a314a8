import Contract
import Testing

@Suite struct TableContentsTests {
    @Test(arguments: ["7c4f:song", "7c4f:media:song", "7c4f:"])
    func `the place after a route is its name`(_ text: String) throws {
        let cursor = try #require(TableCursor(text, isOfTexts: false))
        #expect(cursor.revision == "7c4f" && cursor.place == .route(String(text.dropFirst(5))) && cursor.text == text)
    }

    @Test func `a place in a text is a file and a byte`() throws {
        let cursor = try #require(TableCursor("7c4f:3:131072", isOfTexts: true))
        #expect(cursor == TableCursor("7c4f", .text(file: 3, offset: 131_072)) && cursor.text == "7c4f:3:131072")
        for text in ["", "7c4f", "7c4f:3", "7c4f:3:", "7c4f:-3:0", "7c4f:3:-1", "7c4f:3:1:2", "7c4f:x:1"] {
            #expect(TableCursor(text, isOfTexts: true) == nil, "\(text)")
        }
    }

    private static func route(_ name: String) -> RouteReport {
        RouteReport { ($0.name, $0.patterns, $0.scopes) = (name, ["/a", "/b", "/c"], ["s", "t"]) }
    }

    @Test func `a part that is too long loses routes from its end, and then texts of the only one`() throws {
        var part = TableContents()
        (part.tableRevision, part.routes) = ("r", ["a", "b", "c"].map(Self.route))
        part.next = "r:c"
        var steps: [TableContents] = []
        while let next = (steps.last ?? part).shortened, steps.count < 10 { steps.append(next) }
        #expect(steps.map(\.routes.count) == [1, 1, 1, 1, 1] && steps.allSatisfy { $0.next == "r:a" })
        #expect(steps.map { $0.routes[0].scopes.count } == [2, 1, 0, 0, 0])
        #expect(steps.map { $0.routes[0].patterns.count } == [3, 3, 3, 1, 0])
        #expect(steps.map { $0.routes[0].unlisted } == [nil, 1, 2, 4, 5])
    }

    @Test func `only operators are told texts`() {
        let part = TableContents { ($0.tableRevision, $0.files) = ("r", [TableTextReport { $0.text = "exec /x" }]) }
        #expect(part.forAnyone == TableContents { $0.tableRevision = "r" })
    }
}
