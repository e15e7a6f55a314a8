import TestSupport
import Testing

@testable import Matching

/// What the search for overlaps compares: in proportion to the routes, where plain reasons keep them apart or in order.
@Suite struct PrecedenceCostTests {
    private static let count = 600

    /// Tables in which all pairs would be three hundred for each route.
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
    func `many routes that are plainly apart or in order cost a few comparisons each`(_ index: Int) throws {
        let (name, line) = Self.tables[index]
        let lines = (0..<Self.count).map { "r\($0) " + line($0) }
        let build = try TableText(lines.joined(separator: "\n")).build(
            byteLimit: 8 * Self.count * PrecedenceCheck.bytesOfPair)
        #expect(build.problems.allSatisfy { !$0.isError }, "\(name): \(build.problems.prefix(2))")
    }

    @Test func `two prefixes that go on are crossed between two segments without looking at all pairs`() throws {
        let lines = (0..<Self.count).map { "r\($0) /" + ($0 % 2 == 0 ? "a$(x)" : "$(x)b") + "/p\($0)-$(y)" }
        let build = try TableText(lines.joined(separator: "\n")).build(
            byteLimit: 16 * Self.count * PrecedenceCheck.bytesOfPair)
        #expect(build.problems.allSatisfy { !$0.isError }, "\(build.problems.prefix(2))")
    }

    @Test func `a chain of prefixes is as wide as it is long`() throws {
        let lines = (0..<Self.count).map { "r\($0) /" + String(repeating: "a", count: $0 + 1) + "*" }
        #expect(try TableText(lines.joined(separator: "\n")).build().width == Self.count)
    }

    @Test func `bytes of long texts count against the budget, and steps of searches do`() throws {
        let texts = (0..<40).map { "t\($0) /" + String(repeating: "a", count: 4000 + $0) + "$(x)/b" }
        let searches = (1..<40).map { "s\($0) /" + String(repeating: "a", count: $0) + "$(x:slug)" }
        // Few bytes, and many words that share their beginnings.
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
