import TestSupport
import Testing

@testable import Matching

/// Patterns as text, parsed into a builder's flat arrays.
@Suite struct RoutePathTests {
    private static let segments =
        AgreementTests.segments + [
            "", ".", "..", "a.b", "~", "%", "%41", "a b", "é", "\\*", "\\x", "**", "$(N:**)", "$(x)", "$(x:@lang)",
            "$(x:@no)",
            "$(x:no)", "$(x", "v$(x)$(y)", "\u{7F}", "***", "a**", "$()", "$(x:a||b)",
        ]

    @Test func `a text gives the path or the error of its pattern, for known and unknown segments`() {
        var generator = SeededGenerator(for: "a text comes to the path of its pattern")
        var store = RouteStore()
        var (paths, errors) = (0, 0)
        for _ in 0..<20_000 {
            var text = ""
            for position in 0..<Int.random(in: 0...4, using: &generator) {
                text +=
                    "/" + (Self.segments.randomElement(using: &generator) ?? "a").replacing("N", with: "n\(position)")
            }
            let bytes = Array(text.utf8)
            let found = Result { () throws(PatternError) in try store.path(bytes.span) { Self.set($0) } }
            let parsed = Result { () throws(PatternError) in try Pattern.parse(bytes.span) { Self.set($0) } }
            switch (found, parsed) {
            case (.success(let path), .success(let pattern)):
                let expected = store.path(of: pattern)
                let isSame =
                    store.pathAtoms[path.atoms] == store.pathAtoms[expected.atoms] && path.ending == expected.ending
                    && path.captureList == expected.captureList
                if !isSame { Issue.record("\(text) came to another path") }
                if store.captures.captures(path.captureList) != pattern.captures { Issue.record("captures of \(text)") }
                paths += 1
            case (.failure(let error), .failure(let expected)):
                if error != expected { Issue.record("\(text): \(error), not \(expected)") }
                errors += 1
            default: Issue.record("\(text): \(found), not \(parsed)")
            }
        }
        #expect(paths > 2000 && errors > 2000)
    }

    @Test(arguments: [
        (String(repeating: "/a", count: 64), nil),
        (String(repeating: "/a", count: 65), PatternError.Kind.tooManySegments),
        (String(repeating: "/a", count: 63) + "/**", nil),
        (String(repeating: "/a", count: 64) + "/**", .tooManySegments), ("/$(a)/$(b)/$(a)", .duplicateCapture),
        ("/" + (0..<17).map { "$(c\($0))" }.joined(separator: "/"), .tooManyCaptures),
        ((0..<17).map { "/$(c\($0))" }.joined(), .tooManyCaptures), ("/**/a", .tailNotLast),
    ])
    func `the shortcut has the limits of the parser`(_ text: String, _ expected: PatternError.Kind?) throws {
        var store = RouteStore()
        for known in (0..<17).map({ "/$(c\($0))" }) + ["/$(a)/$(b)/**"] {
            let bytes = Array(known.utf8)
            _ = try store.path(bytes.span) { _ in nil }
        }
        let bytes = Array(text.utf8)
        let found = Result { () throws(PatternError) in try store.path(bytes.span) { _ in nil } }
        if case .failure(let error) = found { #expect(error.kind == expected) } else { #expect(expected == nil) }
    }

    @Test func `routes added as text and as rules give the same index`() throws {
        let table = try TableText(RouteIndexTests.app)
        var builder = RouteIndexBuilder()
        builder.declare(scheme: "app", file: 0)
        for rule in table.rules {
            let text = Array(rule.pattern.text.utf8)
            let path = try builder.path(text.span) { Self.set($0) }
            #expect(builder.captures(of: path) == rule.pattern.captures)
            let query = builder.querySet(rule.query, absent: rule.absent, isStrict: rule.isStrict)
            let entries = builder.entrySet(rule.entries)
            let number = builder.add(
                name: Array(rule.name.utf8).span, path: path, query: query, excepts: rule.excepts, entries: entries)
            builder.setOver(rule.over, of: number)
        }
        var build = builder.build()
        var other = table.build()
        guard let index = build.takeIndex(), let expected = other.takeIndex() else {
            Issue.record("no index")
            return
        }
        #expect(index.byteCount == expected.byteCount && build.width == other.width)
    }

    private static func set(_ name: String) -> ValueSet? {
        name == "lang" ? ValueSet(members: [Array("de".utf8), Array("en".utf8)], name: name) : nil
    }
}

extension Result {
    /// The result of a closure with a typed throw.
    fileprivate init(_ body: () throws(Failure) -> Success) {
        do throws(Failure) { self = .success(try body()) } catch { self = .failure(error) }
    }
}
