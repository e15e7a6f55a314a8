import Links
import TestSupport
import Testing

@testable import Matching

/// The types with bounds: their texts, their relations, and the weights that order them.
@Suite struct BoundedTypeTests {
    private static func language(_ text: String) throws -> Language {
        if let language = Language(named: text) { return language }
        return .bounded(try #require(try BoundedType(text)))
    }

    // MARK: Spelling

    @Test(arguments: [
        "digits(6)", "hex(8)", "base62(22)", "text(1..40)", "int(-90..90)", "uint(1..31)", "int(-5..-5)",
        "uint(0..9223372036854775807)", "int(-9223372036854775808..9223372036854775807)", "digits(1024)",
    ])
    func `a bounded type is written as it was read, in a pattern too`(_ text: String) throws {
        #expect(try Self.language(text).name == text)
        let pattern = try TableText.pattern("/a-$(x:\(text)).b")
        #expect(pattern.text == "/a-$(x:\(text)).b")
        let sample = try Self.language(text)
        let type = try #require(try BoundedType(text))
        let isSample = sample.accepts(Array(type.sample.utf8).span)
        #expect(isSample, "\(type.sample)")
    }

    @Test(arguments: [
        ("digits", "the type `digits` needs a bound", "for example `digits(6)`"),
        ("text", "the type `text` needs a bound", "for example `text(1..40)`"),
        (
            "digits()", "`digits()` lacks a bound",
            "a bound has 64 bits at most and no leading zeros, for example `digits(6)`"
        ),
        ("digits(0)", "`digits(0)` is outside 1 to 1024 characters", "for example `digits(6)`"),
        ("hex(1025)", "`hex(1025)` is outside 1 to 1024 characters", "for example `hex(8)`"),
        (
            "digits(06)", "the bound `06` of `digits(06)` is no number",
            "a bound has 64 bits at most and no leading zeros, for example `digits(6)`"
        ),
        ("digits(6", "`digits(6` has no closing parenthesis", "for example `digits(6)`"),
        ("text(0..5)", "a bound of `text(0..5)` is outside 1 to 1024", "for example `text(1..40)`"),
        ("text(5)", "`text(5)` needs a first and a last value", "with two dots between, for example `text(1..40)`"),
        ("uint(5..1)", "`uint(5..1)` ends before it begins", "the smaller value is first, for example `uint(1..31)`"),
        (
            "uint(-1..5)", "a bound of `uint(-1..5)` is outside 0 to 9223372036854775807",
            "the type `int(-90..90)` has negative values"
        ),
        (
            "int(1...5)", "the bound `.5` of `int(1...5)` is no number",
            "a bound has 64 bits at most and no leading zeros, for example `int(-90..90)`"
        ),
        (
            "int(0..9223372036854775808)",
            "the bound `9223372036854775808` of `int(0..9223372036854775808)` is no number",
            "a bound has 64 bits at most and no leading zeros, for example `int(-90..90)`"
        ),
        (
            "slug(8)", "the type `slug` has no bounds",
            "types with bounds are, for example, `int(-90..90)`, `uint(1..31)`, `digits(6)`, `hex(8)`, `base62(22)`, "
                + "`text(1..40)`"
        ),
    ])
    func `a wrong bound is refused with the right form as an example`(
        _ text: String, _ sentence: String, _ help: String
    ) {
        #expect(throws: BoundedType.Fault(sentence: sentence, help: help)) { try BoundedType(text) }
    }

    @Test(arguments: ["int", "uint", "hex", "string", "number(5)", "", "(5)", "digit(5)", "digits6"])
    func `a word of another form is no bounded type`(_ text: String) throws {
        #expect(try BoundedType(text) == nil)
    }

    // MARK: Texts

    private static let bounded = [
        "digits(1)", "digits(2)", "hex(1)", "hex(2)", "base62(1)", "base62(2)", "text(1..1)", "text(1..2)",
        "text(2..2)", "uint(0..9)", "uint(1..9)", "uint(0..10)", "uint(9..91)", "uint(10..99)", "uint(91..100)",
        "uint(100..191)", "uint(0..999)", "int(-1..1)", "int(-99..-9)", "int(-10..0)", "int(-19..110)", "int(1..1)",
        "hex", "slug", "string", "9|10|90", "0|1|2|3|4|5|6|7|8|9",
    ]

    private static func shape(_ text: String, _ prefix: String, _ suffix: String) throws -> AtomShape {
        try TableText.pattern("/\(prefix)$(x:\(text))\(suffix)").atoms[0].shape
    }

    /// A second definition of the types: on strings and numbers.
    private static func accepts(_ text: String, _ type: String) -> Bool {
        if type.contains("|") { return type.split(separator: "|").contains { $0 == text } }
        let parts = type.split { "(.)".contains($0) }.map(String.init)
        let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        switch (parts[0], parts.dropFirst().compactMap { Int64($0) }) {
        case ("digits", let bounds): return text.count == bounds[0] && text.allSatisfy { "0123456789".contains($0) }
        case ("hex", let bounds):
            return !text.isEmpty && (bounds.isEmpty || text.count == bounds[0])
                && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        case ("base62", let bounds): return text.count == bounds[0] && isWord
        case ("text", let bounds): return (bounds[0]...bounds[1]).contains(Int64(text.unicodeScalars.count))
        case ("int", let bounds), ("uint", let bounds):
            return Int64(text).map { (bounds[0]...bounds[1]).contains($0) && "\($0)" == text } ?? false
        case ("slug", _):
            return !text.isEmpty && text.first != "-"
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
        default: return !text.isEmpty
        }
    }

    /// Every text up to five characters of an alphabet whose digits are those of the bounds above.
    private static let words: [String] = {
        var all: [String] = []
        var last = [""]
        for _ in 0..<5 {
            last = last.flatMap { word in ["0", "1", "9", "a", "z", "-", "."].map { word + $0 } }
            all += last
        }
        return all
    }()

    @Test func `a bounded type accepts the texts of its definition, and its automaton does too`() throws {
        let more = ["", "é", "éé", "日本", "e\u{301}", "01", "-0", "00", "999", "1000", "_", "G", "+1", "👍", "abc"]
        for type in Self.bounded {
            let language = try #require(try TableText.pattern("/$(x:\(type))").captures.first)
            guard case .text(let language) = language.value else { continue }
            for text in Self.words + more {
                let bytes = Array(text.utf8)
                let expected = Self.accepts(text, type)
                if language.accepts(bytes.span) != expected { Issue.record("\(type) \(text)") }
                guard let open = language.openType else { continue }
                if open.isRun(bytes.span, bytes.indices) != expected { Issue.record("automaton of \(type) \(text)") }
            }
        }
    }

    @Test func `the automaton and the loop of an integer agree at every bound`() {
        var generator = SeededGenerator(for: "the automaton and the loop of an integer agree")
        let edges: [Int64] = [.min, .min + 1, -1000, -999, -100, -10, -9, -1, 0, 1, 9, 10, 99, 100, .max - 1, .max]
        for low in edges {
            for high in edges where low <= high {
                var texts = edges.map { "\($0)" } + ["-", "-0", "00", "9223372036854775808", "-9223372036854775809"]
                texts += (0..<40).map { _ in
                    "\(Int64.random(in: low...high, using: &generator) >> Int.random(in: 0..<63, using: &generator))"
                }
                for text in texts {
                    let expected = Int64(text).map { (low...high).contains($0) && "\($0)" == text } ?? false
                    let bytes = Array(text.utf8)
                    let type = OpenType.integer(low, high)
                    if type.accepts(bytes.span) != expected || type.isRun(bytes.span, bytes.indices) != expected {
                        Issue.record("\(low)...\(high) \(text)")
                    }
                }
            }
        }
    }

    // MARK: Relations

    private struct Tried {
        let name: String
        let shape: AtomShape
        /// The accepted words, one bit each.
        let accepted: [UInt64]
    }

    @Test func `the relation of two bounded atoms is that of their words, and sizes grow with inclusion`() throws {
        var atoms: [Tried] = []
        for type in Self.bounded {
            for (prefix, suffix) in [("", ""), ("1", ""), ("", "9"), ("a", "1"), ("-", ""), ("0", "0")] {
                let shape = try Self.shape(type, prefix, suffix)
                var accepted = Array(repeating: UInt64(0), count: Self.words.count / 64 + 1)
                for (index, word) in Self.words.enumerated() where shape.accepts(Array(word.utf8).span) {
                    accepted[index / 64] |= 1 << (index % 64)
                }
                atoms.append(Tried(name: "\(prefix)$(\(type))\(suffix)", shape: shape, accepted: accepted))
            }
        }
        var ordered = 0
        for (index, a) in atoms.enumerated() {
            for b in atoms[index...] { if Self.check(a, b) { ordered += 1 } }
        }
        print("bounded atoms: \(atoms.count), ordered pairs: \(ordered)")
        #expect(ordered > 500)
    }

    /// Compares the relation with that of the words; true if one includes the other.
    private static func check(_ a: Tried, _ b: Tried) -> Bool {
        var (both, onlyA, onlyB) = (false, false, false)
        for (mine, its) in zip(a.accepted, b.accepted) {
            if mine & its != 0 { both = true }
            if mine & ~its != 0 { onlyA = true }
            if its & ~mine != 0 { onlyB = true }
        }
        let found = a.shape.relation(to: b.shape)
        let expected = both ? Relation(inside: !onlyA, contains: !onlyB) : .disjoint
        if found.relation != expected { Issue.record("\(a.name) \(b.name): \(found.relation), words \(expected)") }
        if let witness = found.witness {
            if !a.shape.accepts(witness.span) || !b.shape.accepts(witness.span) {
                Issue.record("\(ByteText.string(witness)) is no witness of \(a.name) \(b.name)")
            }
        } else if both {
            Issue.record("\(a.name) \(b.name) have no witness")
        }
        switch found.relation {
        case .inside: if a.shape.size >= b.shape.size { Issue.record("size \(a.name) \(b.name)") }
        case .contains: if b.shape.size >= a.shape.size { Issue.record("size \(b.name) \(a.name)") }
        case .equal: if a.shape.size != b.shape.size { Issue.record("sizes of \(a.name) and \(b.name) differ") }
        case .disjoint, .overlapping: return false
        }
        return true
    }

    /// All kinds of types, with bounds near those of others.
    private static let openTypes: [OpenType] = [
        .date, .uuid, .hex, .slug, .string, .uint, .int, .integer(0, 9), .integer(-9, -1), .integer(-9, 0),
        .integer(5, 5_000_000_000), .integer(1000, 9999), .integer(.min, -1), .integer(-100, 100),
        .fixed(.digits, 1), .fixed(.digits, 4), .fixed(.digits, 36), .fixed(.hex, 1), .fixed(.hex, 10),
        .fixed(.hex, 36), .fixed(.base62, 1), .fixed(.base62, 10), .fixed(.base62, 36), .text(1, 1), .text(1, 4),
        .text(4, 10), .text(10, 10), .text(36, 40), .text(37, 40), .text(1, 300), .text(1, 19), .text(1, 20),
    ]

    @Test func `the relation of two types by their bounds is the one that a search finds`() {
        var decided = 0
        for a in Self.openTypes {
            for b in Self.openTypes {
                let (left, right) = (
                    AffixedType(prefix: [], type: a, suffix: []), AffixedType(prefix: [], type: b, suffix: [])
                )
                let search = ProductSearch(left, right, wordCount: 1).relation
                #expect(search.isProven)
                guard let relation = a.relation(to: b) else { continue }
                decided += 1
                #expect(relation == search.relation, "\(a) \(b)")
                #expect(relation.mirrored == b.relation(to: a), "\(a) \(b)")
                guard relation != .disjoint else { continue }
                let text = Array(a.commonText(with: b).utf8)
                let isCommon = a.accepts(text.span) && b.accepts(text.span)
                #expect(isCommon, "\(a) \(b)")
            }
        }
        #expect(decided > 600)
    }

    @Test func `of the types with many texts the smaller one has the smaller size`() {
        for a in Self.openTypes {
            for b in Self.openTypes {
                let (left, right) = (
                    AffixedType(prefix: [], type: a, suffix: []), AffixedType(prefix: [], type: b, suffix: [])
                )
                let (mine, its) = (AtomShape.affixed(left), AtomShape.affixed(right))
                switch mine.relation(to: its).relation {
                case .inside: #expect(mine.size < its.size, "\(a) \(b)")
                case .equal: #expect(mine.size == its.size, "\(a) \(b)")
                case .contains, .disjoint, .overlapping: continue
                }
            }
        }
    }

    @Test(arguments: [
        ("00000000-0000-0000-0000-$(x:hex(12))", "$(u:uuid)", "inside"),
        ("00000000-0000-0000-0000-$(x:digits(12))", "00000000-0000-0000-0000-$(x:hex(12))", "inside"),
        ("$(x:hex(40))", "a$(x:hex(39))", "contains"), ("a$(x:base62(39))", "$(x:hex(40))", "overlapping"),
        ("$(x:digits(40))", "1$(x:digits(39))", "contains"), ("20$(x:digits(2))-01-01", "$(d:date)", "inside"),
        ("é$(x:text(1..2))", "$(x:text(2..3))", "inside"), ("é$(x:text(1..2))", "$(x:text(3..4))", "overlapping"),
        ("$(x:text(1..1))é", "$(x:text(2..2))", "inside"), ("$(x:é|ü)", "$(x:text(1..1))", "inside"),
        ("$(x:text(1..1))", "é", "contains"), ("$(x:text(1..1))", "éé", "disjoint"),
        ("$(x:int(7..7))", "7", "equal"), ("$(x:uint(7..7))", "$(x:7|8)", "inside"),
        ("$(x:uint)", "$(x:int(0..9223372036854775807))", "equal"),
    ])
    func `each example has its relation`(_ a: String, _ b: String, _ relation: String) throws {
        let left = try TableText.pattern("/" + a).atoms[0].shape
        let right = try TableText.pattern("/" + b).atoms[0].shape
        let found = left.relation(to: right)
        #expect("\(found.relation)" == relation)
        if relation == "inside" { #expect(left.size < right.size) }
        if relation == "contains" { #expect(left.size > right.size) }
        if relation == "equal" { #expect(left.size == right.size) }
        if let witness = found.witness {
            let isCommon = left.accepts(witness.span) && right.accepts(witness.span)
            #expect(isCommon)
        }
    }

    // MARK: Precedence

    @Test func `the narrower bounded type wins, also where a class by the name of the type would be wrong`() throws {
        let table = try TableText(
            "wide /$(n:uint(0..999))\nmiddle /1$(n:digits(2))\nnarrow /$(n:uint(100..150))\nall /$(n)\nshort /$(n:text(1..3))"
        )
        #expect(table.problems().isEmpty)
        for (text, winner) in [
            ("120", "narrow n=120"), ("170", "middle n=70"), ("270", "wide n=270"), ("07", "short n=07"),
            ("1700", "all n=1700"),
        ] {
            #expect(try table.lookUp("app:/\(text)") == winner)
        }
    }

    @Test func `routes of equal types are equal, however these are written`() throws {
        let equal = [("digits(1)", "uint(0..9)"), ("uint(0..9)", "0|1|2|3|4|5|6|7|8|9"), ("int(3..3)", "3|4")]
        for (first, second) in equal.dropLast() {
            #expect(try TableText("a /$(x:\(first))\nb /$(x:\(second))").problems().first?.hasPrefix("equal") == true)
        }
        // One atom is equal and the other narrower: the sum of the weights must not be misled by the spelling.
        let table = try TableText("a /$(x:digits(1))/$(y:hex(2))\nb /$(x:0|1|2|3|4|5|6|7|8|9)/$(y:digits(2))")
        #expect(table.problems().isEmpty)
        #expect(try table.lookUp("app:/7/10") == "b x=7 y=10")
        #expect(try table.lookUp("app:/7/1a") == "a x=7 y=1a")
    }
}
