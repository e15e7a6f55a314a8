import Links
import TestSupport
import Testing

@testable import Matching

/// Compares the index with the definition on generated tables and links, with the lines of a table in any order.
@Suite struct AgreementTests {
    static let segments = [
        "a", "b", "ab", "1", "10", "$(N)", "$(N)", "$(N:uint)", "$(N:int)", "$(N:slug)", "$(N:hex)", "a$(N)", "$(N)b",
        "$(N:a|b|1)", "*", "$(N:bool)",
        "1$(N:uint)", "a$(N:slug)", "$(N:a|ab)", "$(N:digits(2))", "$(N:hex(2))", "$(N:text(1..2))", "$(N:uint(1..10))",
        "$(N:int(-1..1))", "1$(N:digits(1))", "$(N:base62(3))",
    ]
    private static let texts = [
        "a", "b", "ab", "1", "10", "aab", "x", "-1", "a-b", "0", "true", "110", "a.b", "%C3%A9", "-",
    ]
    private static let scopes = [
        "", "", "", "in app", "in pod", "in h.example", "in *.h.example", "in **.h.example", "in app in *.h.example",
        "in h.example:8443", "in http://h.example", "in *.h.example in h.example:8443",
    ]

    @Test(.enabled(if: SlowTests.run))
    func `index and reference agree for any order of the lines of a table`() throws {
        var generator = SeededGenerator(for: "index and reference agree")
        var (tables, matched) = (0, 0)
        for _ in 0..<400 {
            guard let table = try Self.table(&generator) else { continue }
            var build = table.build()
            let order = table.shuffledOrder(&generator)
            var shuffledBuild = table.build(order: order)
            guard let index = build.takeIndex(), let shuffled = shuffledBuild.takeIndex() else {
                Issue.record("a shuffled table is refused: \(shuffledBuild.problems)")
                continue
            }
            tables += 1
            var (match, other) = (Match(), Match())
            let reference = ReferenceMatcher(table: table)
            for _ in 0..<80 {
                let url = Self.url(&generator)
                guard let link = try? Link.parse(url) else { continue }
                let result = index.match(link, into: &match)
                let again = shuffled.match(link, into: &other)
                let expected = reference.match(link)
                if expected.winners != 1 { Issue.record("\(expected.winners) winners for \(url)") }
                Self.compare(result, match, expected.text, reference, table, link, url)
                if case .matched = result {
                    matched += 1
                    if again != .matched || order[other.rule] != match.rule { Issue.record("order matters for \(url)") }
                } else if "\(result)".prefix(6) != "\(again)".prefix(6) {
                    Issue.record("order matters for \(url): \(result) \(again)")
                }
                Self.checkTrace(index.trace(link), result, match, url)
            }
        }
        print("agreement: \(tables) tables, \(matched) matches")
        #expect(tables > 40 && matched > 500)
    }

    private static func compare(
        _ result: MatchResult, _ match: Match, _ expected: String, _ reference: ReferenceMatcher, _ table: TableText,
        _ link: Link, _ url: String
    ) {
        let isRight: Bool
        switch result {
        case .matched: isRight = expected == table.label(match.rule)
        case .query(let rule, let condition, _, _)
        where condition.map({ !table.rules[rule].query[$0].isRequired }) ?? false:
            isRight = expected == table.label(rule)
        case .schemeNotAllowed, .hostNotAllowed: isRight = expected == "notAllowed"
        case .denied(let number): isRight = expected == "denied \(table.denials[number].pattern.text)"
        case .excluded(let rule, _):
            isRight = expected == "none" && reference.failures(link)[table.label(rule)] == "except"
        case .query(let rule, _, _, _):
            isRight = expected == "none" && reference.failures(link)[table.label(rule)] == "query"
        case .notFound: isRight = expected == "none"
        }
        if !isRight {
            Issue.record(
                "\(url): \(table.describe(result, match, link)), expected \(expected) of \(table.rules.map(\.pattern.text))"
            )
        }
    }

    private static func checkTrace(_ trace: [Candidate], _ result: MatchResult, _ match: Match, _ url: String) {
        let winner = trace.first { $0.failure == nil }
        switch result {
        case .matched: if winner?.rule != match.rule { Issue.record("the trace of \(url) names \(trace)") }
        case .notFound, .excluded: if winner != nil { Issue.record("the trace of \(url) has a winner") }
        default: break
        }
    }

