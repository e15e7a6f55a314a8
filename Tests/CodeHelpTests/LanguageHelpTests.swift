import Conf
import Contract
import Features
import Manual
import Matching
import Routing
import Testing

/// The manual's texts about the language: every example is loaded as `check --strict` and `test` load files.
@Suite struct LanguageHelpTests {
    /// A directive that can be an argument of a test.
    struct Directive: Sendable, CustomTestStringConvertible {
        let block: LanguageBlock
        let name: String
        let form: DirectiveForm
        let help: DirectiveHelp?

        var testDescription: String { "\(name) in \(block)" }
    }

    private static let directives = LanguageBlock.allCases.flatMap { block in
        func directives<Kind: ExplainedDirective>(_: Kind.Type) -> [Directive] {
            Kind.allCases.map { Directive(block: block, name: $0.rawValue, form: $0.form, help: $0.help) }
        }
        return directives(block.explained)
    }

    @Test func `every directive that is carried out has a text, and no other`() {
        #expect(Self.directives.count > 70)
        for directive in Self.directives {
            #expect((directive.help != nil) == directive.form.isAvailable, "\(directive.testDescription)")
        }
    }

    @Test(arguments: directives.filter { $0.help != nil })
    func `the example of a directive has the directive, and loads without a report`(_ directive: Directive) throws {
        let example = try #require(directive.help?.example)
        let lines = example.lines.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains { $0 == directive.name || $0.hasPrefix(directive.name + " ") })
        #expect(lines.count <= 14, "an example is read at one glance")
        #expect(lines.allSatisfy { example.file.contains($0) })
        let diagnostics = try Self.diagnostics(
            of: example.file, isCases: LanguageBlock.ofCases.contains(directive.block))
        #expect(diagnostics.kept.map(\.message) == [], "\(example.file)")
    }

    @Test(arguments: directives.filter { $0.help != nil })
    func `the text of a directive is made of sentences`(_ directive: Directive) throws {
        let help = try #require(directive.help)
        for text in [help.summary, help.text, help.standard ?? "", help.limits ?? ""] where !text.isEmpty {
            let joined = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(joined.hasSuffix("."), "\(joined)")
            #expect(joined.count < 560, "\(joined.count)")
        }
        let isOnce = !directive.form.isRepeatable
        #expect(
            !isOnce || help.limits?.contains("nce") == true || help.limits?.contains("One line") == true
                || help.limits?.hasPrefix("The first statement") == true, "it may be given once")
    }

    @Test(arguments: ConstraintReport.Kind.allCases)
    func `the example of a requirement loads without a report`(_ kind: ConstraintReport.Kind) throws {
        let help = kind.help
        #expect(help.forms.allSatisfy { $0.hasPrefix("require \(kind.rawValue)") })
        #expect(help.example.lines.hasPrefix("require \(kind.rawValue) "))
        #expect(try Self.diagnostics(of: help.example.file).kept.map(\.message) == [])
    }

    @Test(arguments: LexicalRule.allCases)
    func `the example of a rule is read as the words that the manual shows`(_ rule: LexicalRule) {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            Array((rule.help.example + "\n").utf8), name: "x", file: 0, diagnostics: &diagnostics)
        let words = document.statements.indices.map { statement in
            (0..<document.wordCount(of: statement)).map { document.text(of: document.word($0, of: statement)) }
        }
        #expect(words == rule.help.words)
        #expect(diagnostics.kept.isEmpty)
    }

    /// What is reported of a table, or of a file of test cases; a case that fails is reported by the test.
    private static func diagnostics(of text: String, isCases: Bool = false) throws -> Diagnostics {
        let table = isCases ? CaseDirectives.exampleTable : text
        var environment = LoadEnvironment()
        // The folder of an `include` has one file, with a comment alone.
        environment.names = { _ throws(TableFault) in (["news.conf"], nil) }
        environment.file = { path, _ throws(TableFault) in TableFile(name: path, bytes: Array("# None yet.\n".utf8)) }
        let file = TableFile(name: "routes.conf", bytes: Array((table + "\n").utf8))
        let loaded = RulesetLoader.load(file, environment: environment)
        guard isCases else { return loaded.diagnostics }
        let ruleset = try #require(loaded.ruleset)
        var diagnostics = loaded.diagnostics
        let document = ConfParser.parse(
            Array((text + "\n").utf8), name: "routes.cases", file: 0, diagnostics: &diagnostics)
        for result in CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases.map({ $0.run(in: ruleset) })
        where !result.isPassed { Issue.record("\(result.failures)") }
        return diagnostics
    }
}

/// The manual's texts about types, compared with the types.
@Suite struct TypeHelpTests {
    @Test func `every type has an entry, and its spelling is that of the parser`() throws {
        var found: Set<ManualType> = [.list]
        for form in Language.forms + ["a|b", "flag"] {
            let type = ManualType(try #require(Self.language(form), "\(form)"))
            found.insert(type)
            let ownName = try #require(Self.language(type.help.name), "\(type)")
            #expect(ManualType(ownName) == type, "the spelling \(type.help.name) is of that type")
        }
        #expect(found == Set(ManualType.allCases))
    }

    @Test(arguments: ManualType.allCases.filter { $0 != .list })
    func `a type takes what the manual says that it takes, and refuses the rest`(_ type: ManualType) throws {
        let language = try #require(Self.language(type.help.name))
        #expect(!type.help.taken.isEmpty && !type.help.refused.isEmpty)
        func isTaken(_ text: String) -> Bool { language.accepts(Array(text.utf8).span) }
        for text in type.help.taken { #expect(isTaken(text), "\(text)") }
        for text in type.help.refused { #expect(!isTaken(text), "\(text)") }
    }

    @Test(arguments: ManualType.allCases) func `the example of a type is a line of a table that loads`(
        _ type: ManualType
    ) {
        let line = type.help.example
        let words = line.split(separator: " ").map(String.init)
        let table =
            switch words[0] {
            case "input" where type == .list: Self.table(input: line, route: "route x /x/$(path:**) do go")
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
        if text == "flag" { return .flag }
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
        return "input \(parts[0]) \(parts[1] == "flag" ? "bool" : parts[1])"
    }

    /// `/days/$(day:date)` is fed to `input day date`.
    private static func input(ofRoute pattern: String) -> String {
        let capture = pattern.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":", maxSplits: 1)
        return "input \(capture[0]) \(capture.count > 1 ? String(capture[1]) : "string")"
    }
}
