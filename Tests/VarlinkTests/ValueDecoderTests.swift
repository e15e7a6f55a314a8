import Contract
import Foundation
import TestSupport
import TestTables
import Testing
import Varlink

@Suite struct ValueDecoderTests {
    private func decode(_ bytes: [UInt8], _ allowsDuplicates: Bool = false) -> Result<
        Value, FramingError
    > {
        do throws(FramingError) {
            return .success(try ValueDecoder.decode(bytes.span, allowsDuplicates: allowsDuplicates))
        } catch {
            return .failure(error)
        }
    }

    @Test func `values come out with their kinds`() throws {
        let rows: [(String, Value)] = [
            ("null", .null), (" true\n", .bool(true)), ("\t\r\nfalse", .bool(false)), ("\"\"", .string("")),
            ("[]", .array([])), ("{}", .object([])), ("[1, [] ,{}]", .array([.integer(1), .array([]), .object([])])),
            ("{\"b\":1,\"a\":null}", .object([.init("b", .integer(1)), .init("a", .null)])),
            ("\"a long string with \u{E4}, \u{20AC} and \u{1D11E}\"", .string("a long string with ä, € and 𝄞")),
            (#""\"\\\/\b\f\n\r\t\u0000\u00e4\u20AC\uD834\uDD1E""#, .string("\"\\/\u{8}\u{C}\n\r\t\0ä€𝄞")),
            ("\"\u{7F}\u{2028}\u{FFFF}\"", .string("\u{7F}\u{2028}\u{FFFF}")),
        ]
        for (text, expected) in rows { #expect(try value(text) == expected, "\(text)") }
    }

    @Test func `integers are exact and every other number keeps its literal`() throws {
        let rows: [(String, Value)] = [
            ("0", .integer(0)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(literal: "9223372036854775808")),
            ("18446744073709551615", .number(literal: "18446744073709551615")), ("-0", .number(literal: "-0")),
            ("1.0", .number(literal: "1.0")), ("1e2", .number(literal: "1e2")), ("1E-400", .number(literal: "1E-400")),
            ("0.1e+7", .number(literal: "0.1e+7")),
        ]
        for (text, expected) in rows {
            #expect(try value(text) == expected)
            #expect(JSONText.text(of: expected) == text)
        }
    }

    @Test func `what is no JSON is refused where it goes wrong`() {
        let rows: [(String, FramingError.JSONFault, Int)] = [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedByte(0x4C), 3), ("True", .unexpectedByte(0x54), 0), ("1 2", .trailingBytes, 2),
            ("{}}", .trailingBytes, 2), ("[1,]", .unexpectedByte(0x5D), 3), ("[,1]", .unexpectedByte(0x2C), 1),
            ("[1 2]", .unexpectedByte(0x32), 3), ("{\"a\":1,}", .unexpectedByte(0x7D), 7),
            ("{\"a\"}", .unexpectedByte(0x7D), 4), ("{a:1}", .unexpectedByte(0x61), 1),
            ("{'a':1}", .unexpectedByte(0x27), 1), ("/**/1", .unexpectedByte(0x2F), 0),
            ("[1", .unexpectedEnd, 2), ("{\"a\":", .unexpectedEnd, 5), ("\"a", .unexpectedEnd, 2),
            ("\"a\\", .unexpectedEnd, 3), ("01", .trailingBytes, 1), ("-", .invalidNumber, 1),
            ("+1", .unexpectedByte(0x2B), 0), (".5", .unexpectedByte(0x2E), 0), ("1.", .invalidNumber, 2),
            ("1e", .invalidNumber, 2), ("1e+", .invalidNumber, 3), ("NaN", .unexpectedByte(0x4E), 0),
            ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"12345678\u{1F}\"", .controlCharacter(0x1F), 9),
            ("\"\\x\"", .invalidEscape, 1), ("\"\\u12G4\"", .invalidEscape, 1), ("\"\\u123", .invalidEscape, 1),
            ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uDC00\\uD800\"", .loneSurrogate, 1),
            ("\"\\uD800\\u0041\"", .loneSurrogate, 1), ("\"\\uD800\\uD800\"", .loneSurrogate, 1),
            ("\"\\uD800\\n\"", .loneSurrogate, 1), ("\u{FEFF}{}", .unexpectedByte(0xEF), 0),
            ("{\"a\":1,\"\\u0061\":2}", .duplicateName("a"), 8),
        ]
        for (text, fault, offset) in rows {
            #expect(throws: FramingError.json(fault, offset: offset), "\(text)") { try value(text) }
        }
    }

    @Test func `strings are UTF-8 wherever the bad byte stands`() {
        let sequences: [[UInt8]] = [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xFF],
        ]
        for sequence in sequences {
            for padding in 0...17 {
                let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + sequence + [0x22]
                #expect(decode(text) == .failure(.json(.invalidUTF8, offset: 1 + padding)))
                let escaped = [0x22, 0x5C, 0x6E] + text.dropFirst()
                #expect(decode(escaped) == .failure(.json(.invalidUTF8, offset: 3 + padding)))
            }
        }
    }

    @Test func `a string ends at its quote wherever in a word it stands`() throws {
        for length in 0...40 {
            for special in ["\\\"", "\\\\", "\\u0000", "ä", "€", "𝄞", ""] {
                for position in 0...length {
                    let plain = String(repeating: "x", count: position) + special
                    let text = plain + String(repeating: "!", count: length - position)
                    let decoded = try value("\"\(text)\"")
                    #expect(try value(JSONText.text(of: decoded)) == decoded)
                    #expect(try value("[\"\(text)\",\"\"]").elements?.first == decoded)
                }
            }
        }
    }

    @Test func `nesting goes to its limit and no further`() throws {
        let limit = MessageLimits.jsonDepth
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = open == "[" ? "" : "1"
            let deepest = String(repeating: open, count: limit) + inner + String(repeating: close, count: limit)
            #expect(throws: Never.self) { try value(deepest) }
            #expect(throws: FramingError.json(.tooDeep(limit: limit), offset: open.utf8.count * limit)) {
                try value(String(repeating: open, count: 100_000))
            }
        }
        // Siblings do not add up.
        #expect(throws: Never.self) { try value("[" + String(repeating: "[[]],", count: 1000) + "[]]") }
    }

    @Test func `names are told apart by their bytes, few of them or many`() throws {
        // The same letter, composed and decomposed: equal to Swift, different to JSON.
        #expect(try value("{\"\u{E9}\":1,\"e\u{301}\":2}").members?.count == 2)
        let many = (0..<2000).map { "\"name\($0)\":0" }
        #expect(try value("{\(many.joined(separator: ","))}").members?.count == 2000)
        for index in [0, 7, 8, 9, 1999] {
            let text = "{\((many + [many[index]]).joined(separator: ","))}"
            #expect(throws: FramingError.self) { try value(text) }
            #expect(throws: Never.self) { try ValueDecoder.decode(Array(text.utf8).span, allowsDuplicates: true) }
        }
    }

    // MARK: The public corpus

    private static let corpus = "json/test_parsing"

    /// What the grammar leaves to us, and why we decide so.
    ///
    /// Accepted: numbers, which keep their literal, so none can overflow. Refused: whatever would have to be repaired to
    /// become text.
    private static let decisions: [String: (accepted: Bool, reason: String)] = {
        var decisions: [String: (Bool, String)] = [
            "i_structure_500_nested_arrays": (false, "deeper than the limit"),
            "i_structure_UTF-8_BOM_empty_object": (false, "RFC 8259: no byte order mark is sent"),
        ]
        for name in [
            "double_huge_neg_exp", "huge_exp", "neg_int_huge_exp", "pos_double_huge_exp", "real_neg_overflow",
            "real_pos_overflow", "real_underflow", "too_big_neg_int", "too_big_pos_int", "very_big_negative_int",
        ] { decisions["i_number_" + name] = (true, "kept as its literal") }
        for name in [
            "i_object_key_lone_2nd_surrogate", "i_string_1st_surrogate_but_2nd_missing",
            "i_string_1st_valid_surrogate_2nd_invalid", "i_string_incomplete_surrogate_and_escape_valid",
            "i_string_incomplete_surrogate_pair", "i_string_incomplete_surrogates_escape_valid",
            "i_string_invalid_lonely_surrogate", "i_string_invalid_surrogate", "i_string_inverted_surrogates_U+1D11E",
            "i_string_lone_second_surrogate",
        ] { decisions[name] = (false, "half a surrogate pair is no text") }
        for name in [
            "UTF-16LE_with_BOM", "UTF-8_invalid_sequence", "UTF8_surrogate_U+D800", "invalid_utf-8", "iso_latin_1",
            "lone_utf8_continuation_byte", "not_in_unicode_range", "overlong_sequence_2_bytes",
            "overlong_sequence_6_bytes", "overlong_sequence_6_bytes_null", "truncated-utf-8", "utf16BE_no_BOM",
            "utf16LE_no_BOM",
        ] { decisions["i_string_" + name] = (false, "messages are UTF-8") }
        return decisions
    }()

    /// Right by the grammar; refused in a message for the name alone.
    private static let duplicates = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"]

    @Test(.enabled(if: SharedData.has(Self.corpus, for: "JSON corpus"), "the corpus is not part of the repository"))
    func `of the public corpus every y is accepted, every n refused, and every i as decided`() throws {
        let folder = try #require(SharedData.folder).appendingPathComponent(Self.corpus)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        var decided: Set<String> = []
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: file))
            let isAccepted = (try? decode(bytes, true).get()) != nil
            switch name.first {
            case "y": #expect(isAccepted, "\(name)")
            case "n": #expect(!isAccepted, "\(name)")
            default:
                decided.insert(name)
                let decision = try #require(Self.decisions[name], "\(name) is not decided")
                #expect(isAccepted == decision.accepted, "\(name): \(decision.reason)")
            }
            let isDuplicate = Self.duplicates.contains(name)
            let isTakenAsMessage = (try? decode(bytes).get()) != nil
            #expect(isTakenAsMessage == (isAccepted && !isDuplicate), "\(name)")
            let call = Array(#"{"method":"a.b","c.d":"#.utf8) + bytes + [UInt8(ascii: "}")]
            #expect(((try? CallDecoder.decode(call.span)) != nil) == isAccepted, "\(name), skipped")
        }
        #expect(files.count >= 318)
        #expect(decided == Set(Self.decisions.keys))
    }
}
