import Contract
import TestSupport
import Testing

@testable import Matching

@Suite struct PatternTests {
    @Test(arguments: [
        ("/", "/", ""), ("/a", "/a", ""), ("/a/", "/a/", ""), ("/a/$(id)", "/a/$(id)", "id:string"),
        ("/$(id:string)", "/$(id)", "id:string"), ("/img-$(id:uint).png", "/img-$(id:uint).png", "id:uint"),
        ("/*", "/*", ""),
        ("/v*x/b", "/v*x/b", ""), ("/a/**", "/a/**", ""), ("/**", "/**", ""),
        ("/$(rest:**)", "/$(rest:**)", "rest:tail"),
        ("/$(x:b|a)", "/$(x:a|b)", "x:a|b"), ("/$(x:@lang)/y", "/$(x:@lang)/y", "x:@lang"), ("/\\*", "/\\*", ""),
        ("/\\$(a)", "/\\$(a)", ""), ("/$5", "/$5", ""), ("/a$", "/a$", ""), ("/ä ö", "/ä ö", ""),
        ("/a)b(", "/a)b(", ""),
        ("/50%", "/50%", ""), ("/$(a)/$(b)/$(c:**)", "/$(a)/$(b)/$(c:**)", "a:string b:string c:tail"),
        ("/$(x:int|y)", "/$(x:int|y)", "x:int|y"), ("/\\*$(a)\\*", "/\\*$(a)\\*", "a:string"),
    ])
    func `a parsed pattern has its canonical spelling`(_ text: String, _ canonical: String, _ captures: String)
        throws
    {
        let pattern = try TableText.pattern(text)
        #expect(pattern.text == canonical)
        #expect(try TableText.pattern(canonical) == pattern)
        let found = pattern.captures.map { capture in
            switch capture.value {
            case .text(let language): "\(capture.name):\(language.name)"
            case .tail: "\(capture.name):tail"
            }
        }
        #expect(found.joined(separator: " ") == captures)
    }

    static let errors: [(text: String, kind: PatternError.Kind, offset: Int, length: Int)] = [
        ("", .missingSlash, 0, 0), ("a", .missingSlash, 0, 1), ("//", .emptySegment, 0, 2),
        ("/a//b", .emptySegment, 2, 2),
        ("/.", .dotSegment, 1, 1), ("/a/..", .dotSegment, 3, 2), ("/$(x:.|a)", .unmatchable, 1, 8),
        ("/a%2Fb", .unmatchable, 1, 5),
        ("/a\u{1}", .unmatchable, 1, 2), ("/\u{202E}", .unmatchable, 1, 3), ("/\\\\", .unmatchable, 1, 2),
        ("/\\a", .badEscape, 1, 2),
        ("/a\\", .badEscape, 2, 1), ("/$(a", .unclosedCapture, 1, 3), ("/$(a/b)", .unclosedCapture, 1, 3),
        ("/$()", .badCaptureName, 3, 1), ("/$(1a)", .badCaptureName, 3, 2), ("/$(a b)", .badCaptureName, 3, 3),
        ("/$(a)/$(a)", .duplicateCapture, 8, 1), ("/$(a)$(b)", .twoCaptures, 5, 4), ("/$(a)*", .twoCaptures, 5, 1),
        ("/***", .tailNotAlone, 1, 2), ("/a**", .tailNotAlone, 2, 2), ("/x$(a:**)", .tailNotAlone, 2, 7),
        ("/**/a", .tailNotLast, 3, 1),
        ("/**/", .tailNotLast, 3, 1), ("/$(a:**)/b", .tailNotLast, 8, 1), ("/$(a:)", .unknownType, 5, 1),
        ("/$(a:foo)", .unknownType, 5, 3), ("/$(a:@no)", .unknownSet, 5, 3), ("/$(a:x|)", .badSet, 5, 2),
        ("/$(a:x|x)", .badSet, 5, 3),
        ("/$(a:b/c|d)", .unclosedCapture, 1, 5),
    ]

    @Test(arguments: errors)
    func `a text that is not a pattern is refused at its error`(
        _ row: (text: String, kind: PatternError.Kind, offset: Int, length: Int)
    ) {
        let error = #expect(throws: PatternError.self) { try TableText.pattern(row.text) }
        #expect(error?.kind == row.kind)
        #expect(error?.offset == row.offset)
        #expect(error?.length == row.length)
    }

    @Test func `a pattern has at most as many segments as a link and as many captures as a match`() throws {
        #expect(try TableText.pattern(String(repeating: "/a", count: Limits.segments)).atoms.count == Limits.segments)
        #expect(throws: PatternError.self) {
            try TableText.pattern(String(repeating: "/a", count: Limits.segments) + "/**")
        }
        let captures = (0..<Limits.captures).map { "/$(c\($0))" }.joined()
        #expect(try TableText.pattern(captures).captures.count == Limits.captures)
        let error = #expect(throws: PatternError.self) { try TableText.pattern(captures + "/$(rest:**)") }
        #expect(error?.kind == .tooManyCaptures)
    }

    @Test func `an exclusion has no captures, and its tail covers the parent`() throws {
        #expect(try TableText.exclusion("/a/**").coversBelow)
        #expect(try TableText.exclusion("/a/x-*").text == "/a/x-*")
        let error = #expect(throws: PatternError.self) { try TableText.exclusion("/a/$(b)") }
        #expect(error?.kind == .captureNotAllowed)
    }

    @Test func `a parser does not trap on any bytes`() {
        var generator = SeededGenerator(for: "no bytes trap a parser")
        let pieces = [
            "/", "$(", ")", ":", "*", "**", "|", "@", "\\", "a", "uint", ".", "%", "2F", "]", "[", "http://", "1",
            "xn--",
        ]
        for _ in 0..<4000 {
            var bytes: [UInt8] = Bool.random(using: &generator) ? [0x2F] : []
            for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                if Int.random(in: 0..<6, using: &generator) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                } else {
                    bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
                }
            }
            let text = bytes
            check { () throws(PatternError) in _ = try Pattern.parse(text.span) { TableText.sets[$0] ?? nil } }
            check { () throws(PatternError) in _ = try ExclusionPattern.parse(text.span) }
            check { () throws(PatternError) in _ = try DeclaredHost.parse(text.span) }
            func check(_ parse: () throws(PatternError) -> Void) {
                do { try parse() } catch {
                    if error.offset < 0 || error.offset + error.length > text.count + 1 {
                        Issue.record("\(text) \(error)")
                    }
                }
            }
        }
    }
}
