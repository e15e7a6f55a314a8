import Conf
import Contract
import Features
import Matching
import Routing
import TestTables
import Testing
import deeplinkctl

@testable import PermissionRules
@testable import PurchaseRules

/// What docs/language.md says of the language: every example is loaded as `check --strict` and `test` load files.
@Suite struct LanguageHelpTests {
    /// A directive that this version carries out, with its section.
    struct Directive: Sendable, CustomTestStringConvertible {
        let block: any Routing.Directive.Type
        let name: String
        let form: DirectiveForm

        var title: String {
            isOutermost(block) ? "`\(name)`" : "`\(name)` in \(block.block)"
        }
        var testDescription: String { title }

        private func isOutermost(_ block: any Routing.Directive.Type) -> Bool {
            [wings.tableBlocks[0], wings.caseBlocks[0]].contains { $0 == block }
        }

        /// *Throws*: where the page has no section for it.
        var entry: ManualEntry {
            get throws {
                let heading = LanguageHelpTests.heading(of: block)
                let entry = LanguageHelpTests.groups[heading]?.entries.first { $0.title == title }
                return try #require(entry, "docs/language.md has no section `\(title)` under `\(heading)`")
            }
        }
    }

    private static let groups = Dictionary(
        (ManualTopic.language.groups + ManualTopic.cases.groups).map { ($0.heading, $0) },
        uniquingKeysWith: { first, _ in first })

    private static let wings = WingList.ofAllWings
    private static let blocks = wings.tableBlocks + wings.caseBlocks

    private static func heading(of block: any Routing.Directive.Type) -> String {
        if block == wings.tableBlocks[0] { return "In a table, outside of any block" }
        if block == wings.caseBlocks[0] { return "In a file of test cases, outside of any case" }
        return "In the block of \(block.block)"
    }

    private static let directives = blocks.flatMap { block in
        func directives<Kind: Routing.Directive>(_: Kind.Type) -> [Directive] {
            Kind.all(in: wings).filter(\.form.isAvailable).map {
                Directive(block: Kind.self, name: $0.word, form: $0.form)
            }
        }
        return directives(block)
    }

    /// The titles of the sections under a heading.
    private static func titles(under heading: String) -> [String] { groups[heading]?.entries.map(\.title) ?? [] }

