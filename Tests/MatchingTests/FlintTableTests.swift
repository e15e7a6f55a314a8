import Foundation
import TestSupport
import Testing

@testable import Matching

@Suite struct FlintTableTests {
    private static let data = "flint/flint-url-pattern-cases.json"

    private static func outcome(_ pattern: String, _ path: String) -> String {
        guard let read = try? PlainPattern(pattern) else { return "invalid" }
        guard let text = PlainPath(path), let captured = read.captured(in: text) else { return "no" }
        let values = zip(read.pattern.captures, captured).map { capture, value in
            switch value {
            case .text(let bytes): (capture.name, String(decoding: bytes, as: UTF8.self))
            case .list(let list):
                (capture.name, list.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))
            }
        }
        return written(values)
    }

    private static func written(_ captures: [(String, String)]) -> String {
        (["match"] + captures.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    }

    @Test(arguments: FlintTable.groups.map(\.reason))
    func `a pattern applied to a plain path has the outcome of its row`(_ reason: String) {
        for row in FlintTable.groups.filter({ $0.reason == reason }).flatMap(\.rows) {
            #expect(Self.outcome(row.pattern, row.path) == row.outcome, "\(row.pattern) \(row.path)")
        }
    }

    @Test(.enabled(if: SharedData.has(data, for: "the fixtures of the original")))
    func `every row of the record is in the table, and each difference has a reason`() throws {
        var groups: [[UInt8]: (standing: FlintTable.Standing, outcome: String)] = [:]
        for group in FlintTable.groups {
            for row in group.rows { groups[Self.key(row.pattern, row.path)] = (group.standing, row.outcome) }
        }
        let folder = try #require(SharedData.folder)
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(Self.data)))
        let rows = try #require((file as? [String: Any])?["match"] as? [[String: Any]])
        #expect(rows.count == groups.count)
        var upstream = 0
        for row in rows {
            let (pattern, path) = (row["pattern"] as? String ?? "", row["path"] as? String ?? "")
            let ours = try #require(groups[Self.key(pattern, path)], "\(pattern) \(path)")
            let theirs = Self.recorded(row["proposed"] ?? row["flint"])
            let verdict = row["verdict"] as? String
            switch ours.standing {
            case .upstream:
                upstream += 1
                #expect(verdict == "adopt" && ours.outcome == Self.recorded(row["flint"]), "\(pattern) \(path)")
            case .kept: #expect(verdict == "adopt" && ours.outcome == theirs, "\(pattern) \(path)")
            case .corrected: #expect(verdict == "reject" && ours.outcome == theirs, "\(pattern) \(path)")
            case .decided: #expect(verdict == "decide" && ours.outcome == theirs, "\(pattern) \(path)")
            case .departs: #expect(ours.outcome != theirs, "\(pattern) \(path)")
            }
        }
        #expect(upstream == 31)
    }

    // Bytes and not strings: in Swift two spellings of `é` are equal, and here they are different.
    private static func key(_ pattern: String, _ path: String) -> [UInt8] {
        Array(pattern.utf8) + [0] + Array(path.utf8)
    }

    private static func recorded(_ value: Any?) -> String {
        let row = value as? [String: Any] ?? [:]
        switch row["outcome"] as? String {
        case "match": return written((row["captures"] as? [String: String] ?? [:]).map { ($0.key, $0.value) })
        case "no-match": return "no"
        case "invalid-pattern": return "invalid"
        default: return "crash"
        }
    }

    @Test func `an unrooted pattern is written back unchanged, and a table refuses it`() throws {
        let pattern = try PlainPattern("a/$(x:**)")
        #expect(pattern.text == "a/$(x:**)")
        #expect(!pattern.isRooted)
        #expect(try PlainPattern("/a/$(x:**)").text != pattern.text)
        #expect(throws: PatternError.self) { try TableText.pattern("a/$(x:**)") }
    }

    @Test(arguments: [
        ("/a/$(x:**)", "/a/", "match x="), ("/a/$(x:**)", "/a/b", "match x=b"), ("/a/$(x:**)", "/a/b/", "match x=b,"),
        ("/a/$(x:**)", "/a", "no"), ("$(x:**)", "a/b", "match x=a,b"), ("/v$(n:uint)-rc", "/v12-rc", "match n=12"),
        ("/v$(n:uint)-rc", "/v-rc", "no"), ("/$(d:date)", "/2026-02-29", "no"), ("/$(x:a|b)", "/b", "match x=b"),
    ])
    func `features that the original lacks match plain paths too`(
        _ pattern: String, _ path: String, _ outcome: String
    ) {
        #expect(Self.outcome(pattern, path) == outcome)
    }
}
