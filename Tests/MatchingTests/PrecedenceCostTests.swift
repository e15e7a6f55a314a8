import TestSupport
import Testing

@testable import Matching

/// The cost of the search for overlaps: proportional to the routes, if they are disjoint or ordered for a simple
/// reason.
@Suite struct PrecedenceCostTests {
    private static let count = 600

    /// Tables in which all pairs would be three hundred comparisons for each route.
    private static let tables: [(name: String, line: @Sendable (Int) -> String)] = [
        ("a chain of prefixes", { "/" + String(repeating: "a", count: $0 + 1) + "*" }),
        ("a chain of suffixes", { "/*" + String(repeating: "a", count: $0 + 1) }),
        ("a chain with tails", { "/x/" + String(repeating: "a", count: $0 + 1) + "*/**" }),
        ("two values of a query key each", { "/index?page:p\($0)|q\($0)" }),
        ("a type beside values of a query key", { $0 == 0 ? "/index?page:date" : "/index?page:p\($0)|q\($0)" }),
        ("values of a query key under a tail", { "/index/**?page:p\($0)|q\($0)" }),
        ("values of the second of two keys", { "/index?a:x|y&page:p\($0)|q\($0)" }),
        ("two values of a segment each", { "/$(x:p\($0)|q\($0))/a" }),
        ("prefixes", { "/p\($0)-$(x)/a" }), ("suffixes", { "/$(x)-s\($0)/a" }),
        ("prefixes and literals", { $0 % 2 == 0 ? "/p\($0)-$(x)/a" : "/p\($0)/a" }),
        ("types with prefixes", { "/p\($0)-$(x:slug)" }),
    ]

    @Test(arguments: tables.indices)
    func `many routes that are simply disjoint or ordered cost a few comparisons each`(_ index: Int) throws {
        let (name, line) = Self.tables[index]
        let lines = (0..<Self.count).map { "r\($0) " + line($0) }
        let build = try TableText(lines.joined(separator: "\n")).build(
            byteLimit: 8 * Self.count * PrecedenceCheck.bytesOfPair)
        #expect(build.problems.allSatisfy { !$0.isError }, "\(name): \(build.problems.prefix(2))")
    }

    @Test func `the routes below two segments that intersect are compared without trying all pairs`() throws {
        let lines = (0..<Self.count).map { "r\($0) /" + ($0 % 2 == 0 ? "a$(x)" : "$(x)b") + "/p\($0)-$(y)" }
        let build = try TableText(lines.joined(separator: "\n")).build(
            byteLimit: 16 * Self.count * PrecedenceCheck.bytesOfPair)
        #expect(build.problems.allSatisfy { !$0.isError }, "\(build.problems.prefix(2))")
    }

    @Test func `a chain of prefixes is as wide as it is long`() throws {
        let lines = (0..<Self.count).map { "r\($0) /" + String(repeating: "a", count: $0 + 1) + "*" }
        #expect(try TableText(lines.joined(separator: "\n")).build().width == Self.count)
    }

    @Test func `bytes of long texts and steps of searches count against the budget`() throws {
        let texts = (0..<40).map { "t\($0) /" + String(repeating: "a", count: 4000 + $0) + "$(x)/b" }
        let searches = (1..<40).map { "s\($0) /" + String(repeating: "a", count: $0) + "$(x:slug)" }
        // Few bytes, but many words with common beginnings.
        let lists = (0..<20).map { list in
            "l\(list) /$(x:common|\((0..<40).map { "w\($0)l\(list)" }.joined(separator: "|")))/b\(list)"
        }
        for lines in [texts, searches, lists] {
            let table = try TableText(lines.joined(separator: "\n"))
            let problems = table.build(byteLimit: 2000 * PrecedenceCheck.bytesOfPair).problems
            #expect(problems.contains { if case .tooManyComparisons = $0 { true } else { false } })
        }
    }
}
