import Contract
import Features
import Foundation
import Links
import Matching
import Pictures
import TestSupport
import Testing

@testable import Routing

/// The script of the page that `deeplinkctl graph --html` writes, compared with the matcher.
@Suite struct WalkerTests {
    /// Prints a line for each link: its verdict in the words of `verdict(of:in:)`.
    private static let driver = """

        let walker = null;
        function line(found) {
          switch (found.verdict) {
            case "route":
              return `route ${found.row} ${found.inputs.map(([name, value]) => `${name}=${value}`).join(";")} `
                + `${found.leftOut.join(";")}${found.mayRefuse ? " mayRefuse" : ""}`;
            case "query": case "fragment": return `input ${found.row} ${found.fault}`;
            case "excluded": return `excluded ${found.row}`;
            case "refused": case "undecided": return found.verdict;
            default: return found.verdict;
          }
        }
        for (const text of require("fs").readFileSync(0, "utf8").split("\\n")) {
          if (text === "") continue;
          const value = JSON.parse(text);
          if (typeof value === "string") console.log(JSON.stringify(line(walker.decide(value))));
          else walker = linkWalker(value);
        }
        """

    /// A link of a table.
    private struct Row {
        let place: String
        let ruleset: Ruleset
        let link: String
    }

    @Test func `the page decides every link that a table tells apart as the matcher does`() throws {
        var rows: [Row] = []
        for (place, ruleset) in try FoundTables.load() where ruleset.routes.count <= 60 {
            rows += Self.links(of: ruleset).map { Row(place: place, ruleset: ruleset, link: $0) }
        }
        #expect(rows.count > 10_000)
        try Self.compare(rows)
    }

    @Test(.enabled(if: SlowTests.run))
    func `the page decides random links of random tables as the matcher does`() throws {
        var generator = PlainGenerator(for: "the page decides random links of random tables as the matcher does")
        var rows: [Row] = []
        for number in 0..<300 {
            let table = generator.table(excepts: number.isMultiple(of: 2))
            guard let ruleset = Tables.load(table.text).ruleset else { continue }
            rows += (0..<40).map { _ in
                Row(place: "table \(number)", ruleset: ruleset, link: generator.link(for: table).url)
            }
        }
        #expect(rows.count > 4_000)
        try Self.compare(rows)
    }

    /// Decides links by the script and by the matcher.
    private static func compare(_ rows: [Row]) throws {
        guard let node = node() else { return }
        var (input, latest): ([String], String?) = ([], nil)
        for row in rows {
            if latest != row.place { input.append(JSONText.text(of: DecisionData(row.ruleset).value)) }
            latest = row.place
            input.append(JSONText.text(of: Value.string(row.link)))
        }
        let run = try ChildProgram.run(
            node, ["-e", PageParts.walker + driver], input: input.joined(separator: "\n") + "\n",
            patience: 10 * ChildProgram.longestWait)
        let answers = run.output.split(separator: "\n")
        try #require(answers.count == rows.count, "\(run.errors.prefix(2000))")
        var (wrong, undecided) = (0, 0)
        for (row, answer) in zip(rows, answers) {
            let found = (try? JSONText.value(of: String(answer)))?.text ?? ""
            if found == "undecided", mayBeUndecided(row.link, row.ruleset) {
                undecided += 1
                continue
            }
            let expected = verdict(of: row.link, in: row.ruleset)
            guard !isSame(found, expected) else { continue }
            wrong += 1
            if wrong <= 10 { Issue.record("\(row.place): \(row.link): the page has \(found), the matcher \(expected)") }
        }
        #expect(wrong == 0 && undecided < rows.count / 4, "\(wrong) wrong, \(undecided) undecided of \(rows.count)")
        print("\(rows.count) links, \(undecided) of them undecided")
    }

