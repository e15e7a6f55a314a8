import Links
import Testing

@testable import Matching

/// The names that are looked up for a host under a wildcard; they are few for a host of any length.
@Suite struct ParentNamesTests {
    @Test(arguments: [
        ("a.b.c", ["b.c", "c"]), ("a", []), ("", []), ("a.", [""]), (".a", ["a"]), ("a..b", [".b", "b"]),
        ("xn--a.b", []), ("a.xn--b.c.d", ["xn--b.c.d"]), ("a.xn-b.c", ["xn-b.c", "c"]), ("axn--b.c", ["c"]),
    ])
    func `the parents of a host begin after each label, and end at a label that begins with xn--`(
        _ host: String, _ expected: [String]
    ) {
        #expect(parents(Array(host.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: ["example.org", "org", "b"])
    func `only parents as long as a declared name are looked up`(_ name: String) {
        let table = Self.table([name])
        for start in [String(repeating: ".", count: 60_000), String(repeating: "a.", count: 30_000)] {
            let host = Array((start + "example.org").utf8)
            let found = parents(host).filter { table.hasManyLabels(ByteRange(0, $0.count)) }
            #expect(found.count <= 1)
            #expect(name == "b" || found.first?.elementsEqual(name.utf8) == true)
        }
    }

    @Test func `a host has at most one lookup for each length of a declared name`() {
        let table = Self.table((1...253).map { String(repeating: "a", count: $0) })
        let host = Array(repeating: UInt8(ascii: "."), count: 60_000)
        #expect(parents(host).count { table.hasManyLabels(ByteRange(0, $0.count)) } == 253)
    }

    @Test func `a table without wildcards of many labels looks up no parents for them`() {
        let table = ScopeTable([(kind: .exact, name: Array("a.b".utf8), variants: [])], steps: [])
        #expect(!parents(Array("a.b.a.b".utf8)).contains { table.hasManyLabels(ByteRange(0, $0.count)) })
    }

    private static func table(_ names: [String]) -> ScopeTable {
        ScopeTable(names.map { (kind: .manyLabels, name: Array($0.utf8), variants: []) }, steps: [])
    }

    private func parents(_ host: [UInt8]) -> [ArraySlice<UInt8>] {
        var names = ParentNames(of: ByteRange(0, host.count))
        var found: [ArraySlice<UInt8>] = []
        while let name = names.next(in: host.span) { found.append(host[name.indices]) }
        return found
    }
}
