import Foundation
import Links
import TestSupport
import Testing

@testable import Matching

/// Paths that a pattern builds from values, and its faults.
@Suite struct PatternPathTests {
    private static func text(of path: [[UInt8]]) -> String {
        String(LinkBuilder(origin: .web("https://x"), segments: path).url.dropFirst("https://x".count))
    }

    private func build(_ pattern: String, _ values: [String: PathValue]) throws -> String {
        do {
            return Self.text(of: try TableText.pattern(pattern).path { values[$0] })
        } catch let fault as PathFault {
            return "\(fault)"
        }
    }

    private func text(_ text: String) -> PathValue { .text(Array(text.utf8)) }
    private func list(_ texts: String...) -> PathValue { .list(texts.map { Array($0.utf8) }) }

    @Test func `a value is put between prefix and suffix, and a tail takes a list`() throws {
        let rows: [(pattern: String, values: [String: PathValue], path: String)] = [
            ("/", [:], "/"), ("/a", [:], "/a"), ("/a/", [:], "/a/"), ("/\\*/\\$(x)", [:], "/*/$(x)"),
            ("/$(x)", ["x": text("a b")], "/a%20b"), ("/img-$(n:uint).png", ["n": text("7")], "/img-7.png"),
            ("/$(l:@lang)/x", ["l": text("de")], "/de/x"), ("/$(x:a|b)", ["x": text("b")], "/b"),
            ("/a/$(t:**)", ["t": list()], "/a/"), ("/a/$(t:**)", ["t": list("b")], "/a/b"),
            ("/a/$(t:**)", ["t": list("b", "")], "/a/b/"), ("/a/**", [:], "/a/"), ("/**", [:], "/"),
            ("/*/v*/**", ["1": text("a"), "2": text("1"), "3": list("x", "y")], "/a/v1/x/y"),
        ]
        for row in rows { #expect(try build(row.pattern, row.values) == row.path, "\(row.pattern)") }
    }

    @Test func `every fault names its place`() throws {
        let rows: [(pattern: String, values: [String: PathValue], fault: PathFault)] = [
            ("/$(x)", [:], .missing("x")), ("/a/$(t:**)", [:], .missing("t")), ("/*", [:], .missing("1")),
            ("/$(x)/*", ["x": text("a")], .missing("1")), ("/$(x)", ["x": text("")], .mistyped("x", .string)),
            ("/$(x:uint)", ["x": text("07")], .mistyped("x", .uint)),
            ("/$(x:bool)", ["x": text("yes")], .mistyped("x", .bool)),
            ("/$(x)", ["x": list("a")], .wrongShape("x", expectsList: false)),
            ("/$(t:**)", ["t": text("a")], .wrongShape("t", expectsList: true)),
            ("/$(t:**)", ["t": list("")], .emptyEntry("t")), ("/$(t:**)", ["t": list("a", "", "b")], .emptyEntry("t")),
            ("/a/**", ["1": list("", "b")], .emptyEntry("1")),
        ]
        for row in rows { #expect(try build(row.pattern, row.values) == "\(row.fault)", "\(row.pattern)") }
    }

    // MARK: The original's build fixtures

    /// The rows whose path differs from the oracle's proposal, with the reason.
    private static let deviations: [String: (path: String?, reason: String)] = [
        "b-me-06": (nil, "a slash inside a segment is refused everywhere: no link may carry %2F")
    ]

    @Test(.enabled(if: SharedData.has(file, for: "the original's build fixtures")))
    func `the original's 20 build fixtures hold, and the other rows give the adopted or proposed path`() throws {
        let folder = try #require(SharedData.folder)
        let data = try Data(contentsOf: folder.appendingPathComponent(Self.file))
        let tree = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rows = try #require(tree["build"] as? [[String: Any]])
        #expect(rows.count == 29 && rows.count { $0["origin"] as? String == "upstream-test" } == 20)
        for row in rows {
            let id = try #require(row["id"] as? String)
            let pattern = try TableText.pattern(try #require(row["pattern"] as? String))
            let values = row["params"] as? [String: String] ?? [:]
            let path = (try? pattern.path { values[$0].map(text) }).flatMap(Self.acceptable).map(Self.text)
            let isAdopted = row["verdict"] as? String == "adopt"
            // The oracle gives decoded text for parts without a value.
            let expected = row[isAdopted ? "path" : "proposed"] as? String
            if let deviation = Self.deviations[id] {
                #expect(path == deviation.path && path != expected, "\(id): \(deviation.reason)")
            } else {
                #expect(path == expected, "\(id)")
            }
        }
    }

    private static let file = "flint/flint-url-pattern-cases.json"

    /// The segments, if a link can have them; a path that the policy refuses counts as not built.
    private static func acceptable(_ segments: [[UInt8]]) -> [[UInt8]]? {
        segments.contains { LinkBuilder.breach(ofSegment: $0) != nil } ? nil : segments
    }
}
