import Foundation
import Testing

/// The two forms of each offline command's output, for people and for programs: they have the same facts.
@Suite struct TextAndJSONTests {
    private static let table = Products.package + "/routes.conf"

    /// Runs a command in both forms, and expects one exit status.
    private func both(_ arguments: [String], _ location: SourceLocation = #_sourceLocation) throws -> (
        text: [String], json: [JSONTree], exit: Program.Exit
    ) {
        let text = try Program.run(Products.tool, arguments)
        let json = try Program.run(Products.tool, arguments + ["--format", "json"])
        #expect(text.exit == json.exit, "\(text) \(json)", sourceLocation: location)
        let lines = (text.output.isEmpty ? text.errors : text.output).split(separator: "\n").map(String.init)
        return (lines, try json.lines, text.exit)
    }

    /// The members of an object as the text has them: `name=value`, sorted.
    private static func members(_ object: JSONTree?, _ separator: String = "=") -> [String] {
        guard case .object(let members) = object else { return [] }
        return members.map { "\($0.key)\(separator)\($0.value.text.replacing(" ", with: "/"))" }.sorted()
    }

    @Test func `match: each line of the text is that of its object`() throws {
        let urls = [
            "podcast://favourites/rock", "podcast:episodes/7", "podcast:episodes/7?at=9",
            "https://podcasts.example/sleep",
            "podcast:downloads/a/b/c", "podcast:none", "podcast:episodes/7?at=x", "podcast:favourites/private",
            "podcast:a//b", "ftp://x/y", "no link", "podcast:sleep?minutes=1&minutes=2", "podcast:sleep?x=1",
        ]
        let (text, json, exit) = try both(["match", "-f", Self.table] + urls)
        #expect(text.count == urls.count && json.count == urls.count && exit == .code(3))
        for (line, object) in zip(text, json) {
            let parts = line.components(separatedBy: object["matched"].text == "true" ? "  →  " : "  ✗  ")
            try #require(parts.count == 2, "\(line)")
            #expect(parts[0] == object["url"].text)
            if object["matched"].text == "true" {
                let place = "\(object["route"].text) (\(object["feature"].text) · \(object["action"].text))"
                #expect(parts[1].hasPrefix(place))
                let values = parts[1].dropFirst(place.count).split(separator: " ").map(String.init)
                #expect(values.sorted() == Self.members(object["parameters"]), "\(line)")
            } else {
                // The text goes on with the nearest route instead of a full stop.
                let message = object["message"].text
                let head = "\(object["code"].text): " + (message.hasSuffix(".") ? String(message.dropLast()) : message)
                #expect(parts[1].hasPrefix(head), "\(line)\n\(object)")
            }
        }
    }

