import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// The words of cases that stand for many cases, or for none: `matrix`, `near`, `todo`, `skip`, `only`, `include`.
@Suite struct CaseLanguageTests {
    private static let table = """
        scheme s
        host h.example
        feature F {
            require permission camera
            action a {
                input x uint
                input k uint = 1
                respond
            }
            action b {
                respond
            }
            route r /r/$(x:uint) do a {
                query k:uint? exact
                except /r/13
            }
            route wide /wide/$(_) do b {
                query q _
            }
            feature G {
                require toggle off
                action c {
                    respond
                }
                route g /g do c
            }
        }
        """

    private struct Read {
        let cases: [RouteCase]
        let printed: String
        let ruleset: Ruleset
    }

    private func read(_ text: String, files: [String: String] = [:]) throws -> Read {
        let ruleset = try Tables.ruleset(Self.table)
        var diagnostics = Diagnostics()
        let root = TableFile(name: "d/c", bytes: Array(text.utf8))
        let documents = CaseDocuments(root, diagnostics: &diagnostics) { path throws(TableFault) in
            guard let text = files[path] else { throw .absent(path) }
            return TableFile(name: path, bytes: Array(text.utf8))
        }.documents
        let file = CaseFile(documents, ruleset: ruleset, diagnostics: &diagnostics)
        let printer = DiagnosticText(sources: documents.map { SourceText($0) })
        let lines = diagnostics.inOrder.map { diagnostic in
            "\(printer.position(diagnostic.place)) \(diagnostic.code.rawValue) \(diagnostic.message)"
                + (diagnostic.help.map { " | " + $0 } ?? "")
        }
        return Read(cases: file.cases, printed: lines.joined(separator: "\n"), ruleset: ruleset)
    }

    /// The lines of a case, and what is said of them where a link is given.
    private func body(_ lines: String, url: String = "s://r/1") -> String { "case x {\nurl \(url)\n\(lines)\n}" }

    // MARK: Matrix

