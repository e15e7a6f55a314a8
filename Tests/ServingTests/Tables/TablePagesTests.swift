import Contract
import Features
import Routing
import TestTables
import Testing

@testable import Serving

@Suite struct TablePagesTests {
    /// A table of routes in three features, the second of which is hidden.
    private static func table(_ count: Int, comment: String = "") -> String {
        let features = ["A", "B", "C"].map { name in
            let routes = (0..<count).map { "route \(name)\($0) /\(name)/\($0) do a" }
            return "feature \(name) {\n\(name == "B" ? "visible no\n" : "")action a {\nrespond\n}\n"
                + routes.joined(separator: "\n") + "\n}\n"
        }
        return "scheme t\nhost h.example\n# \(comment)\n" + features.joined()
    }

    private static func snapshot(_ text: String) throws -> Snapshot {
        Snapshot(ruleset: try SampleTable.load(text), cache: VerificationCache(store: FactStore()))
    }

    /// All parts, each asked for with the end of the one before.
    private static func parts(_ pages: TablePages, files: Bool) throws -> [TableContents] {
        var parts: [TableContents] = []
        repeat {
            parts.append(try #require(pages.page(after: parts.last?.next, files: files)))
        } while parts.last?.next != nil && parts.count < 1000
        return parts
    }

    // MARK: Routes

    @Test(arguments: [0, 1, 32, 33, 300])
    func `the parts have every route once, those of a feature together`(_ count: Int) throws {
        let snapshot = try Self.snapshot(Self.table(count))
        let parts = try Self.parts(TablePages(snapshot, for: .operator), files: false)
        let names = parts.flatMap(\.routes).map(\.name)
        #expect(names == ["A", "B", "C"].flatMap { name in (0..<count).map { "\(name)\($0)" } })
        #expect(parts.allSatisfy { $0.routes.count <= Limits.routesPerPage && $0.files.isEmpty })
        #expect(parts.allSatisfy { $0.tableRevision == snapshot.ruleset.revision })
        guard count > 0 else { return }
        let first = RouteReport {
            ($0.name, $0.patterns, $0.scopes) = ("A0", ["/A/0"], ["t", "h.example"])
            ($0.feature, $0.action) = ("A", "a")
        }
        #expect(parts.first?.routes.first == first)
    }

    @Test func `only operators are told of the routes of hidden features`() throws {
        let pages = TablePages(try Self.snapshot(Self.table(300)), for: .anyone)
        let routes = try Self.parts(pages, files: false).flatMap(\.routes)
        #expect(routes.count == 600 && !routes.contains { $0.feature == "B" })
    }

    @Test func `a hidden route is no place for anyone else, as if there were none of its name`() throws {
        let snapshot = try Self.snapshot(Self.table(2))
        let cursor = TableCursor(snapshot.ruleset.revision, .route("B0")).text
        #expect(TablePages(snapshot, for: .anyone).page(after: cursor, files: false) == nil)
        let rest = TablePages(snapshot, for: .operator).page(after: cursor, files: false)
        #expect(rest?.routes.map(\.name) == ["B1", "C0", "C1"])
    }

    @Test func `a place of another table leads to the first part of this one`() throws {
        let (old, new) = (try Self.snapshot(Self.table(300)), try Self.snapshot(Self.table(301)))
        for files in [false, true] {
            let place = TableCursor.Place.route("A299")
            let cursor = files ? "\(old.ruleset.revision):0:5" : TableCursor(old.ruleset.revision, place).text
            let pages = TablePages(new, for: .operator)
            #expect(pages.page(after: cursor, files: files) == pages.page(after: nil, files: files))
        }
    }

    @Test(arguments: [false, true])
    func `what is no place is refused`(_ files: Bool) throws {
        let snapshot = try Self.snapshot(Self.table(3))
        let ends = [
            "", ":", ":nothing", ":0:-1", ":0:99999999", ":1:0", ":-1:0", ":0", ":0:0:0", ":9223372036854775808:0",
            ":9223372036854775807:9223372036854775807", ":0:9223372036854775807", ":9223372036854775807:0",
            ":A0 ",
        ]
        for end in [""] + ends.map({ snapshot.ruleset.revision + $0 }) {
            #expect(TablePages(snapshot, for: .operator).page(after: end, files: files) == nil, "\(end)")
        }
    }

    // MARK: Texts

    @Test(arguments: ["x", "é", "€", "🎧", "\"\\"])
    func `a long text is cut between characters, and its parts joined are the text`(_ character: String) throws {
        // Of several lengths, so that a cut meets each byte of a character.
        for shift in 0..<4 {
            let comment = String(repeating: "y", count: shift) + String(repeating: character, count: 200_000)
            let text = Self.table(2, comment: comment)
            let parts = try Self.parts(TablePages(Self.snapshot(text), for: .operator), files: true)
            #expect(parts.flatMap(\.files).map(\.text).joined() == text)
            #expect(parts.count > 1 && !parts.contains { $0.files.contains { $0.text.contains("\u{FFFD}") } })
            for part in parts {
                var bytes: [UInt8] = []
                ReplyEncoder.append(part, to: &bytes)
                #expect(bytes.count < Limits.answerBytes && part.routes.isEmpty)
            }
        }
    }

    @Test func `a text that is not UTF-8 comes to its end`() throws {
        let package = "package p\nscheme p\n# "
        let bytes = Array(package.utf8) + [UInt8](repeating: 0x80, count: 300_000)
        let texts = [
            TableText(name: "t", bytes: Array(SampleTable.text.utf8), owner: 0),
            TableText(name: "p", bytes: bytes, owner: 1, package: "p", isLeftOut: true),
        ]
        let ruleset = try #require(RulesetLoader.load(TableSet(texts)).ruleset)
        let snapshot = Snapshot(ruleset: ruleset, cache: VerificationCache(store: FactStore()))
        let parts = try Self.parts(TablePages(snapshot, for: .operator), files: true)
        let files = parts.flatMap(\.files)
        #expect(Set(files.map(\.name)) == ["t", "p"] && files.filter { $0.name == "p" }.allSatisfy(\.isLeftOut))
        #expect(files.map(\.text).joined().hasPrefix(SampleTable.text + package))
    }
}
