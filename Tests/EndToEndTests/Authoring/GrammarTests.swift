import Foundation
import Testing

/// The grammars in `editors`: they are those of this version, and editors read the tables by them.
@Suite struct GrammarTests {
    @Test(arguments: [
        ("textmate", "editors/textmate/deeplinkd.tmLanguage.json"), ("vim", "editors/vim/syntax/deeplinkd.vim"),
    ])
    func `a grammar of the repository is that of the manual`(_ kind: String, _ file: String) throws {
        let run = try Program.tool("grammar", kind)
        let text = try String(contentsOfFile: Products.package + "/" + file, encoding: .utf8)
        #expect(run.output == text, "deeplinkctl grammar \(kind) > \(file)")
    }

    /// A table, and for the words of its lines the end of their scope in TextMate's grammar and their group in Vim's.
    private static let table = """
        # allow RT606: later
        scheme podcast { separator ":" ; trailing-slash either }
        feature Player {
            require runtime from file /etc/x = on # note
            action play { input n uint(1..31) = 7 ; respond "A \\n $(n)" }
            route play /play/$(n:slug)/* do play { query boost:@set? }
        }
        case "a b" { url a://b#c ; expect rejected.route.notFound }

        """
    private static let words: [(word: String, scope: String, group: String)] = [
        ("allow", "keyword.other.allow", "Allow"), ("later", "comment.line.number-sign", "Comment"),
        ("scheme", "keyword.control", "Directive"), ("podcast", "entity.name.type", "Name"),
        ("{", "punctuation.section.block", "Brace"), ("separator", "keyword.control", "Directive"),
        ("\":\"", "string.quoted.double", "String"), (";", "punctuation.section.block", "Brace"),
        ("either", "keyword.other", "Word"), ("Player", "entity.name.type", "Name"),
        ("runtime", "keyword.other", "Word"), ("from", "keyword.other", "Word"),
        ("/etc/x", "string.unquoted.pattern", "Path"), ("on", "keyword.other", "Word"),
        ("# note", "comment.line.number-sign", "Comment"), ("uint(1..31)", "storage.type", "Type"),
        ("7", "constant.numeric", "Number"), ("\\n", "constant.character.escape", "Escape"),
        ("*", "keyword.operator.wildcard", "Wildcard"), ("do", "keyword.other", "Word"),
        ("boost", "entity.name.type", "Name"), ("@set?", "storage.type.set", "Set"),
        ("case", "keyword.control", "Directive"), ("url", "keyword.control", "Directive"),
        ("rejected.route.notFound", "constant.language.outcome", "Outcome"),
    ]

    /// The line and the byte of a word of the table, each from 0; words are looked for one behind the other.
    private static func places() throws -> [(line: Int, column: Int)] {
        var rest = table.startIndex
        return try words.map { row in
            let range = try #require(table[rest...].range(of: row.word), "\(row.word)")
            rest = range.upperBound
            let before = table[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
            return (before.count - 1, before[before.count - 1].utf8.count)
        }
    }

    @Test(.enabled(if: PythonEnvironment.grammars != nil))
    func `an engine of TextMate's grammars finds the parts of a table`() throws {
        let interpreter = try #require(PythonEnvironment.grammars)
        let script = """
            import json, sys
            from textmate_grammar.parsers.base import LanguageParser
            grammar = json.load(open(sys.argv[1]))
            for (line, column), text, scopes in LanguageParser(grammar).parse_string(sys.stdin.read()).flatten():
                print(json.dumps({"line": line, "column": column, "text": text, "scopes": scopes}))
            """
        let run = try Program.run(
            interpreter, ["-c", script, Products.package + "/editors/textmate/deeplinkd.tmLanguage.json"],
            input: Self.table)
        let tokens = try run.output.split(separator: "\n").filter { $0.hasPrefix("{") }
            .map { try JSONTree(parsing: Array($0.utf8)) }
        #expect(tokens.count > Self.words.count, "\(run.errors)")
        for (row, place) in zip(Self.words, try Self.places()) {
            let token = tokens.last { token in
                guard let line = Int(token["line"].text), let column = Int(token["column"].text) else { return false }
                return line == place.line && column <= place.column
            }
            let scope = token?["scopes"]?.elements.last?.text
            #expect(scope == row.scope + ".deeplinkd", "\(row.word): \(token.map { "\($0)" } ?? "-")")
        }
    }

    @Test(.enabled(if: HostPrograms.vim != nil))
    func `vim finds the parts of a table`() throws {
        let vim = try #require(HostPrograms.vim)
        try withFolder { folder in
            let table = try folder.write("routes.conf", Self.table)
            let output = folder.path(of: "groups")
            let places = try Self.places().map { "[\($0.line + 1), \($0.column + 1)]" }.joined(separator: ", ")
            let script = try folder.write(
                "groups.vim",
                """
                set nocompatible
                set runtimepath^=\(Products.package)/editors/vim
                filetype plugin on
                syntax on
                edit \(table)
                let groups = [&filetype, &commentstring]
                for [line, column] in [\(places)]
                    call add(groups, synIDattr(synID(line, column, 1), "name"))
                endfor
                call writefile(groups, "\(output)")
                qall!
                """)
            let run = try Program.run(
                vim, ["-u", "NONE", "-i", "NONE", "-n", "-es", "-S", script], environment: ["TERM": "dumb"])
            let groups = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
            #expect(groups.prefix(2) == ["deeplinkd", "# %s"], "\(run)")
            for (row, group) in zip(Self.words, groups.dropFirst(2)) {
                #expect(group.hasPrefix("deeplinkd\(row.group)"), "\(row.word): \(group)")
            }
            #expect(groups.count == Self.words.count + 2)
        }
    }
}