    @Test func `a matrix is one case for each state, named after it`() throws {
        let read = try read(
            body("matrix permission camera {\nauthorized ok.wouldPerform\ndenied|restricted blocked.permission.*\n}"))
        #expect(read.printed == "")
        #expect(
            read.cases.map(\.name) == [
                "x: permission camera authorized", "x: permission camera denied", "x: permission camera restricted",
            ])
        #expect(read.cases.map(\.code.text) == ["ok.wouldPerform", "blocked.permission.*", "blocked.permission.*"])
        #expect(read.cases.results(in: read.ruleset).map(\.verdict) == [.passed, .passed, .passed])
    }

    @Test func `several facts are crossed, and a line without a code has that of the case`() throws {
        let read = try read(
            body(
                "expect blocked.*\nmatrix toggle G and permission camera {\ndefault|off denied|restricted\n"
                    + "on authorized ok.wouldPerform\n}", url: "s://g"))
        #expect(read.printed == "")
        #expect(
            read.cases.map(\.name) == [
                "x: toggle G default, permission camera denied", "x: toggle G default, permission camera restricted",
                "x: toggle G off, permission camera denied", "x: toggle G off, permission camera restricted",
                "x: toggle G on, permission camera authorized",
            ])
        #expect(read.cases.results(in: read.ruleset).map(\.verdict) == Array(repeating: .passed, count: 5))
    }

    // MARK: What is wrong

    private static let mistakes: [(lines: String, printed: String)] = [
        (
            "matrix permission camera {\ndenied\n}",
            "d/c:1:6 RT701 the case has no `expect` | add `expect CODE`"
        ),
        (
            "matrix permission camera {\n}\nexpect ok.*",
            "d/c:3:1 RT701 the matrix has no state | write a state on each line, as in `off blocked.toggle.off`"
        ),
        (
            "matrix permission camera {\ndenied|never blocked.*\n}",
            "d/c:4:1 RT703 `never` is no value here | one of: authorized, denied, restricted, notDetermined, unsupported, unknown"
        ),
        (
            "matrix permission camera {\ndenied blocked.* x\n}",
            "d/c:4:1 RT701 a line of this matrix has one state, and then a code | the code may be left out; states of one "
                + "fact stand in one word, as in `denied|restricted`"
        ),
        (
            "matrix permission camera and {\ndenied blocked.*\n}",
            "d/c:3:1 RT701 a fact is missing beside `and` | as in `matrix toggle Clips and runtime Clips {`"
        ),
        (
            "matrix permission camera {\ndenied blocked.*\ndenied blocked.*\n}",
            "d/c:5:1 RT701 there are two cases of this name | case names are unique in a file"
        ),
        (
            "with permission camera denied\nmatrix permission camera {\ndenied blocked.*\n}",
            "d/c:4:19 RT703 the fact is given twice | keep one of them"
        ),
        (
            "expect blockd.*",
            "d/c:3:8 RT702 there is no code `blockd.*` | codes begin with `ok.`, `blocked.`, `pending.` "
                + "or `rejected.`"
        ),
        (
            "expect failed.*",
            "d/c:3:8 RT702 a case performs nothing, so its outcome is never `failed.*` | "
                + "the outcome of a link that gets through is `ok.wouldPerform`"
        ),
        ("expect ok.*\nnear nowhere", "d/c:4:6 RT704 there is no route `nowhere` | one of: g, r, wide"),
        (
            "expect ok.*\ntodo a\nskip b",
            "d/c:5:6 RT701 a case is `todo` or `skip`, and not both | keep one of them"
        ),
        ("expect ok.*\ntodo", "d/c:4:1 RT104 `todo` has too few words | it is written `todo REASON`"),
    ]

    @Test(arguments: mistakes.indices)
    func `a line that is wrong is one report, at the word that is wrong`(_ index: Int) throws {
        let row = Self.mistakes[index]
        #expect(try read(body(row.lines)).printed == row.printed)
    }

    @Test func `a matrix has a thousand states at most, however they are written`() throws {
        let many = Array(repeating: "on", count: 1001).joined(separator: "|")
        let lines = "expect ok.*\nmatrix toggle G {\n\(many)\n}"
        #expect(try read(body(lines)).printed.contains("RT109 the matrix has more than 1000 states"))
    }

    // MARK: Verdicts

    private static let verdicts: [(lines: String, url: String, verdict: CaseVerdict, failure: String)] = [
        ("expect blocked.*", "s://r/1", .passed, ""),
        ("expect blocked.permission.*", "s://r/1", .passed, ""),
        ("expect rejected.*", "s://r/1", .failed, "expected rejected.*, got blocked.permission.notDetermined: "),
        ("expect rejected.*\ntodo later", "s://r/1", .todo, "expected rejected.*, got "),
        ("expect blocked.*\ntodo later", "s://r/1", .passed, ""),
        ("expect rejected.*\nskip later", "s://r/1", .skipped, ""),
        ("expect rejected.*\nnear r", "s://r/one", .passed, ""),
        ("expect rejected.*\nnear r", "s://r/1?k=x", .passed, ""),
        ("expect rejected.*\nnear r", "s://r/13", .passed, ""),
        ("expect rejected.*\nnear r", "s://r/1/x", .passed, ""),
        ("expect rejected.*\nnear r", "s://r", .passed, ""),
        ("expect rejected.*\nnear r", "https://other.example/r/1", .passed, ""),
        ("expect rejected.*\nnear wide", "s://wide/x", .passed, ""),
        ("expect rejected.*\nnear r", "s://q/one", .failed, "expected the link to be near the route r, but more"),
        ("expect blocked.*\nnear r", "s://r/1", .failed, "expected the link to be only near the route r, which"),
        ("expect rejected.*\nnear r", "nolink", .failed, "expected the link to be near the route r, but the text"),
    ]

    @Test(arguments: verdicts.indices)
    func `a case passes, fails, is to be done, or is not run`(_ index: Int) throws {
        let row = Self.verdicts[index]
        let read = try read(body(row.lines, url: row.url))
        let result = try #require(read.cases.first, "\(read.printed)").run(in: read.ruleset)
        #expect(
            result.verdict == row.verdict && result.failures.count == (row.failure.isEmpty ? 0 : 1),
            "\(result.failures)")
        #expect(result.failures.first?.hasPrefix(row.failure) ?? true, "\(result.failures)")
        #expect((read.cases.firstFailure(in: read.ruleset) != nil) == (row.verdict == .failed))
    }

    // MARK: Includes

    private static let included = "table x\ncase y {\nurl s://r/2\nexpect ok.*\n}"

    @Test func `included cases are read as if they stood in the file, relative to it and each file once`() throws {
        let read = try read(
            "include more\n" + body("expect ok.*"),
            files: ["d/more": Self.included + "\ninclude sub/z", "d/sub/z": Self.z])
        #expect(
            read.printed == "" && read.cases.map(\.name) == ["x", "y", "z"]
                && read.cases.map(\.place.file) == [0, 1, 2])
    }

    private static let z = "case z {\nurl s://r/3\nexpect ok.*\n}"

    @Test(arguments: [
        ("include none", "d/c:1:9 RT011 there is no d/none | check the path"),
        ("include more\ninclude more", "d/c:2:9 RT016 this file was read already | remove the line"),
        ("include c", "d/c:1:9 RT016 this file was read already | remove the line"),
        ("include", "d/c:1:1 RT104 `include` has too few words | it is written `include FILE`"),
        (
            "include more\ncase y {\nurl s://r/2\nexpect ok.*\n}",
            "d/more:2:6 RT701 there are two cases of this name | case names are unique in a file"
        ),
    ])
    func `an include that is wrong is reported at its word`(_ lines: String, _ printed: String) throws {
        #expect(
            try read("\(lines)\n" + body("expect ok.*"), files: ["d/more": Self.included, "d/c": ""]).printed == printed
        )
    }
}