    private static func node() -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let node = path.split(separator: ":").map { "\($0)/node" }.first(where: FileManager.default.isExecutableFile)
        if node == nil { print("skipped: the script of the page: node is not in PATH") }
        return node
    }

    // MARK: Links

    private static func links(of ruleset: Ruleset) -> [String] {
        var (cells, links): (LinkCells, [String]) = (LinkCells(LinkCells.Table(ruleset), LinkCells.Table()), [])
        cells.forEach { if links.count < 200 { links.append($0) } }
        let scheme = ruleset.scopes.first { if case .scheme = $0.entry { true } else { false } }?.name
        let host = ruleset.scopes.compactMap { scope in
            if case .host(let host) = scope.entry { host.name } else { nil }
        }.first
        return links + links.prefix(20).flatMap { [$0 + "/", $0 + "?x=1", $0 + "#1", $0 + "%", $0 + "/%2F"] }
            + spellings.map {
                $0.replacing("SCHEME", with: scheme ?? "none").replacing("HOST", with: host ?? "no.test")
            }
    }

    private static let spellings = [
        "SCHEME:", "SCHEME:/", "SCHEME://", "SCHEME:///", "SCHEME:///a", "SCHEME:////a", "SCHEME:a", "SCHEME:/a",
        "SCHEME://a", "SCHEME://a/", "SCHEME://a:80", "SCHEME://a:", "SCHEME://:80/a", "SCHEME://u@a/b",
        "SCHEME://[::1]/a", "SCHEME://[a", "SCHEME://a^b/", "SCHEME://a%20b/c", "SCHEME://a//b", "SCHEME:a//b",
        "SCHEME://a/./b", "SCHEME://a/../b", "SCHEME://a/%2e%2E", "SCHEME://a/.b", "SCHEME:.", "SCHEME:a/..",
        "SCHEME://a/%2F", "SCHEME://a/%5c", "SCHEME://a/%252F", "SCHEME://a/%25", "SCHEME://a/%zz", "SCHEME://a/%",
        "SCHEME://a/%4", "SCHEME://a\\b", "SCHEME:a\\b", "SCHEME://a/b\\c", "SCHEME://a?x=%00", "SCHEME://a?%00=x",
        "SCHEME://a?&&=&a", "SCHEME://a?=", "SCHEME://a?a=b=c", "SCHEME://a?", "SCHEME://a#", "SCHEME://a?#",
        "SCHEME://a#%00", "SCHEME://a#a#b", "SCHEME://a#a+b%20", "SCHEME://a?q=%ff", "SCHEME://a?q=+%2B", " SCHEME://a",
        "SCHEME://a ", "SCHEME://a\n", "SC\tHEME://a", "SCHEME://a/x y", "SCHEME:a b", "SCHEME:a b?c", "SCHEME:a%20b",
        "SCHEME://a/\u{1}", "SCHEME://\u{1}/a", "SCHEME://a/\u{7F}", "SCHEME:\u{85}", "SCHEME://a/é", "SCHEME://é/a",
        "SCHEME://a/%C3%A9", "SCHEME://a/%C3", "SCHEME://a/%ff", "SCHEME://a/\u{202E}b", "SCHEME://a/%E2%80%AE",
        "SCHEME://a/\u{2028}", "SCHEME://a/\u{FEFF}b", "SCHEME://a?q=\u{FEFF}", "SCHEME:a:b", "SCHEME:a,b",
        "SCHEME:a;b",
        "SCHEME:a:b/c", "SCHEME:a%3Ab", "SCHEME:a%3ab:c", "SCHEME:/a:b", "SCHEME::", "SCHEME:a:", "SCHEME::a", "1a:b",
        "a+b.c-d:e", ":a", "", "a", "//a/b", "SCHEME", "schEME://a/", "https:HOST/a", "https:/HOST/a",
        "https:///HOST/a", "https://HOST", "https://HOST/", "http://HOST/", "http://HOST:80/", "https://HOST:443/a",
        "https://HOST:8443/a", "https://HOST:080/a", "https://HOST:/a", "https://HOST:99999/a", "https://HOST:8x/",
        "https://HOST./a", "https://x.HOST/a", "https://x.y.HOST/a", "https://-x.HOST/", "https://x-.HOST/",
        "https://x_y.HOST/a", "https://*.HOST/", "https://.HOST/", "https://x..HOST/", "https://xn--a.HOST/",
        "https://u@HOST/", "https://u:p@HOST/a", "https://@HOST/", "https://HOST\\a", "https:\\\\HOST\\a",
        "https://HOST/a\\b", "https://HOST/a//b", "https://HOST//", "https://HOST/a/../b", "https://HOST/a/%2e",
        "https://HO%53T/", "https://HOST%2e/", "https://é.HOST/a", "https://1.2.3.4/a", "https://1.2.3/",
        "https://0x7f.0.0.1/", "https://1.2.3.256/", "https://1.2.3.04/", "https://a.1/", "https://[::1]/",
        "https://[0::1]/", "https://[::FF]/", "https://[::1.2.3.4]/", "https://[x]/", "https://[::1", "https://",
        "https://?a", "https://HOST?a=b", "https://HOST#a", "HTTPS://HOST/", "https://HO ST/", "https://HOST/a?b'c=d",
        "ws://HOST/", "file:///a", "ftp://HOST/a", "mailto:a@b", "data:,a", "javascript:alert(1)",
        "https://HOST/" + String(repeating: "a/", count: 40), "SCHEME:" + String(repeating: "a", count: 9000),
        "SCHEME://a?" + String(repeating: "a&", count: 70), "https://" + String(repeating: "a", count: 64) + ".HOST/",
    ]

    // MARK: Verdicts

    private static func verdict(of text: String, in ruleset: Ruleset) -> String {
        let url = ruleset.rewrites.rewritten(text)?.url ?? text
        guard let link = try? ruleset.parse(url) else { return "refused" }
        switch ruleset.decide(link) {
        case .routed(let routed):
            let route = ruleset.routes[row: routed.row]
            let action = ruleset.action(of: route)
            let inputs = routed.inputs.map { member -> String in
                let number = action.inputs.firstIndex { $0.name == member.name } ?? 0
                let isFixed = route.defaults[number] == member.value || route.sources[number] == .constant(member.value)
                let isMasked = action.inputs[number].isSecret && isFixed
                return "\(member.name)=\(isMasked ? "***" : member.value.argumentText)"
            }
            return "route \(routed.row) \(inputs.joined(separator: ";")) "
                + routed.ignored.map(\.key).joined(separator: ";")
        case .rejected(.schemeNotAllowed): return "schemeNotAllowed"
        case .rejected(.hostNotAllowed): return "hostNotAllowed"
        case .rejected(.denied), .rejected(.packageUnavailable): return "denied"
        case .rejected(.excluded(let row)): return "excluded \(row)"
        case .rejected(.notFound): return "notFound"
        case .rejected(.input(let fault, let row)): return "input \(row) \(fault.kind)"
        }
    }

    private static func isSame(_ found: String, _ expected: String) -> Bool {
        guard found.hasSuffix(" mayRefuse") else { return found == expected }
        let row = found.split(separator: " ")[1]
        return found.dropLast(" mayRefuse".count) == expected || expected == "input \(row) invalid"
    }

    private static func mayBeUndecided(_ link: String, _ ruleset: Ruleset) -> Bool {
        let text = link.lowercased()
        let hasOwnRules = ["ws:", "wss:", "ftp:", "file:"].contains(where: text.hasPrefix)
        return hasOwnRules || text.contains("xn--") || link.utf8.contains { $0 >= 0x80 } || !ruleset.rewrites.isEmpty
    }
}