    @Test func `every directive that is carried out has a section under its block, and no other has one`() {
        #expect(Self.directives.count > 60)
        for block in Self.blocks {
            let titles = Self.directives.filter { $0.block == block }.map(\.title)
            #expect(
                Self.titles(under: Self.heading(of: block)) == titles, "docs/language.md: \(Self.heading(of: block))")
        }
    }

    @Test func `the page has a part for every block, the rules, requirements and facts, and no other`() {
        var parts = ["How files are written"] + Self.wings.tableBlocks.map(Self.heading)
        let place = parts.firstIndex(of: "In the block of `feature`") ?? 0
        parts.insert("What a feature can require", at: place + 1)
        #expect(ManualTopic.language.groups.map(\.heading) == parts)
        #expect(
            ManualTopic.cases.groups.map(\.heading)
                == Self.wings.caseBlocks.map(Self.heading) + ["The facts of `with`"])
    }

    @Test(arguments: directives) func `the forms and the block of a directive are those of the parser`(
        _ directive: Directive
    ) throws {
        let entry = try directive.entry
        // The alternatives of a form are parted as in "`a` or `a { … }`" and "a X | a Y".
        let forms = directive.form.shape.replacing("` or `", with: " | ").split(separator: " | ").map(String.init)
        #expect(entry.forms == forms)
        let block = Self.blocks.first { $0.block == "`\(directive.name)`" }
        let names =
            directive.form.block == .none ? nil : block?.available(in: Self.wings).joined(separator: ", ")
        #expect(entry.row("block") == names)
    }

    @Test(arguments: directives)
    func `the example of a directive has the directive, and loads without a report`(_ directive: Directive) throws {
        let example = try #require(try directive.entry.example)
        let lines = example.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains { $0 == directive.name || $0.hasPrefix(directive.name + " ") })
        #expect(lines.count <= 14, "an example is read at one glance")
        let file = try #require(try directive.entry.file, "the words behind its fence name no table of the page")
        #expect(lines.allSatisfy { file.contains($0) })
        let diagnostics = try Self.diagnostics(
            of: file, isCases: Self.wings.caseBlocks.contains { $0 == directive.block })
        #expect(diagnostics.kept.map(\.message) == [], "\(file)")
    }

    @Test(arguments: directives) func `the text of a directive is made of sentences`(_ directive: Directive) throws {
        let entry = try directive.entry
        for text in [entry.text, entry.row("default"), entry.row("limits")].compactMap(\.self) {
            #expect(text.hasSuffix(".") && text.count < 620, "\(text)")
        }
        let limits = entry.row("limits") ?? ""
        let isOnce = ["nce", "One line"].contains { limits.contains($0) } || limits.hasPrefix("The first statement")
        #expect(directive.form.isRepeatable || isOnce, "it may be given once")
    }

    @Test func `every requirement has a section, whose example loads without a report`() throws {
        let entries = Self.groups["What a feature can require"]?.entries ?? []
        let kinds = ConstraintKinds.standard.all
        #expect(entries.map(\.title) == kinds.map { "`require \($0.word)`" })
        for (entry, kind) in zip(entries, kinds) {
            #expect(entry.forms.allSatisfy { $0.hasPrefix("require \(kind.word)") } && !entry.forms.isEmpty)
            #expect(entry.row("fact") == "`with \(kind.rule.form)` in a test case, `--with` of `explain`")
            #expect(entry.example?.hasPrefix("require \(kind.word) ") == true)
            let file = try #require(entry.file, "the words behind its fence name no table of the page")
            #expect(try Self.diagnostics(of: file).kept.map(\.message) == [])
        }
    }

    @Test func `every fact of a case has a section with its form, its values and an example`() {
        let entries = Self.groups["The facts of `with`"]?.entries ?? []
        let kinds = ConstraintKinds.standard.all
        #expect(entries.map(\.title) == kinds.map { "`with \($0.word)`" })
        for (entry, kind) in zip(entries, kinds) {
            #expect(entry.forms == ["with " + kind.rule.form] && entry.example == "with " + kind.rule.example)
            let values: [String]? =
                switch kind {
                case .permission: PermissionStatus.allCases.map(\.rawValue)
                case .purchase: PurchaseState.allCases.map(\.rawValue)
                default: nil
                }
            #expect(entry.row("values") == values.map { $0.map { "`\($0)`" }.joined(separator: ", ") })
        }
    }

    @Test(arguments: groups["How files are written"]?.entries.map(\.title) ?? [])
    func `the example of a rule is read as the words that the manual shows`(_ rule: String) throws {
        let entry = try #require(EntrySearch.entries(rule, in: .language).first)
        let words = (entry.row("words") ?? "").split(separator: "; ").map {
            $0.split(separator: " · ").map(String.init)
        }
        for lineEnd in ["\n", "\r\n"] {
            var diagnostics = Diagnostics()
            let text = (try #require(entry.example) + "\n").replacing("\n", with: lineEnd)
            let document = ConfParser.parse(Array(text.utf8), name: "x", file: 0, diagnostics: &diagnostics)
            let read = document.statements.indices.map { statement in
                (0..<document.wordCount(of: statement)).map { document.text(of: document.word($0, of: statement)) }
            }
            #expect(read == words && !words.isEmpty && diagnostics.kept.isEmpty)
        }
    }

    /// The table that the examples of cases are about.
    private static let exampleTable = """
        scheme podcast
        product premium.monthly
        feature Player {
            action play {
                input episode uint
                respond
            }
            route episode /episodes/$(episode:uint) do play
            action get {
                input episode uint
                varlink unix:/run/library io.example.Library.Get episode=$(episode)
                result {
                    title    string
                    position uint?
                }
            }
            route library /library/$(episode:uint) do get
            feature SleepTimer {
                require purchase premium.monthly
                require toggle off
                action start {
                    respond
                }
                route sleep /sleep do start
            }
        }
        """

    /// What is reported of a table, or of a file of test cases; a case that fails is reported by the test.
    private static func diagnostics(of text: String, isCases: Bool = false) throws -> Diagnostics {
        let table = isCases ? exampleTable : text
        var environment = LoadEnvironment()
        // The folder of an `include` has one file, with a comment alone.
        environment.names = { _ throws(TableFault) in (["news.conf"], nil) }
        environment.file = { path, _ throws(TableFault) in
            // What `shadow` names is a table.
            let text = path.hasSuffix(".next") ? exampleTable : "# None yet."
            return TableFile(name: path, bytes: Array((text + "\n").utf8))
        }
        let file = TableFile(name: "routes.conf", bytes: Array((table + "\n").utf8))
        let loaded = RulesetLoader.load(file, environment: environment)
        guard isCases else { return loaded.diagnostics }
        let ruleset = try #require(loaded.ruleset)
        var diagnostics = loaded.diagnostics
        let document = ConfParser.parse(
            Array((text + "\n").utf8), name: "routes.cases", file: 0, diagnostics: &diagnostics)
        for result in CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases.map({ $0.run(in: ruleset) })
        where result.verdict == .failed { Issue.record("\(result.failures)") }
        return diagnostics
    }
}

