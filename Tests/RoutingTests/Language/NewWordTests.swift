import Conf
import Contract
import TestTables
import Testing

@testable import Routing

/// A word of the language has its meaning where that is looked for; elsewhere, and in quotes anywhere, it is a name.
@Suite struct NewWordTests {
    /// The words that a statement begins with, in any block.
    private static let directives: Set<String> = {
        let wings = WingList.ofAllWings
        func words<Block: Directive>(_: Block.Type) -> [String] { Block.all(in: wings).map(\.word) }
        return Set((wings.tableBlocks + wings.caseBlocks).flatMap { words($0) })
    }()

    /// The words between the names of a statement.
    private static let others: Set<String> = [
        "do", "from", "exact", "secret", "any", "all", "only", "by", "policy", "group", "for", "within", "since",
        "clock", "shared", "grace", "flag", "digits", "hex", "text", "base62", "unsupported", "or", "fail",
        "trusted",
    ]

    private static let spellings = directives.union(others).sorted().flatMap { [($0, false), ($0, true)] }

    /// The scheme of a word: those of web links cannot be declared.
    private static func scheme(_ word: String) -> String { word == "http" ? "x-http" : word }

    /// A table in which every name is one word.
    private static func table(_ word: String, isQuoted: Bool) -> String {
        func name(_ text: String) -> String { isQuoted ? "\"\(text)\"" : text }
        let (own, scheme) = (name(word), name(scheme(word)))
        return """
            scheme \(scheme)
            values \(own) de en
            product \(own) {
                title \(own)
            }
            channel \(own) {
                kind plain
            }
            deny \(name("/denied/\(word)")) in \(scheme)
            feature \(own) {
                description \(own)
                action \(own) {
                    input \(own) \(name("@\(word)"))
                    channel \(own)
                }
                action other {
                    input \(own) string = \(own)
                    respond \(name("$(\(word))"))
                }
                route \(own) \(name("/\(word)/$(\(word):@\(word))")) do \(own) {
                    in \(scheme)
                }
                route r-beside \(name("/$(\(word))/de")) do other {
                    in \(scheme)
                    over \(own)
                }
                route r-key /key do other {
                    query \(name("\(word)?")) from \(own) exact
                }
                route r-default /default do other {
                    query \(own) = \(own)
                    query \(name("!\(word)x"))
                }
                route r-constant /constant do other {
                    with \(own) \(own)
                }
                route r-fragment /f-fragment do other {
                    fragment \(own)
                    except \(name("/\(word)"))
                }
                under \(name("/\(word)")) {
                    exclusive \(own)
                    ranked \(own) other
                    route r-in-group /a/b do other {
                        query \(own)
                    }
                }
                feature \(own) {
                    require purchase all \(own)
                    action \(own) {
                        respond
                    }
                    route r-bought /bought do \(own)
                }
            }
            """
    }

    @Test(arguments: spellings)
    func `every name of a table may be a word of the language, bare or quoted`(_ word: String, isQuoted: Bool) throws {
        let scheme = Self.scheme(word)
        let ruleset = try Tables.ruleset(Self.table(word, isQuoted: isQuoted))
        #expect(Tables.result("\(scheme):/\(word)/en", in: ruleset) == "\(word) \(word)=en")
        #expect(Tables.result("\(scheme):/\(word)/de", in: ruleset) == "r-beside \(word)=\(word)")
        #expect(Tables.result("\(scheme):/key?\(word)=1", in: ruleset) == "r-key \(word)=1")
        #expect(Tables.result("\(scheme):/default", in: ruleset) == "r-default \(word)=\(word)")
        #expect(Tables.result("\(scheme):/constant", in: ruleset) == "r-constant \(word)=\(word)")
        #expect(Tables.result("\(scheme):/f-fragment#x", in: ruleset) == "r-fragment \(word)=x")
        #expect(Tables.result("\(scheme):/\(word)/a/b?\(word)=2", in: ruleset) == "r-in-group \(word)=2")
        #expect(Tables.result("\(scheme):/bought", in: ruleset) == "blocked.purchase.required")
        #expect(Tables.result("\(scheme):/denied/\(word)", in: ruleset) == "rejected.route.excluded")
    }

    @Test(arguments: directives.sorted())
    func `a quoted word begins no statement, and the report says so`(_ word: String) {
        let result = Tables.load("scheme s\n\"\(word)\" x\n")
        #expect(result.ruleset == nil)
        #expect(Tables.printed(result).contains("write `\(word)` without the quotes"))
    }

    static let rows = [
        TableRow(
            .route, "\"strict\"",
            """
            t:9:9: error RT101: a quoted word is a name, and a statement begins with a directive
               9 |         "strict"
                 |         ^~~~~~~~
                 = help: write `strict` without the quotes
            """)
    ]

    @Test(arguments: rows) func `a quoted directive is reported with its form`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        ("route r /r \"do\" a", "RT104"), ("route r /r do a {\nquery x \"exact\"\n}", "RT411"),
        ("route r /r do a {\nquery x \"from\" y\n}", "RT411"), ("route r /r do a {\nquery x \"=\" y\n}", "RT411"),
        ("route r /r do a {\nquery x \"_\"\n}", "RT411"),
        ("action b {\ninput x string \"secret\"\nrespond\n}", "RT104"),
        ("action b {\ninput x string \"=\" y\nrespond\n}", "RT104"),
    ])
    func `a quoted word between names is a name too`(_ line: String, _ code: String) {
        let text = "scheme s\nfeature F {\naction a {\ninput x string?\nrespond\n}\nroute r0 /x do a\n\(line)\n}\n"
        #expect(Tables.codes(text).contains(code), "\(Tables.codes(text))")
    }

    @Test(arguments: ["any", "all"]) func `a product may have the name of a choice of products`(_ word: String) throws {
        let table = """
            scheme s
            product \(word)
            feature F {
                require purchase "\(word)"
                action a {
                    respond
                }
                route r /r do a
            }
            """
        let ruleset = try Tables.ruleset(table)
        #expect(Tables.result("s:r", in: ruleset) == "blocked.purchase.required")
        #expect(Tables.load(table.replacing("\"", with: "")).ruleset == nil)
    }

    @Test(arguments: [("/a\\[b\\]", "s:/a%5Bb%5D"), ("/\\[", "s:/%5B"), ("/\\]$(x)", "s:/%5Dv")])
    func `brackets in a pattern are written with a backslash`(_ pattern: String, _ url: String) throws {
        let text = "scheme s\nfeature F {\naction a {\ninput x string?\nrespond\n}\nroute r \(pattern) do a\n}\n"
        #expect(Tables.codes(text) == [])
        let result = Tables.result(url, in: try Tables.ruleset(text))
        #expect(result == "r" || result == "r x=v")
    }
}
