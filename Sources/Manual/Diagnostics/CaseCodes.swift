/// The codes of test cases: RT701 to RT705.
///
/// The examples are files of test cases, and `routes.conf` is `caseTable`.
enum CaseCodes {
    static let badCase = DiagnosticHelp(
        "The case is not complete",
        """
        A case has a name, one `url` and one `expect`, and its name is unique in the file. Add the missing line, or rename
        the second case of a name.
        """,
        wrong: """
            table routes.conf
            case "plays" {
                expect ok.wouldPerform
            }
            """, mended: ["    expect": "    url    podcast:play\n    expect"])

    static let badExpectation = DiagnosticHelp(
        "The case expects what cannot be",
        """
        The word behind `expect` or `remedy` is no outcome code or no remedy, or a case can never have it. A case performs
        nothing, so a link that gets through is `ok.wouldPerform`, and never `ok.performed` or `failed.…`.
        """,
        wrong: """
            table routes.conf
            case "plays" {
                url    podcast:play
                expect ok.performed
            }
            """, mended: ["ok.performed": "ok.wouldPerform"])

    static let badFact = DiagnosticHelp(
        "Not a fact, or a wrong value",
        """
        A `with` line, `--with` and `override` take a fact: a kind, often a name, and a status, as in
        `permission camera denied` or `toggle SleepTimer on`. The kind is unknown, the status is none of that kind, or the
        fact is given twice. The report lists the choice.
        """,
        wrong: """
            table routes.conf
            case "plays" {
                url    podcast:play
                with   permission camera allowed
                expect ok.wouldPerform
            }
            """, mended: ["allowed": "authorized"])

    static let unknownName = DiagnosticHelp(
        "The table has no such name",
        """
        A case, or a fact, names a route, a feature, a product or a parameter that the table does not have. The report
        suggests the nearest one. A feature may be named by its last part where that is unique.
        """,
        wrong: """
            table routes.conf
            case "plays" {
                url    podcast:play
                expect ok.wouldPerform
                route  pley
            }
            """, mended: ["pley": "play"])

    static let noCases = DiagnosticHelp(
        "The file has no cases",
        """
        A file that tests nothing cannot fail, so it is refused: it would be green in CI for ever. Add a `case`.
        """,
        wrong: """
            table routes.conf
            """,
        mended: [
            "table routes.conf":
                """
            table routes.conf
            case "plays" {
                url    podcast:play
                expect ok.wouldPerform
            }
            """
        ])
}

extension DiagnosticHelp {
    /// The table that the examples of test cases name: `routes.conf`.
    package static let caseTable = """
        scheme podcast
        feature Player {
            action play {
                respond
            }
            route play /play do play
        }
        """
}