/// What docs/language.md says of types, compared with the types.
@Suite struct TypeHelpTests {
    private static let entries = ManualTopic.types.groups.flatMap(\.entries)
    private static let names = entries.map { $0.title.replacing("`", with: "") }

    @Test func `every type has a section, and its heading is the spelling of the parser`() throws {
        #expect(Set(Self.names) == Set(Language.forms + Language.keyTypes.map(\.name) + ["a|b", "**"]))
        for name in Self.names where name != "**" { #expect(Self.language(name)?.name == name, "\(name)") }
    }

    /// The texts of a row: "`a`, the empty text, 41 characters".
    private static func texts(_ row: String?) -> [String] {
        (row ?? "").matches(of: /`([^`]*)`|the empty text|(\d+) characters/).map { match in
            match.2.map { String(repeating: "a", count: Int($0) ?? 0) } ?? match.1.map(String.init) ?? ""
        }
    }

    @Test(arguments: names.filter { $0 != "**" })
    func `a type takes what the manual says that it takes, and refuses the rest`(_ name: String) throws {
        let language = try #require(Self.language(name))
        let entry = try #require(Self.entries.first { $0.title == "`\(name)`" })
        let (taken, refused) = (Self.texts(entry.row("takes")), Self.texts(entry.row("refuses")))
        #expect(!taken.isEmpty && !refused.isEmpty)
        func isTaken(_ text: String) -> Bool { language.accepts(Array(text.utf8).span) }
        for text in taken { #expect(isTaken(text), "\(text)") }
        for text in refused { #expect(!isTaken(text), "\(text)") }
    }

    @Test(arguments: entries.map(\.example)) func `the example of a type is a line of a table that loads`(
        _ example: String?
    ) throws {
        let line = try #require(example)
        let words = line.split(separator: " ").map(String.init)
        let table =
            switch words[0] {
            case "input" where words[2] == "**": Self.table(input: line, route: "route x /x/$(path:**) do go")
            case "input":
                Self.table(input: line, route: "route x /x do go {\nquery \(words[1]):\(words[2])?\n}")
            case "query":
                Self.table(input: Self.input(ofKey: words[1]), route: "route x /x do go {\n\(line)\n}")
            default:
                Self.table(input: Self.input(ofRoute: words[2]), route: words.dropLast().joined(separator: " ") + " go")
            }
        let diagnostics = RulesetLoader.load(TableFile(name: "x", bytes: Array(table.utf8))).diagnostics
        #expect(diagnostics.kept.map(\.message) == [], "\(table)")
    }

    /// The type of a spelling; the parser of tables has no public door to one alone.
    private static func language(_ text: String) -> Language? {
        if let language = Language(named: text) { return language }
        if let ofKeys = Language.keyTypes.first(where: { $0.name == text }) { return ofKeys }
        if text.contains("|") {
            return ValueSet(members: text.split(separator: "|").map { Array($0.utf8) }, name: nil).map(Language.set)
        }
        return ((try? BoundedType(text)) ?? nil).map(Language.bounded)
    }

    private static func table(input: String, route: String) -> String {
        "scheme s\nfeature F {\naction go {\n\(input)\nrespond\n}\n\(route)\n}\n"
    }

    /// `order:newest|oldest?` is fed to `input order newest|oldest?`.
    private static func input(ofKey key: String) -> String {
        let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
        return "input \(parts[0]) \(language(parts[1])?.isOfKeysAlone == true ? "bool" : parts[1])"
    }

    /// `/days/$(day:date)` is fed to `input day date`.
    private static func input(ofRoute pattern: String) -> String {
        let capture = pattern.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":", maxSplits: 1)
        return "input \(capture[0]) \(capture.count > 1 ? String(capture[1]) : "string")"
    }
}