    @Test func `list: the text has the route, pattern, feature and action of each object, in one order`() throws {
        for order in ["name", "precedence"] {
            let (lines, json, _) = try both(["list", "-f", Self.table, "--order", order])
            // By precedence the text has the entries as headings.
            let text = order == "name" ? lines : lines.filter { $0.hasPrefix("  ") }
            #expect(text.count == json.count && json.count >= 9)
            for (line, object) in zip(text, json) {
                let words = line.split(separator: " ").map(String.init)
                #expect(Array(words.prefix(2)) == [object["route"].text, object["pattern"].text])
                #expect(line.contains("  \(object["feature"].text) · \(object["action"].text)"), "\(line)")
                for condition in object["query"]?.elements ?? [] {
                    #expect(line.contains(condition["name"].text), "\(line)\n\(object)")
                }
                #expect(line.contains("strict") == (object["strict"].text == "true"), "\(line)")
                for pattern in object["except"]?.elements ?? [] { #expect(line.contains("except \(pattern.text)")) }
            }
            let headings = lines.filter { !$0.hasPrefix("  ") }
            if order == "precedence" { #expect(Set(headings) == Set(json.map { $0["entry"].text })) }
        }
    }

    @Test func `tree: both forms have the features, actions and routes in one order`() throws {
        let (text, json, _) = try both(["tree", "-f", Self.table])
        let words = text.map { $0.split(separator: " ").map(String.init).filter { $0.first?.isLetter ?? false } }
        func names(_ kind: String) -> [String] { words.filter { $0.first == kind }.map { $0[1] } }
        func walk(_ feature: JSONTree, _ visit: (JSONTree) -> [String]) -> [String] {
            visit(feature) + (feature["features"]?.elements ?? []).flatMap { walk($0, visit) }
        }
        let features = json.flatMap {
            walk($0) { [$0["feature"].text.split(separator: "/").last.map(String.init) ?? ""] }
        }
        #expect(names("feature") == features && features.count == 7)
        let actions = json.flatMap { walk($0) { ($0["actions"]?.elements ?? []).map { $0["action"].text } } }
        #expect(names("action") == actions)
        let routes = json.flatMap { feature in
            walk(feature) {
                ($0["actions"]?.elements ?? []).flatMap { ($0["routes"]?.elements ?? []).map { $0["route"].text } }
            }
        }
        #expect(names("route") == routes && routes.count == 9)
        let requirements = json.flatMap { walk($0) { ($0["require"]?.elements ?? []).map(\.text) } }
        #expect(
            text.filter { $0.contains("─ require ") }.map { $0.components(separatedBy: "─ require ")[1] }
                == requirements)
    }

    @Test func `overlap: each pair has winner, loser, reason, scope and link in both forms`() throws {
        let table = """
            scheme s
            host h.example
            feature F {
                action a {
                    input x string?
                    input y string?
                    respond
                }
                route right /$(x)/b do a {
                    over left
                }
                route left /a/$(y) do a
                route narrow /a/b do a
                route web /** do a {
                    in h.example
                }
            }
            """
        try withFolder { folder in
            let file = try folder.write("routes.conf", table)
            let (text, json, _) = try both(["overlap", "-f", file])
            let pairs = json.filter { $0["winner"] != nil }
            let heads = text.filter { !$0.hasPrefix("  ") && $0.contains(" wins over ") }
            #expect(heads.count == pairs.count && pairs.count >= 4)
            let reasons = ["narrower": "narrower", "over": "over left", "scope": "in the more specific scope"]
            for (head, pair) in zip(heads, pairs) {
                let names = "\(pair["winner"].text) wins over \(pair["loser"].text) in \(pair["scope"].text): "
                #expect(head == names + (reasons[pair["reason"].text] ?? "?"), "\(pair)")
            }
            #expect(Set(pairs.map { $0["reason"].text }) == Set(reasons.keys))
            let links = text.filter { $0.hasPrefix("  for example ") }.map { $0.dropFirst(14) }
            #expect(links.map(String.init) == pairs.compactMap { $0["witness"]?.text })
            #expect(text.last == "\(json.last?["pairs"].text ?? "") pairs of 4 routes")
        }
    }

    @Test func `matrix: each row has the facts and the code of its object`() throws {
        let fixed = ["toggle SmartPlaylists on", "platform linux 4.18"].flatMap { ["--with", $0] }
        let (text, json, _) = try both(["matrix", "-f", Self.table, "SmartPlaylists"] + fixed)
        let rows = json.filter { $0["code"] != nil }
        #expect(text.count >= rows.count + 1 && rows.count > 20)
        for (line, row) in zip(text.dropFirst(), rows) {
            guard case .object(let all) = row["facts"] else {
                Issue.record("\(row)")
                return
            }
            // What is fixed is said once by the heading of the text, and by every object.
            let facts = all.filter { !text[0].hasSuffix(" \($0.key) \($0.value.text)") }
                .filter { !text[0].contains(" with \($0.key) \($0.value.text),") }
            #expect(facts.count == all.count - 2)
            let words = line.split(separator: " ").map(String.init)
            #expect(words.prefix(facts.count).sorted() == facts.values.map(\.text).sorted(), "\(line)\n\(row)")
            #expect(words.count > facts.count && words[facts.count] == row["code"].text, "\(line)\n\(row)")
            #expect(row["primary"].text == "-" || line.contains("(\(row["primary"].text))"), "\(line)\n\(row)")
        }
    }

    /// The arguments of `link`, with semicolons between them.
    private static let links: [(arguments: String, status: Int32)] = [
        ("smart-list;list=rock", 0), ("smart-list;list=rock;page=2", 0), ("smart-list", 3), ("smart-list;list=a b", 3),
        ("smart-list;list=rock;--scope;podcasts.example", 0), ("smart-list;list=rock;--scope;nowhere", 3),
        ("episode;episode=x", 3), ("latest;x=1", 3), ("download;path=a/b", 0), ("sleep;minutes=30", 0),
        ("smart-list;list=private", 3),
    ]

    @Test(arguments: links)
    func `link: the URL, or the reason why there is none, is the same in both forms`(
        _ row: (arguments: String, status: Int32)
    ) throws {
        let arguments = row.arguments.split(separator: ";").map(String.init)
        let (text, json, exit) = try both(["link", "-f", Self.table] + arguments)
        #expect(exit == .code(row.status) && json.count == 1)
        let object = try #require(json.first)
        if row.status == 0 {
            #expect(text == [object["url"].text])
        } else {
            #expect(
                text.first?.hasPrefix("\(arguments[0])  ✗  \(object["code"].text): \(object["message"].text)") == true)
            if let help = object["help"] { #expect(text.contains("  help  \(help.text)"), "\(text)") }
        }
    }

    @Test(arguments: [
        "HTTPS://Example.COM:443/a/../b?q#f", "podcast://favourites/rock?page=2", "s:a b", "http://[::1]:8080/", "s:",
        "https://u:p@h.example/%41?a=1&b=2#c%20d", "file:///etc/hosts",
    ])
    func `url: the components are the same in both forms, in one order`(_ url: String) throws {
        let (text, json, _) = try both(["url", url])
        let lines = text.map { line in
            let name = line.prefix { $0 != " " }
            return "\(name)=\(line.dropFirst(name.count).drop { $0 == " " })"
        }
        guard case .object(let members) = json.first else {
            Issue.record("\(json)")
            return
        }
        #expect(lines.sorted() == members.map { "\($0.key)=\($0.value.text)" }.sorted())
    }

    @Test(arguments: [
        [], ["permission location.whenInUse denied"], ["purchase founder.once active"], ["toggle SmartPlaylists off"],
        ["purchase founder.once active", "permission location.whenInUse authorized"], ["platform linux 4.0"],
        ["purchase founder.once unknown", "purchase premium.monthly unknown"], ["runtime DeepLinking off"],
    ])
    func `explain: code, constraints, remedies and routes are the same in both forms`(_ facts: [String]) throws {
        let url = "podcast://favourites/rock"
        let with = facts.flatMap { ["--with", $0] }
        let (text, json, _) = try both(["explain", "-f", Self.table, url] + with)
        let outcome = try #require(json.first?["outcome"])
        #expect(text.first?.hasPrefix("\(outcome["code"].text)  \(outcome["message"].text)") == true, "\(text)")
        let marks = ["satisfied": "✓", "unsatisfied": "✗"]
        for constraint in outcome["constraints"]?.elements ?? [] {
            let mark = marks[constraint["status"].text].map { $0 + " " } ?? ""
            let words = mark + "\(constraint["id"].text): \(constraint["reason"].text)"
            #expect(text.contains { $0.contains(words) }, "\(words)\n\(text)")
        }
        for remedy in outcome["remedies"]?.elements ?? [] {
            let begin = remedy["withheldBecause"] == nil ? "  remedy " : "  not yet "
            #expect(
                text.contains { $0.hasPrefix(begin) && $0.contains(" \(remedy["kind"].text)") }, "\(remedy)\n\(text)")
        }
        for candidate in json.first?["candidates"]?.elements ?? [] {
            let verdict = candidate["failure"]?.text ?? "matches"
            #expect(text.contains { $0.hasSuffix(" \(candidate["route"].text): \(verdict)") }, "\(candidate)\n\(text)")
        }
    }

