import Conf
import TestTables
import Testing

@testable import Routing

/// A table after its author has done what the help of a diagnostic says.
///
///     help: did you mean `episode`?                 the word is replaced
///     help: remove it                               the word, its line or its block is removed
///     help: declare one: `scheme myapp`             the line is added
///
/// Help that gives a rule instead of a text cannot be followed without thinking.
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

    private(set) var changes: [Change] = []
    private(set) var acceptance = Acceptance.each

    private let bytes: [UInt8]
    private let place: Range<Int>
    /// Where a `}` is missing: before the line in the note, or at the end.
    private let closing: Int

    /// Follows the help of a diagnostic of a table's only file.
    init(_ diagnostic: Diagnostic, in table: String) {
        bytes = Array(table.utf8)
        place = diagnostic.place.offset..<min(bytes.count, diagnostic.place.offset + diagnostic.place.length)
        closing = diagnostic.related.first?.place.offset ?? bytes.count
        guard diagnostic.place.file == 0, let help = diagnostic.help else { return }
        follow(help)
    }

    private mutating func follow(_ help: String) {
        if let match = help.wholeMatch(of: #/did you mean `(.+)`\?/#) {
            changes = [replacing(place, with: match.1)]
        } else if let match = help.firstMatch(
            of: #/^(?:captures|any text|a choice|a number|hex digits|letters, [^;]*) (?:is|are) written `([^`]+)`/#)
        {
            changes = [replacing(place, with: match.1)]
        } else if let match = help.firstMatch(of: #/^write the line `([^`]+)`/#) {
            changes = [replacing(line, with: match.1)]
        } else if let match = help.firstMatch(of: #/^put it at the end of the line before: `(.+)`/#) {
            changes = [replacing(lineBefore.lowerBound..<place.upperBound, with: match.1)]
        } else if help.hasPrefix("add a line with `}`") {
            changes = [replacing(closing..<closing, with: closing == bytes.count ? "\n}" : "}\n")]
        } else if let match = help.firstMatch(of: #/^it has a block: write `(.+) \{`, then `(.+)` on a line/#) {
            changes = [replacing(line, with: "\(match.1) {\n\(match.2)\n}")]
        } else if let match = help.firstMatch(of: #/as in (`[^`]+`(?:, `[^`]+`)*)/#) {
            changes = match.1.matches(of: #/`([^`]+)`/#).map(\.output.1).filter { !$0.contains("…") }.map(example)
        } else if let match = help.firstMatch(
            of: #/^(?:declare the input, or )?write (`(?:query|exclusive|ranked|input) .+)/#)
        {
            let lines = match.1.matches(of: #/`((?:query|exclusive|ranked|input) [^`]+)`/#).map(\.output.1)
            // A line of another directive stands elsewhere.
            changes = lines.filter { $0.hasPrefix(lines[0].prefix { $0 != " " } + " ") }.map(example)
        } else if let match = help.firstMatch(of: #/^declare the input, or write `(\$[^`]+)`/#) {
            changes = [replacing(place, with: match.1)]
        } else if let match = help.firstMatch(of: #/^write (?:`([^`]+)`|(".+"|[a-z0-9.:\[\]-]+)$)/#) {
            changes = [example(match.1 ?? match.2 ?? "")]
        } else if let match = help.firstMatch(of: #/add `(over [^`]+)` to (?:`([^`]+)`|it)/#) {
            changes = [inserting(match.1, intoRoute: match.2 ?? help.firstMatch(of: #/overlaps of `([^`]+)`/#)?.1)]
        } else if help.firstMatch(of: #/^(remove (it|them|the `over`|the lines?)|keep one of them)/#) != nil {
            acceptance = .one
            changes = [place, word, line, block].map { replacing($0, with: "") }
        } else if let match = help.wholeMatch(of: #/one of: ([^`]+?)(?: and \d+ more)?/#) {
            acceptance = .eachWord
            changes = match.1.split(separator: ", ").map { replacing(place, with: $0) }
        } else if let match = help.firstMatch(of: #/^declare (?:it|one)(?:: | with: )(.+)$/#) {
            declare(match.1)
        } else if let match = help.firstMatch(of: #/^add `((?:kind|to) [^`]+)`/#) {
            let end = block.upperBound - 2
            changes = [replacing(end..<end, with: "\n\(match.1)")]
        } else if let match = help.firstMatch(of: #/say `(limit [^`]+)`/#) {
            changes = [replacing(0..<0, with: "\(match.1)\n")]
        } else if help.hasPrefix("use `exec`, `respond`") {
            changes = [replacing(line, with: "respond")]
        }
    }

    private mutating func declare(_ help: Substring) {
        let lines = help.matches(of: #/`([^`]+)`/#).map(\.output.1)
        if help.contains(", then ") {
            return changes.append(replacing(0..<0, with: lines.joined(separator: "\n") + "\n"))
        }
        for line in lines where ["scheme", "host", "product", "values"].contains(line.prefix { $0 != " " }) {
            changes.append(replacing(0..<0, with: line.replacing(" { … }", with: "") + "\n"))
        }
    }

    /// An example is a whole line with its directive, or a word.
    private func example(_ text: Substring) -> Change {
        let directive = String(decoding: bytes[line], as: UTF8.self).prefix { $0 != " " }
        return replacing(text.hasPrefix(directive + " ") ? line : word, with: text)
    }

    private func replacing(_ range: Range<Int>, with text: some StringProtocol) -> Change {
        let new = bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
        return Change(
            table: String(decoding: new, as: UTF8.self),
            range: range.lowerBound..<range.lowerBound + text.utf8.count)
    }

    private func inserting(_ text: Substring, intoRoute name: Substring?) -> Change {
        guard let name, let route = String(decoding: bytes, as: UTF8.self).firstRange(of: "route \(name) ") else {
            return replacing(0..<0, with: "")
        }
        let table = String(decoding: bytes, as: UTF8.self)
        let start = table.utf8.distance(from: table.startIndex, to: route.lowerBound)
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let isOpen = bytes[end - 1] == UInt8(ascii: "{")
        return replacing(end..<end, with: isOpen ? "\n\(text)" : " {\n\(text)\n}")
    }

    // MARK: Parts of the text

    /// The word around the place.
    private var word: Range<Int> { around(place) { $0 <= 0x20 } }

    /// The line around the beginning of the place, from its first word on, without the brace of a block.
    private var line: Range<Int> {
        let whole = around(place.lowerBound..<place.lowerBound) { $0 == 0x0A }
        let start = whole.first { bytes[$0] > 0x20 } ?? whole.lowerBound
        let isOpen = bytes[whole].last == UInt8(ascii: "{") && place.upperBound < whole.upperBound - 1
        return start..<(isOpen ? whole.upperBound - 1 : whole.upperBound)
    }

    /// The line before the place, from its first word on.
    private var lineBefore: Range<Int> {
        let end = bytes[..<place.lowerBound].lastIndex(of: 0x0A) ?? 0
        let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return ((start..<end).first { bytes[$0] > 0x20 } ?? start)..<end
    }

    /// The line with its block.
    private var block: Range<Int> {
        let whole = around(place.lowerBound..<place.lowerBound) { $0 == 0x0A }
        guard bytes[whole].last == UInt8(ascii: "{") else { return whole }
        var depth = 0
        for index in whole.lowerBound..<bytes.count {
            if bytes[index] == UInt8(ascii: "{") { depth += 1 }
            if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0, index >= whole.upperBound { return whole.lowerBound..<index + 1 }
        }
        return whole
    }

    private func around(_ range: Range<Int>, _ isEnd: (UInt8) -> Bool) -> Range<Int> {
        let start = bytes[..<range.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        return start..<(bytes[range.upperBound...].firstIndex(where: isEnd) ?? bytes.count)
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
        ("it has a block: write `x y {`, then `z` on a line of its own, then `}` on the next", "x y {\nz\n}"),
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
