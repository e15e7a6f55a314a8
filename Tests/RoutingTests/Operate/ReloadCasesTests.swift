import Conf
import TestTables
import Testing

@testable import Routing

/// `reload-cases`: which cases refuse a table, and how that reads.
@Suite struct ReloadCasesTests {
    private static let table = """
        scheme s
        reload-cases own.cases
        feature F {
            action a {
                respond
            }
            route r /r do a
        }

        """

    private static func printed(_ cases: String?, _ severity: Severity?) -> String {
        var files = ["t": table]
        files["own.cases"] = cases
        return Tables.printed(FileTree(files: files, caseSeverity: severity).load())
    }

    private static let failing = """
        case "it opens" {
            url s://r
            expect ok.wouldPerform
        }
        case "it moved" {
            url s://moved
            expect ok.wouldPerform
        }

        """

    @Test func `a case that fails is an error at the line, and names itself`() {
        #expect(
            Self.printed(Self.failing, .error) == """
                t:2:14: error RT023: the case `it moved` at own.cases:5 fails: expected ok.wouldPerform, got rejected.route.notFound: No route takes this URL.
                   2 | reload-cases own.cases
                     |              ^~~~~~~~~
                     = help: mend the table or the case; `deeplinkctl test` shows both
                """)
    }

    @Test func `cases that cannot be read are an error, and at a start all of it is a warning`() {
        #expect(Self.printed(nil, .error).contains("error RT023: the cases cannot be run: "))
        #expect(Self.printed("case x {\n    url s://r\n}\n", .error).contains("error RT023: own.cases:1: "))
        #expect(Self.printed(Self.failing, .warning).hasPrefix("t:2:14: warning RT023: the case `it moved` at "))
        #expect(
            FileTree(files: ["t": Self.table, "own.cases": Self.failing], caseSeverity: .warning).load().ruleset != nil)
    }

    @Test func `cases that pass say nothing, and other programs run none`() {
        let passing = Self.failing.replacing("s://moved", with: "s://r")
        #expect(Self.printed(passing, .error).isEmpty)
        #expect(Self.printed(Self.failing, nil).isEmpty)
    }

    @Test(arguments: [
        "reload-cases a\nreload-cases b\n", "reload-cases *.cases\n", "reload-cases x/\n", "reload-cases\n",
    ])
    func `a line that names no one file is reported`(_ lines: String) {
        let table = Self.table.replacing("reload-cases own.cases\n", with: lines)
        #expect(FileTree(files: ["t": table]).load().ruleset == nil)
    }
}
