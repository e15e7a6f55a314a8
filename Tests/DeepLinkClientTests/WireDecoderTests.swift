import DeepLinkClient
import Foundation
import Testing
import Varlink

/// Values of the wire as types of Swift: each type with each kind of value.
@Suite struct WireDecoderTests {
    /// A type, a value, and what it is read as; the place and the kind of the error where it is not.
    struct Row: CustomTestStringConvertible {
        let type: String
        let json: String
        let expected: String
        let read: @Sendable (Value) throws -> String

        init<T: Decodable & Sendable>(_ type: T.Type, _ json: String, _ expected: String) {
            (self.type, self.json, self.expected) = ("\(type)", json, expected)
            read = { "\(try $0.decoded(as: type))" }
        }

        var testDescription: String { "\(json) as \(type)" }
    }

    static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let (kind, context): (String, DecodingError.Context) =
            switch error {
            case .typeMismatch(_, let context): ("mismatch", context)
            case .valueNotFound(_, let context): ("no value", context)
            case .keyNotFound(let key, let context): ("no \(key.stringValue)", context)
            case .dataCorrupted(let context): ("corrupted", context)
            @unknown default: ("", .init(codingPath: [], debugDescription: ""))
            }
        return "\(kind) at " + context.codingPath.map(\.stringValue).joined(separator: ".")
    }

    private static func check(_ row: Row) throws {
        let value = try JSONText.value(of: row.json)
        let found: String
        do { found = try row.read(value) } catch { found = place(of: error) }
        #expect(found == row.expected, "\(row.testDescription)")
    }

    // MARK: Single values

    private enum Kind: String, Decodable { case news, story }
    private enum Level: Int, Decodable { case low = 1, high }
    private enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case none
    }

    private static let values = [
        "null", "true", "7", "-7", "1.5", "18446744073709551615", #""7""#, #""""#, "[]", "[7]", "{}", #"{"a":7}"#,
    ]

    /// What each of `values` is as a type; nil stands for a mismatch.
    private static func rows<T: Decodable & Sendable>(_ type: T.Type, _ expected: [String: String]) -> [Row] {
        values.map { Row(type, $0, expected[$0] ?? "mismatch at ") }
    }

    @Test func `a value is of the types that it can be without a conversion, and of no other`() throws {
        let signed = ["7": "7", "-7": "-7"]
        let unsigned = ["7": "7"]
        let most = "18446744073709551615"
        var rows = Self.rows(Bool.self, ["true": "true"]) + Self.rows(String.self, [#""7""#: "7", #""""#: ""])
        rows += Self.rows(Int8.self, signed) + Self.rows(Int16.self, signed) + Self.rows(Int32.self, signed)
        rows += Self.rows(Int64.self, signed) + Self.rows(Int.self, signed)
        rows += Self.rows(UInt8.self, unsigned) + Self.rows(UInt16.self, unsigned) + Self.rows(UInt32.self, unsigned)
        rows += Self.rows(UInt64.self, ["7": "7", most: most]) + Self.rows(UInt.self, ["7": "7", most: most])
        rows += Self.rows(Int128.self, ["7": "7", "-7": "-7", most: most])
        rows += Self.rows(UInt128.self, ["7": "7", most: most])
        rows += Self.rows(Double.self, ["7": "7.0", "-7": "-7.0", "1.5": "1.5", most: "1.8446744073709552e+19"])
        rows += Self.rows(Float.self, ["7": "7.0", "-7": "-7.0", "1.5": "1.5", most: "1.8446744e+19"])
        rows += Self.rows([Int].self, ["[]": "[]", "[7]": "[7]"])
        rows += Self.rows([String: Int].self, ["{}": "[:]", #"{"a":7}"#: #"["a": 7]"#])
        rows += Self.rows(Int?.self, ["null": "nil", "7": "Optional(7)", "-7": "Optional(-7)"])
        rows += Self.rows(Value.self, Dictionary(uniqueKeysWithValues: Self.values.map { ($0, $0) }))
        for row in rows { try Self.check(row) }
        #expect(rows.count == 20 * Self.values.count)
    }

    @Test(arguments: [
        Row(Int8.self, "127", "127"), Row(Int8.self, "128", "mismatch at "), Row(Int8.self, "-128", "-128"),
        Row(Int8.self, "-129", "mismatch at "), Row(UInt8.self, "255", "255"), Row(UInt8.self, "256", "mismatch at "),
        Row(UInt8.self, "-1", "mismatch at "), Row(Int16.self, "32768", "mismatch at "),
        Row(UInt16.self, "65535", "65535"), Row(Int32.self, "2147483647", "2147483647"),
        Row(Int32.self, "2147483648", "mismatch at "), Row(UInt32.self, "4294967296", "mismatch at "),
        Row(Int64.self, "9223372036854775807", "9223372036854775807"),
        Row(Int64.self, "9223372036854775808", "mismatch at "),
        Row(Int64.self, "-9223372036854775808", "-9223372036854775808"),
        Row(UInt64.self, "18446744073709551616", "mismatch at "),
        Row(Int128.self, "170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        Row(Int128.self, "170141183460469231731687303715884105728", "mismatch at "),
        Row(UInt128.self, "340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        // Numbers that are equal to integers, and one that a `Double` would change.
        Row(Int.self, "1.0", "1"), Row(Int.self, "1e3", "1000"), Row(Int.self, "-0.0", "0"),
        Row(Int8.self, "1.28e2", "mismatch at "), Row(Int.self, "1e300", "mismatch at "),
        Row(Int.self, "9007199254740993.0", "mismatch at "), Row(UInt.self, "-1.0", "mismatch at "),
        Row(Double.self, "1e308", "1e+308"), Row(Double.self, "1e309", "mismatch at "),
        Row(Float.self, "1e39", "mismatch at "), Row(Double.self, "0.1", "0.1"),
        Row(Kind.self, #""news""#, "news"), Row(Kind.self, #""poem""#, "corrupted at "),
        Row(Level.self, "2", "high"), Row(Level.self, "3", "corrupted at "), Row(Level.self, #""2""#, "mismatch at "),
        Row(Shape.self, #"{"circle":{"radius":2}}"#, "circle(radius: 2.0)"), Row(Shape.self, #"{"none":{}}"#, "none"),
        Row(Shape.self, "{}", "mismatch at "), Row(Shape.self, #"{"circle":{}}"#, "no radius at circle"),
        Row(Shape.self, #"{"circle":{"radius":2},"none":{}}"#, "mismatch at "),
        Row(UUID.self, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        Row([Int: Bool].self, #"{"7":true}"#, "[7: true]"), Row(Set<Int>.self, "[1,1]", "[1]"),
    ])
    func `numbers are read exactly or not at all, and enumerations by their words`(_ row: Row) throws {
        try Self.check(row)
    }

    // MARK: Objects and arrays

    private struct Show: Decodable, Sendable, CustomStringConvertible {
        struct Part: Decodable, Sendable {
            let name: String
            var seconds: Double?
        }

        let title: String
        let subtitle: String?
        let parts: [Part]
        let grid: [[Int8?]]?
        let byName: [String: Part]?
        let rest: Value?

        var description: String {
            "\(title)|\(subtitle ?? "-")|" + parts.map { "\($0.name):\($0.seconds ?? 0)" }.joined(separator: ",")
                + "|\(grid?.count ?? -1)|\(byName?.keys.sorted() ?? [])|\(rest.map { "\($0)" } ?? "-")"
        }
    }

    @Test(arguments: [
        Row(Show.self, #"{"title":"x","parts":[]}"#, "x|-||-1|[]|-"),
        Row(Show.self, #"{"title":"x","subtitle":null,"parts":[],"grid":null,"rest":null}"#, "x|-||-1|[]|-"),
        Row(
            Show.self,
            #"""
            {"other":1,"title":"x","subtitle":"y","parts":[{"name":"a"},{"name":"b","seconds":2,"z":[]}],
            "grid":[[1,null],[]],"byName":{"k":{"name":"n"}},"rest":{"b":1,"a":[true]}}
            """#, #"x|y|a:0.0,b:2.0|2|["k"]|{"b":1,"a":[true]}"#),
        Row(Show.self, "{}", "no title at "), Row(Show.self, "7", "mismatch at "),
        Row(Show.self, #"{"title":7}"#, "mismatch at title"), Row(Show.self, #"{"title":null}"#, "mismatch at title"),
        Row(Show.self, #"{"title":"x","subtitle":7}"#, "mismatch at subtitle"),
        Row(Show.self, #"{"title":"x","parts":{}}"#, "mismatch at parts"),
        Row(Show.self, #"{"title":"x","parts":[{"name":"a"},null]}"#, "mismatch at parts.1"),
        Row(Show.self, #"{"title":"x","parts":[{"name":"a"},{"nam":"b"}]}"#, "no name at parts.1"),
        Row(Show.self, #"{"title":"x","parts":[{"name":"a","seconds":"2"}]}"#, "mismatch at parts.0.seconds"),
        Row(Show.self, #"{"title":"x","parts":[],"grid":[[1],[2,true]]}"#, "mismatch at grid.1.1"),
        Row(Show.self, #"{"title":"x","parts":[],"byName":{"k":{"name":0}}}"#, "mismatch at byName.k.name"),
    ])
    func `an object is read with its members, and an error leads to the one at fault`(_ row: Row) throws {
        try Self.check(row)
    }

    /// A base class whose members are in `super`, as the compiler writes and reads them.
    private class Media: Decodable {
        let title: String?
    }

    private final class Song: Media {
        let length: Int
        private enum CodingKeys: CodingKey { case length }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            length = try container.decode(Int.self, forKey: .length)
            try super.init(from: container.superDecoder())
        }
    }

    /// Reads by hand what the compiler never asks for.
    private struct Tuple: Decodable {
        var parts: [String] = []

        private enum CodingKeys: CodingKey { case list, object }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: CodingKeys.self)
            let object = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
            parts.append("\(outer.allKeys.count) \(object.contains(.list)) \(try object.decodeNil(forKey: .list))")
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            parts.append("\(list.count ?? -1)")
            // An element that is no number is still there for the next try.
            parts.append((try? list.decode(Int.self)).map { "\($0)" } ?? "no number")
            parts.append(try list.decode(String.self))
            parts.append("\(try list.decodeNil()) \(try list.decodeNil())")
            var inner = try list.nestedUnkeyedContainer()
            parts.append("\(try inner.decode(Int.self)) \(inner.isAtEnd)")
            _ = try list.nestedContainer(keyedBy: CodingKeys.self)
            parts.append(try String(from: list.superDecoder()))
            parts.append((try? list.decode(Int.self)).map { "\($0)" } ?? "end")
        }
    }

    @Test func `containers that are read by hand work as the standard library says`() throws {
        let song = try JSONText.value(of: #"{"length":7,"super":{"title":"x"}}"#).decoded(as: Song.self)
        #expect(song.length == 7 && song.title == "x")
        #expect(throws: DecodingError.self) { try JSONText.value(of: #"{"length":7}"#).decoded(as: Song.self) }
        let tuple = try JSONText.value(of: #"{"list":["a",null,[1],{},"s"],"object":{"list":null}}"#)
            .decoded(as: Tuple.self)
        #expect(tuple.parts == ["2 true true", "5", "no number", "a", "true false", "1 true", "s", "end"])
    }

    @Test func `a value of another format's decoder is one of the wire`() throws {
        let text = #"{"b":[1,2.5,true,null,"x"],"a":{"c":-1}}"#
        let value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        #expect("\(value)" == #"{"a":{"c":-1},"b":[1,2.5,true,null,"x"]}"#)
    }

    @Test func `an error shows a short part of a long value`() throws {
        let long = Value.string(String(repeating: "x", count: 1 << 20))
        let error = #expect(throws: DecodingError.self) { try Value.array([long]).decoded(as: [Int].self) }
        guard case .typeMismatch(_, let context)? = error else { return }
        #expect(context.debugDescription.hasPrefix("expected Int, found \"xxx"))
        #expect(context.debugDescription.utf8.count < 150)
    }
}
