import Contract
import TestSupport
import Testing

@testable import Matching

/// Optional parts of a pattern as notation for several patterns.
@Suite struct OptionalPartsTests {
    private static func variants(_ text: String) throws -> [String] {
        try OptionalParts(Array(text.utf8)).variants.map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test(arguments: [
        ("/p/$(id)[/]", ["/p/$(id)", "/p/$(id)/"]), ("/[$(l:@lang)/]s/$(x)", ["/s/$(x)", "/$(l:@lang)/s/$(x)"]),
        ("/a[/$(b)]/c", ["/a/c", "/a/$(b)/c"]), ("/a[/b/c]", ["/a", "/a/b/c"]), ("/[a/b/]c", ["/c", "/a/b/c"]),
        ("[/a]", ["/", "/a"]), ("[/a]/b", ["/b", "/a/b"]), ("/[a/]", ["/", "/a/"]), ("/a[/**]", ["/a", "/a/**"]),
        ("/[a/][b/]c", ["/c", "/b/c", "/a/c", "/a/b/c"]), ("/a[/b][/c]", ["/a", "/a/c", "/a/b", "/a/b/c"]),
        ("/[a/]b[/]", ["/b", "/b/", "/a/b", "/a/b/"]), ("/a[/b/]", ["/a", "/a/b/"]),
        ("[/a][/b]", ["/", "/b", "/a", "/a/b"]),
        ("/\\[a]", ["/\\[a]"]), ("/a]", ["/a]"]), ("/$(x:[|])", ["/$(x:[|])"]),
        ("/[$(x:[|a])/]b", ["/b", "/$(x:[|a])/b"]),
        ("/[x\\]/]y", ["/y", "/x\\]/y"]), ("/[v$(n:digits(2))/]y", ["/y", "/v$(n:digits(2))/y"]),
    ])
    func `a pattern with optional parts is the patterns with and without each`(_ text: String, _ patterns: [String])
        throws
    {
        #expect(try Self.variants(text) == patterns)
        #expect(OptionalParts.areIn(Array(text.utf8).span) == (patterns.count > 1))
    }

    static let errors: [(text: String, offset: Int, length: Int)] = [
        ("/[a]", 1, 3), ("/a[b]c", 2, 3), ("/[]", 1, 2), ("/a/[/b]", 3, 4), ("/a[b/]c", 2, 4), ("/a[/b]c", 2, 4),
        ("/a[/]b", 2, 3), ("/[a/", 1, 1), ("/a[", 2, 1), ("/a[/b[/c]]", 5, 1), ("/[[", 2, 1), ("[a/]b", 0, 4),
        ("/x[/a][b/]c", 6, 4), ("/[a/][/b]", 5, 4), ("/c/[...id]", 3, 7), ("/h/[0-9]+", 3, 5), ("/[/]", 1, 3),
    ]

    @Test(arguments: errors)
    func `a part that is not whole segments with a slash is refused at its place`(
        _ row: (text: String, offset: Int, length: Int)
    ) {
        let error = #expect(throws: PatternError.self) { try Self.variants(row.text) }
        #expect(error?.kind == .badOptional && error?.offset == row.offset && error?.length == row.length, "\(error)")
        #expect(error?.help != nil)
    }

    @Test func `each part doubles the patterns, up to their limit`() throws {
        let most = Limits.patternsOfRoute.trailingZeroBitCount
        #expect(1 << most == Limits.patternsOfRoute)
        let text = (0..<most).map { "[/s\($0)]" }.joined()
        #expect(Set(try Self.variants(text)).count == Limits.patternsOfRoute)
        for count in [most + 1, 256] {
            let long = (0..<count).map { "[/s\($0)]" }.joined()
            let error = #expect(throws: PatternError.self) { try Self.variants(long) }
            #expect(error?.kind == .tooManyPatterns && error?.offset == text.utf8.count, "\(error)")
        }
    }

    @Test func `an error of a pattern stands at its place in the text that was written`() throws {
        let text = Array("/[a/]$(x:foo)/b".utf8)
        for variant in try OptionalParts(text).variants {
            let error = #expect(throws: PatternError.self) {
                do throws(PatternError) {
                    _ = try Pattern.parse(variant.text.span) { _ in nil }
                } catch {
                    throw variant.inSource(error)
                }
            }
            #expect(error?.kind == .unknownType && error?.offset == 9 && error?.length == 3, "\(error)")
        }
    }

    @Test func `a single pattern has no optional part, and an escaped bracket is text`() throws {
        let error = #expect(throws: PatternError.self) { try TableText.pattern("/a[/b]") }
        #expect(error?.kind == .badOptional && error?.offset == 2)
        #expect(try TableText.pattern("/\\[a]").text == "/\\[a]")
        #expect(try TableText.exclusion("/[a]").text == "/\\[a]")
    }

    @Test func `no text traps, and the places of all errors are inside it`() {
        var generator = SeededGenerator(for: "no text traps the search for optional parts")
        let pieces = ["/", "[", "]", "[/", "/]", "$(a)", "$(", ")", "\\", "a", "**", "\\[", "é"]
        var found = 0
        for _ in 0..<4000 {
            let count = Int.random(in: 0..<14, using: &generator)
            let text = (0..<count).flatMap { _ in Array((pieces.randomElement(using: &generator) ?? "").utf8) }
            do throws(PatternError) {
                for variant in try OptionalParts(text).variants {
                    found += 1
                    do throws(PatternError) {
                        _ = try Pattern.parse(variant.text.span) { _ in nil }
                    } catch {
                        throw variant.inSource(error)
                    }
                }
            } catch {
                #expect(error.offset >= 0 && error.offset + error.length <= text.count + 1, "\(text) \(error)")
            }
        }
        #expect(found > 1000)
    }
}
