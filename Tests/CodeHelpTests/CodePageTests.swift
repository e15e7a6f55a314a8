import Conf
import Contract
import Testing
import deeplinkctl

/// What `deeplinkctl help` prints of codes, and which codes a word means.
@Suite struct CodePageTests {
    @Test func `every code is found by its name in any case`() {
        for code in ManualCode.all {
            #expect(CodeSearch(code.name) == .code(code))
            #expect(CodeSearch(code.name.lowercased()) == .code(code))
            #expect(CodeSearch(code.name.uppercased()) == .code(code))
        }
        #expect(ManualCode.all.count == DiagnosticCode.allCases.count + OutcomeCode.allCases.count)
    }

    @Test func `a number, a beginning and an end of a name find codes`() {
        #expect(CodeSearch("512") == .code(.diagnostic(.hiddenRoute)))
        #expect(CodeSearch("blocked.toggle") == .code(.outcome(.toggleOff)))
        #expect(CodeSearch("blocked.toggle.") == .code(.outcome(.toggleOff)))
        #expect(CodeSearch("toggle.off") == .code(.outcome(.toggleOff)))
        #expect(
            CodeSearch("pending")
                == .list(OutcomeCode.allCases.filter { $0.outcomeClass == .pending }.map(ManualCode.outcome)))
        let precedence = DiagnosticCode.allCases.filter { $0.rawValue.hasPrefix("RT5") }
        #expect(CodeSearch("rt5") == .list(precedence.map(ManualCode.diagnostic)))
        #expect(CodeSearch("5") == .list(precedence.map(ManualCode.diagnostic)))
        #expect(CodeSearch("RT") == .list(DiagnosticCode.allCases.map(ManualCode.diagnostic)))
        let notFound: [OutcomeCode] = [
            .routeNotFound, .actionNotFound, .failedHTTPNotFound, .failedUnitNotFound,
        ]
        #expect(CodeSearch("notFound") == .list(notFound.map(ManualCode.outcome)))
    }

    @Test(arguments: [
        ("blocked.togle.off", "did you mean `blocked.toggle.off`?"),
        ("RT599", "`deeplinkctl help RT5` lists the codes of precedence"),
        ("9999", "`deeplinkctl help RT9` lists the codes of licences"),
        ("", "`deeplinkctl help codes` lists all codes"), (".", "`deeplinkctl help codes` lists all codes"),
        ("bloc", "`deeplinkctl help codes` lists all codes"),
        (String(repeating: "x", count: 100_000), "`deeplinkctl help codes` lists all codes"),
        ("\u{1B}[31m", "`deeplinkctl help codes` lists all codes"),
        ("rt٥", "`deeplinkctl help codes` lists all codes"),
    ])
    func `a word that is no code has a sentence that says what to type`(_ word: String, _ help: String) {
        #expect(CodeSearch(word) == .nothing(help: help))
    }

    @Test func `each code stands in one group`() {
        let groups = CodeGroup.all.map { group in
            ManualCode.all.filter { $0.name.hasPrefix(group.prefix + (group.prefix.hasPrefix("RT") ? "" : ".")) }
        }
        #expect(groups.flatMap(\.self) == ManualCode.all)
        #expect(groups.allSatisfy { !$0.isEmpty } && CodeGroup.all.allSatisfy { !$0.subject.isEmpty })
        for group in CodeGroup.all.filter({ !$0.prefix.hasPrefix("RT") }) {
            #expect(group.subject == OutcomeClass(rawValue: group.prefix)?.comment, "docs/codes.md: `\(group.prefix)`")
        }
    }

    @Test(arguments: ManualCode.all) func `a page is at most 80 characters wide and begins with its code`(
        _ code: ManualCode
    ) throws {
        let lines = CodePage.lines(code)
        #expect(lines.first?.hasPrefix(code.name) == true)
        for line in lines { #expect(line.count <= 80 || line.contains("deeplinkctl explain"), "\(line)") }
        #expect(!lines.contains { $0.hasSuffix(" ") && !$0.contains("  ") })
        #expect(CodePage.list([code]).allSatisfy { $0.count <= 110 })
    }

    @Test func `a list has the titles of diagnostics in one column, and those of outcomes in another`() {
        #expect(
            CodePage.list([.diagnostic(.badType), .outcome(.okPerformed), .outcome(.toggleOff)]) == [
                "RT303  There is no such type", "ok.performed        The action was performed.",
                "blocked.toggle.off  The user has the feature switched off.",
            ])
        #expect(CodePage.list([]).isEmpty)
    }

    @Test func `the page of a diagnostic shows the change that mends the example`() {
        #expect(
            CodePage.lines(.diagnostic(.unknownAction)).joined(separator: "\n") == """
                RT403 (error): The feature has no such action

                  The name behind `do` is no action of the feature that the route stands in. The
                  report suggests the nearest one. An action of another feature is not reached
                  from here: move the route into that feature.

                  `check` reports the lines with `-`; the lines with `+` mend it:

                      scheme podcast
                      feature Player {
                          action play {
                              respond
                          }
                    -     route play /play do plays
                    +     route play /play do play
                      }
                """)
    }

    @Test func `the page of an outcome has its class, what to do, remedies and an example`() {
        #expect(
            CodePage.lines(.outcome(.toggleOff)).joined(separator: "\n") == """
                blocked.toggle.off: The user has the feature switched off.

                  The user has switched the feature off, or it is off by default and was never
                  switched on; the message says which.

                  class     blocked; exit status 4 if the client or the user can lift all that
                            is missing, else 5
                  person    Switch it on: `deeplinkctl toggle FEATURE on`.
                  program   Offer the switch: call `SetToggle` for the user, then open the link
                            again.
                  remedies  enableToggle (user)
                  see also  blocked.feature.disabled

                  With this table in routes.conf:

                      scheme podcast
                      feature Player {
                          require toggle off
                          action play {
                              respond
                          }
                          route play /play do play
                      }

                  this command shows the outcome:

                      deeplinkctl explain -f routes.conf podcast:play
                """)
    }
}