    @Test func `test: names, results and counts are the same in all three forms`() throws {
        let cases = """
            case "right" {
                url    podcast:play
                expect ok.wouldPerform
            }
            case "wrong" {
                url    podcast:stop
                expect ok.wouldPerform
            }
            case "right too" {
                url    podcast:none
                expect rejected.route.notFound
            }
            """
        try withFolder { folder in
            let table = try folder.write("routes.conf", ReportRow.player)
            let file = try folder.write("x.cases", cases)
            let (text, json, exit) = try both(["test", "-f", table, file])
            #expect(exit == .code(1) && text.last == "2 passed, 1 failed", "\(text)")
            let results = json.filter { $0["case"] != nil }
            #expect(
                results.map { "\($0["case"].text) \($0["passed"].text)" } == [
                    "right true", "wrong false", "right too true",
                ])
            let failure = try #require(results[1]["failures"]?.elements.first?.text)
            #expect(text.contains { $0.contains(failure) }, "\(failure)\n\(text)")
            let tap = try Program.tool("test", "-f", table, file, "--format", "tap")
            let lines = tap.output.split(separator: "\n").filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
            #expect(lines == ["ok 1 - right", "not ok 2 - wrong", "ok 3 - right too"])
            #expect(tap.exit == exit && tap.output.contains("1..3"))
        }
    }
}
