import TestSupport
import Testing

@testable import Matching

/// A second, independent definition of types and atoms: on strings, without automata.
private enum Naive {
    static func accepts(_ language: Language, _ text: String) -> Bool {
        switch language {
        case .string: return !text.isEmpty
        case .slug:
            return !text.isEmpty && text.first != "-"
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
        case .hex: return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        case .uint: return Int64(text).map { $0 >= 0 && String($0) == text } ?? false
        case .int: return Int64(text).map { String($0) == text } ?? false
        case .bool: return text == "true" || text == "false"
        case .flag: return text.isEmpty
        case .switch: return ["", "0", "1", "false", "true"].contains(text)
        case .uuid:
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy { $0.isASCII && $0.isHexDigit }
        case .date:
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }) else {
                return false
            }
            let numbers = parts.compactMap { Int($0) }
            let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return numbers[0] > 0 && (1...12).contains(numbers[1]) && (1...days[numbers[1] - 1]).contains(numbers[2])
        case .set(let set): return set.members.contains(Array(text.utf8))
        // BoundedTypeTests has their definition.
        case .bounded: return false
        }
    }

    static func accepts(_ prefix: String, _ language: Language, _ suffix: String, _ text: String) -> Bool {
        guard text.count > prefix.count + suffix.count, text.hasPrefix(prefix), text.hasSuffix(suffix) else {
            return false
        }
        return accepts(language, String(text.dropFirst(prefix.count).dropLast(suffix.count)))
    }
}

private func words(_ alphabet: [String], upTo length: Int) -> [String] {
    var all: [String] = []
    var last = [""]
    for _ in 0..<length {
        last = last.flatMap { word in alphabet.map { word + $0 } }
        all += last
    }
    return all
}

