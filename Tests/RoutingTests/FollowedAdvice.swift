import Conf
import Editing
import TestTables
import Testing

@testable import Routing

/// A table after its author has done what the help of a diagnostic says, as an editor does it.
struct FollowedAdvice {
    /// How the tables are to be accepted.
    enum Acceptance {
        /// Each of them has no new error in the text that was put in, and the diagnostic is gone.
        case each
        /// One of them is, since the help does not say how much is meant.
        case one
        /// Each of them has no diagnostic of that code at the place: a word of a list is no whole line.
        case eachWord
    }

    /// One table, and where the text is that was put into it.
    struct Change: Equatable {
        let table: String
        let range: Range<Int>
    }

    let changes: [Change]
    let acceptance: Acceptance

    /// Follows the help of a diagnostic of a table's only file.
    init(_ diagnostic: Diagnostic, in table: String) {
        let bytes = Array(table.utf8)
        let advice = Advice(diagnostic, in: bytes, file: 0)
        changes = advice.changes.map { change in
            let new = bytes[..<change.range.lowerBound] + Array(change.text.utf8) + bytes[change.range.upperBound...]
            return Change(
                table: String(decoding: new, as: UTF8.self),
                range: change.range.lowerBound..<change.range.lowerBound + change.text.utf8.count)
        }
        acceptance =
            switch advice.choice {
            case .each, .examples: .each
            case .one: .one
            case .eachWord: .eachWord
            }
    }

    // MARK: The check

    /// Expects that what the help of each diagnostic suggests is accepted.
    static func check(
        _ result: RulesetLoader.Result, _ table: String, _ environment: LoadEnvironment,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let before = result.diagnostics.kept
        for (index, diagnostic) in before.enumerated() {
            let followed = FollowedAdvice(diagnostic, in: table)
            var others = before
            others.remove(at: index)
            let refusals = followed.changes.map { change in
                let after = Tables.load(change.table, environment).diagnostics.kept
                return after.filter { followed.isRefusal($0, of: diagnostic, change, others) }
                    .map { "\(change.table)\n\($0)" }
            }
            let isAccepted =
                switch followed.acceptance {
                case .one: refusals.isEmpty || refusals.contains(where: \.isEmpty)
                case .each, .eachWord: refusals.allSatisfy(\.isEmpty)
                }
            #expect(
                isAccepted, "\(diagnostic.help ?? ""): \(refusals.joined().first ?? "")", sourceLocation: location)
        }
    }

    private func isRefusal(
        _ found: Diagnostic, of followed: Diagnostic, _ change: Change, _ others: [Diagnostic]
    ) -> Bool {
        let isKnown = others.contains { $0.code == found.code && $0.message == found.message }
        let isAgain = found.code == followed.code && found.message == followed.message && !isKnown
        switch acceptance {
        case .eachWord: return isAgain || found.code == .notAvailable
        case .each, .one:
            // An example has the names of an example, and what else is wrong with a word may show only now.
            let isInside = change.range.overlaps(found.place.offset..<found.place.offset + found.place.length)
            return isAgain || found.severity == .error && !isKnown && isInside && found.code != .unknownProduct
        }
    }
}

/// What can be followed, and what is noticed if it is refused.
@Suite struct FollowedAdviceTests {
    @Test(arguments: [
        ("did you mean `ab`?", "x ab y"),
        ("captures are written `$(id)`; for the text itself write `\\:`", "x $(id) y"),
        ("write `ab`", "x ab y"), ("write \"a b\"", "x \"a b\" y"), ("write a.example", "x a.example y"),
        ("it has a block: write `x y {`, then `z` on a line of its own, then `}` on the next", "x y {\n    z\n}"),
        ("use `exec`, `respond` or `channel` until then", "respond"), ("as in `x 1 2`", "x 1 2"),
        ("as in `12`", "x 12 y"),
        ("declare one: `scheme myapp`", "scheme myapp\nx oo y"), ("declare it: `product p { … }`", "product p\nx oo y"),
        ("declare it: `x {`, then `y` on a line of its own, then `}` on the next, outside", "x {\ny\n}\nx oo y"),
        ("use fewer captures beside literals, or say `limit width 7`", "limit width 7\nx oo y"), ("be careful", nil),
    ])
    func `help with a text is followed`(_ help: String, _ expected: String?) {
        let place = SourceRange(file: 0, offset: 2, length: 2)
        let diagnostic = Diagnostic(
            code: .badName, severity: .error, place: place, message: "", help: help, related: [], witness: nil)
        #expect(FollowedAdvice(diagnostic, in: "x oo y").changes.map(\.table) == (expected.map { [$0] } ?? []))
    }

    @Test func `advice that is refused is noticed`() {
        let table = "scheme s\nfeature F {\naction go {\nrespond\n}\nroute r /r do gone\n}"
        let result = Tables.load(table)
        FollowedAdvice.check(result, table, LoadEnvironment())
        withKnownIssue {
            var diagnostics = Diagnostics()
            for var diagnostic in result.diagnostics.kept {
                diagnostic.help = "did you mean `went`?"
                diagnostics.report(diagnostic)
            }
            let other = RulesetLoader.Result(ruleset: nil, diagnostics: diagnostics, sources: [], files: [])
            FollowedAdvice.check(other, table, LoadEnvironment())
        }
    }
}