    @Test func `both routes of a conflict accept its witness`() throws {
        var generator = SeededGenerator(for: "both routes of a conflict accept its witness")
        var (proven, unproven) = (0, 0)
        for _ in 0..<600 {
            let table = try TableText((Self.head + Self.lines(&generator)).joined(separator: "\n"))
            for problem in table.build().problems {
                guard case .conflict(let rule, let other, _, _, let witness) = problem else { continue }
                guard let witness else {
                    unproven += 1
                    continue
                }
                proven += 1
                let failures = ReferenceMatcher(table: table).failures(try Link.parse(witness))
                #expect(
                    failures[table.label(rule)] == "" && failures[table.label(other)] == "", "\(witness) \(failures)")
            }
        }
        print("witnesses: \(proven) proven, \(unproven) not")
        #expect(proven > 40 && unproven * 20 < proven)
    }

    @Test func `the relation of two routes is the relation of the links that they accept`() throws {
        var generator = SeededGenerator(for: "the relation of two routes")
        for _ in 0..<60 {
            let table = try TableText(Self.lines(&generator, excepts: false).joined(separator: "\n"))
            let reference = ReferenceMatcher(table: table)
            let failures = (0..<80).compactMap { _ in try? Link.parse(Self.url(&generator)) }.map(reference.failures)
            for (i, a) in table.rules.enumerated() {
                for (j, b) in table.rules.enumerated().dropFirst(i + 1) {
                    let relation = a.relation(to: b)
                    for failure in failures {
                        let (inA, inB) = (failure[table.label(i)] == "", failure[table.label(j)] == "")
                        if inA && inB && relation == .disjoint {
                            Issue.record("\(a.pattern.text) meets \(b.pattern.text)")
                        }
                        if inA && !inB && relation.isInsideOrEqual {
                            Issue.record("\(a.pattern.text) not inside \(b.pattern.text)")
                        }
                        if inB && !inA && relation.containsOrEqual {
                            Issue.record("\(b.pattern.text) not inside \(a.pattern.text)")
                        }
                    }
                }
            }
        }
    }

    @Test func `the conflicts of a table are those of a comparison of its routes pair by pair`() throws {
        var generator = SeededGenerator(for: "the conflicts of a table")
        var (conflicts, apart) = (0, 0)
        for _ in 0..<15 {
            let table = try TableText(Self.crowd(&generator).joined(separator: "\n"))
            var expected: Set<String> = []
            for (number, a) in table.rules.enumerated() {
                for b in table.rules[(number + 1)...] {
                    let relation = a.relation(to: b)
                    if relation == .equal || relation == .overlapping { expected.insert("\(a.name) \(b.name)") }
                }
            }
            let build = table.build()
            var found: Set<String> = []
            for case .conflict(let rule, let other, _, _, _) in build.problems {
                found.insert("\(table.name(min(rule, other))) \(table.name(max(rule, other)))")
            }
            #expect(found.isSubset(of: expected))
            // Conflicts past the limits are counted, each once.
            #expect(found.count + build.suppressed == expected.count)
            conflicts += expected.count
            apart += table.rules.count * (table.rules.count - 1) / 2 - expected.count
        }
        print("crowds: \(conflicts) conflicts, \(apart) pairs without")
        #expect(conflicts > 400 && apart > 4000)
    }

    // MARK: Generation

    /// Many sibling routes: in one segment, with one path and different queries, and below tails.
    private static func crowd(_ generator: inout SeededGenerator) -> [String] {
        let shared = ["/s", "/s/**", "/$(y)/t", "/a$(y)/**"]
        let queries = [
            "", "?q:a|b", "?q:b|c", "?q:c|d", "?q:1|x", "?q:int", "?q:hex", "?q", "?p:a|b&q:a|b", "?p:b|c&q:a|b",
            "?p:a|b", "?p:c|d&q:c|d", "?p:uint&q:1|x", "?p:x|y&r:x|y", "?q:a|b strict", "?p:a|b&q? strict",
            "?!q", "?!p&!q", "?p&!q", "?!p&q:a|b", "?q&!r", "?!q strict",
        ]
        return (0..<Int.random(in: 30...70, using: &generator)).map { number in
            var path = shared.randomElement(using: &generator) ?? "/s"
            if Int.random(in: 0..<3, using: &generator) > 0 {
                let first = (segments.randomElement(using: &generator) ?? "a").replacing("N", with: "n0")
                let second = (segments.randomElement(using: &generator) ?? "a").replacing("N", with: "n1")
                path = ["/\(first)", "/\(first)/\(second)", "/\(first)/**"].randomElement(using: &generator) ?? "/a"
            }
            return "r\(number) \(path)" + (queries.randomElement(using: &generator) ?? "") + " in app"
        }
    }

    private static let head = [
        "scheme app", "scheme pod", "host h.example", "host *.h.example", "host **.h.example", "host h.example:8443",
        "host http://h.example", "host *.b.h.example 1", "scheme other 1",
    ]

    static func lines(_ generator: inout SeededGenerator, excepts: Bool = true) -> [String] {
        (0..<Int.random(in: 2...7, using: &generator)).map { number in
            var path = path(&generator)
            if Int.random(in: 0..<6, using: &generator) == 0 { path += "," + Self.path(&generator) }
            let query =
                [
                    "", "", "", "?q", "?q:int", "?q:hex", "?p&q:uint?", "?p:uint?", "?!q", "?p&!q", "?!p&q:int",
                    "?!p&!q",
                    "?q:flag", "?p:flag&!q", "?q:flag&p?", "?q:uint(1..10)",
                    "?q:switch", "?p:switch?&!q",
                ]
                .randomElement(using: &generator) ?? ""
            var line = "r\(number) \(path)\(query)"
            if Int.random(in: 0..<6, using: &generator) == 0 { line += " strict" }
            if excepts && Int.random(in: 0..<4, using: &generator) == 0 {
                line +=
                    " except "
                    + (["/a/**", "/a", "/*/b", "/1/*", "/a*", "/**"].randomElement(using: &generator) ?? "/a")
            }
            return line + " " + (scopes.randomElement(using: &generator) ?? "")
        }
    }

    /// A path, sometimes with optional parts.
    private static func path(_ generator: inout SeededGenerator) -> String {
        var path = ""
        for position in 0..<Int.random(in: 0...3, using: &generator) {
            let segment = (segments.randomElement(using: &generator) ?? "a").replacing("N", with: "n\(position)")
            path += Int.random(in: 0..<12, using: &generator) == 0 ? "[/\(segment)]" : "/\(segment)"
        }
        switch Int.random(in: 0..<18, using: &generator) {
        case 0..<3: return path + "/**"
        case 3..<6: return path + "/"
        case 6 where !path.isEmpty: return path + "[/]"
        default: return path.isEmpty ? "/" : path
        }
    }

    /// A table without errors of some routes in every scope.
    static func table(_ generator: inout SeededGenerator) throws -> TableText? {
        let lines = lines(&generator)
        var head = Self.head
        if Int.random(in: 0..<3, using: &generator) == 0 { head.append("deny /b/**") }
        if Int.random(in: 0..<5, using: &generator) == 0 { head.append("deny /*/1 in app") }
        return try settled(head, lines, &generator)
    }

    /// A table without errors: a conflict gets an `over`, one of two equal routes is dropped.
    static func settled(
        _ head: [String], _ routes: [String], _ generator: inout SeededGenerator
    ) throws -> TableText? {
        var lines = routes
        for _ in 0..<12 {
            let table = try TableText((head + lines).joined(separator: "\n"))
            let build = table.build()
            if !build.problems.contains(where: \.isError) { return table }
            guard let problem = build.problems.first(where: \.isError) else { return nil }
            switch problem {
            case .conflict(let rule, let other, let relation, _, _)
            where relation == .equal || table.name(rule) == table.name(other):
                lines.remove(at: line(max(rule, other)))
            case .conflict(let rule, let other, _, _, _):
                // In either direction, so that a wildcard sometimes takes precedence.
                let (first, second) = Bool.random(using: &generator) ? (rule, other) : (other, rule)
                lines[line(first)] += " over " + table.name(second)
            case .overCycle(let rules): lines.remove(at: line(rules[0]))
            default: return nil
            }
            func line(_ rule: Int) -> Int { lines.firstIndex { $0.hasPrefix(table.name(rule) + " ") } ?? 0 }
            if lines.isEmpty { return nil }
        }
        return nil
    }

    static func url(_ generator: inout SeededGenerator) -> String {
        let starts = [
            "app:", "app:", "app:", "app:", "pod:", "pod:", "https://h.example", "https://h.example",
            "https://a.h.example", "https://a.b.h.example",
            "https://x.example", "https://h.example:8443", "http://h.example", "https://h.example:444",
            "https://a.c.b.h.example", "http://a.h.example", "other:", "https://xn--a.h.example",
        ]
        var url = starts.randomElement(using: &generator) ?? "app:"
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            url += "/" + (texts.randomElement(using: &generator) ?? "a")
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { url += "/" }
        let queries = [
            "", "", "?q=1", "?q=ab", "?q=-1&p=1", "?p=x", "?q=1&z", "?q=1&q=2", "?p=1&p=2", "?q", "?q=&p=1", "?p&z",
        ]
        return url + (queries.randomElement(using: &generator) ?? "")
    }
}