@Suite struct AtomRelationTests {
    @Test func `every type accepts exactly the texts of its definition`() {
        let texts = [
            "", "0", "00", "1", "-", "-0", "-1", "-01", "+1", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "-9223372036854775809", "10000000000000000000", "9223372036854775799",
            "99999999999999999999", "1.0", "true", "false", "True", "tru", "a", "A_-", "-a", "_", "ä", "a b", "dead",
            "DEADbeef", "g",
            "2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31",
            "2024-13-01",
            "2024-00-10", "2024-04-31", "2024-04-30", "2024-1-01", "2024-01-00", "2024-01-32", "0400-02-29",
            "0100-02-29",
            "12345678-1234-1234-1234-123456789abc", "12345678-1234-1234-1234-123456789abg",
            "12345678-1234-1234-1234-123456789ab",
            "12345678-1234-1234-1234-123456789abcd", "123456781234123412341234567890ab", "x|y", "3", "0x1", "1-",
        ]
        for language in [Language.string, .slug, .hex, .uint, .int, .bool, .uuid, .date] {
            for text in texts {
                #expect(
                    language.accepts(Array(text.utf8).span) == Naive.accepts(language, text), "\(language.name) \(text)"
                )
            }
        }
    }

    @Test func `every day of four centuries is a date and no other day is`() {
        for year in stride(from: 1, through: 2400, by: 97) + [1900, 2000, 2004, 2100] {
            for month in 0...13 {
                for day in 0...32 {
                    func pad(_ number: Int, _ count: Int) -> String {
                        String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
                    }
                    let text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
                    #expect(Language.date.accepts(Array(text.utf8).span) == Naive.accepts(.date, text), "\(text)")
                }
            }
        }
    }

    /// The relations of the types: each row is a type, each column a type in the same order.
    static let table: [(Language, String)] = [
        (.bool, "=     ⊂⊂"), (.date, " =    ⊂⊂"), (.uuid, "  =   ⊂⊂"), (.uint, "   =⊂⊂⊂⊂"), (.int, "    =∥∥⊂"),
        (.hex, "     =⊂⊂"), (.slug, "      =⊂"), (.string, "       ="),
    ]

    @Test(arguments: Array(table.enumerated()))
    func `two types have the relation of the table of types`(_ row: (offset: Int, element: (Language, String))) throws {
        for (column, symbol) in row.element.1.enumerated() where column >= row.offset {
            let other = Self.table[column].0
            let found = AtomShape(language: row.element.0).relation(to: AtomShape(language: other))
            let expected: Relation =
                ["=": .equal, "⊂": .inside, "∥": .overlapping, " ": .disjoint][symbol] ?? .disjoint
            #expect(found.relation == expected, "\(row.element.0.name) \(other.name)")
            #expect(
                AtomShape(language: other).relation(to: AtomShape(language: row.element.0)).relation
                    == expected.mirrored)
            if let witness = found.witness {
                let text = ByteText.string(witness)
                #expect(Naive.accepts(row.element.0, text) && Naive.accepts(other, text))
            }
            if expected == .overlapping { #expect(found.witness == [UInt8(ascii: "1")]) }
        }
    }

    @Test(.enabled(if: SlowTests.run))
    func `the relation of two atoms is that of their words, and sizes grow with inclusion`() {
        let types: [Language] = [.string, .slug, .hex, .uint, .int]
        let affixes = ["", "a", "1", "-", "0"]
        let all = words(["a", "1", "0", "-", "."], upTo: 5)
        var atoms:
            [(name: String, shape: AtomShape, prefix: String, type: Language, suffix: String, accepted: [Bool])] = []
        for type in types {
            for prefix in affixes {
                for suffix in affixes {
                    let shape = AtomShape(prefix: Array(prefix.utf8), language: type, suffix: Array(suffix.utf8))
                    let accepted = all.map { shape.accepts(Array($0.utf8).span) }
                    atoms.append(("\(prefix)$(\(type.name))\(suffix)", shape, prefix, type, suffix, accepted))
                }
            }
        }
        for atom in atoms {
            let sample = stride(from: 0, to: all.count, by: 7)
            let disagreement = sample.first {
                Naive.accepts(atom.prefix, atom.type, atom.suffix, all[$0]) != atom.accepted[$0]
            }
            #expect(disagreement == nil, "\(atom.name) \(disagreement.map { all[$0] } ?? "")")
        }
        for (i, a) in atoms.enumerated() {
            for b in atoms[i...] {
                var (both, onlyA, onlyB) = (false, false, false)
                for index in all.indices {
                    switch (a.accepted[index], b.accepted[index]) {
                    case (true, true): both = true
                    case (true, false): onlyA = true
                    case (false, true): onlyB = true
                    case (false, false): break
                    }
                    if both && onlyA && onlyB { break }
                }
                check(a, b, both, onlyA, onlyB)
            }
        }
    }

    private typealias Tried = (
        name: String, shape: AtomShape, prefix: String, type: Language, suffix: String, accepted: [Bool]
    )

    private func check(_ a: Tried, _ b: Tried, _ both: Bool, _ onlyA: Bool, _ onlyB: Bool) {
        let found = a.shape.relation(to: b.shape)
        // Short words do not reach the bound of integers, so a list of them may seem to be included.
        let isBounded = [a.type, b.type].contains { $0 == .uint || $0 == .int }
        switch found.relation {
        case .disjoint: if both { Issue.record("\(a.name) \(b.name) meet") }
        case .equal: if onlyA || onlyB { Issue.record("\(a.name) \(b.name) differ") }
        case .inside: if onlyA || (!onlyB && !isBounded) || !both { Issue.record("\(a.name) inside \(b.name)") }
        case .contains: if onlyB || (!onlyA && !isBounded) || !both { Issue.record("\(a.name) contains \(b.name)") }
        case .overlapping:
            if !isBounded && !(both && onlyA && onlyB) { Issue.record("\(a.name) overlaps \(b.name)") }
            if !both { Issue.record("\(a.name) \(b.name) have no short word") }
        }
        if found.relation == .inside && a.shape.size >= b.shape.size { Issue.record("size \(a.name) \(b.name)") }
        if found.relation == .contains && b.shape.size >= a.shape.size {
            Issue.record("size \(b.name) \(a.name)")
        }
        guard found.relation != .disjoint else { return }
        let text = ByteText.string(found.witness ?? [])
        if !Naive.accepts(a.prefix, a.type, a.suffix, text) || !Naive.accepts(b.prefix, b.type, b.suffix, text) {
            Issue.record("\(text) is no witness of \(a.name) \(b.name)")
        }
    }

    @Test(arguments: [
        ("a$(x)b", "$(y)c", "disjoint", ""), ("a$(x)", "$(y)b", "overlapping", "axb"),
        ("img-$(x).png", "img-$(y)", "inside", "img-x.png"),
        ("$(n:uint)", "$(h:hex)", "inside", "1"), ("$(i:int)", "$(s:slug)", "overlapping", "1"),
        ("$(d:date)", "$(u:uuid)", "disjoint", ""), ("new", "$(u:uuid)", "disjoint", ""),
        ("true", "$(b:bool)", "inside", "true"),
        ("v$(n:uint)", "$(s:slug)", "inside", "vx"), ("-$(n:uint)", "$(i:int)", "overlapping", "-1"),
        ("1$(n:uint)", "$(m:uint)", "overlapping", "10"), ("$(x:a|b)", "$(y:b|c)", "overlapping", "b"),
        ("$(x:a|b)", "$(y:b|a)", "equal", "a"), ("$(x:true|false)", "$(y:bool)", "equal", "false"),
        ("$(x:a|bb)", "$(y:hex)", "inside", "a"),
        ("$(x:a|z)", "$(y:hex)", "overlapping", "a"), ("$(x:y|z)", "$(y:hex)", "disjoint", ""),
        ("p$(x:a|b)", "pa", "contains", "pa"),
        ("*", "$(x)", "equal", "x"), ("a$(x)", "$(y:slug)", "overlapping", "ax"),
        ("a$(u:uuid)", "$(h:hex)", "disjoint", ""),
        ("a$(d:date)", "$(s:slug)", "inside", "ax"), ("$(x)-01", "$(d:date)", "overlapping", "0001-01-01"),
        ("-$(h:hex)", "$(i:int)", "overlapping", "-1"), ("a$(x:slug)b", "a$(y:hex)", "overlapping", "aab"),
    ])
    func `each example of the definition has its relation and its witness`(
        _ a: String, _ b: String, _ relation: String, _ witness: String
    ) throws {
        let left = try TableText.pattern("/" + a).atoms[0].shape
        let right = try TableText.pattern("/" + b).atoms[0].shape
        let found = left.relation(to: right)
        #expect("\(found.relation)" == relation)
        guard let text = found.witness else {
            #expect(witness.isEmpty)
            return
        }
        #expect(left.accepts(text.span) && right.accepts(text.span))
        // The definition gives no exact witness if any shortest text is one.
        if !witness.contains("x") || relation == "overlapping" { #expect(text.count == witness.utf8.count) }
    }

    @Test func `the table of atoms gives two atoms the relation of their shapes`() throws {
        let cores = ["$(x)", "$(x:slug)", "$(x:hex)", "$(x:uint)", "$(x:int)", "$(x:date)", "$(x:uuid)", "$(x:bool)"]
        let words = ["a", "1", "true", "2000-01-01", "abcdefghi", "abcdefghij", "$(x:a|1|true)", "$(x:1|2)", "*"]
        let affixes = [
            ("", ""), ("a", ""), ("", "1"), ("abcdefghi", ""), ("abcdefghij", "-klmnopqrst"), ("", "-klmnopqrst"),
        ]
        let texts = words + cores.flatMap { core in affixes.map { $0.0 + core + $0.1 } }
        let atoms = try texts.map { try TableText.pattern("/" + $0).atoms[0] }
        var table = AtomTable()
        let ids = atoms.map { table.intern($0) }
        for (i, left) in ids.enumerated() {
            for (j, right) in ids.enumerated() {
                let expected = atoms[i].shape.relation(to: atoms[j].shape)
                let found = table.relation(left, right)
                if found != expected.relation { Issue.record("\(texts[i]) \(texts[j]): \(found)") }
                if let witness = table.witness(left, right) {
                    let areBoth = table.accepts(left, witness.span) && table.accepts(right, witness.span)
                    #expect(areBoth)
                }
            }
        }
    }
}
