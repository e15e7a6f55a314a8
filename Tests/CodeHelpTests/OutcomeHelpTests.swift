import Contract
import Testing
import deeplinkctl

/// What docs/codes.md says of outcomes, compared with the registry, and its examples, explained as `explain` does.
@Suite struct OutcomeHelpTests {
    /// What only a daemon can answer, with its programs, apps, callers and sources.
    private static let ofDaemon: Set<OutcomeCode> = [
        .purchaseUnsupported, .urlTooLong, .actionNotFound, .packageUnavailable,
    ]

    private static func help(of code: OutcomeCode) throws -> OutcomeHelp {
        try #require(code.help, "docs/codes.md has no section `### \(code.rawValue)`")
    }

    @Test(arguments: OutcomeCode.allCases) func `the command of an example shows the code`(_ code: OutcomeCode) throws {
        guard let example = try Self.help(of: code).example else { return }
        let outcome = try #require(example.outcome, "\(example.table)\n\(example.facts)")
        #expect(outcome.code == code, "\(outcome.code.rawValue): \(outcome.message)")
        #expect(code.exitStatuses.contains(outcome.exitStatus))
        let facts = example.facts.map { "--with \"\($0)\" " }.joined()
        let link = example.url.contains { "?&;#* ".contains($0) } ? "'\(example.url)'" : example.url
        #expect(example.command == "deeplinkctl explain -f routes.conf \(facts)\(link)")
        if code.outcomeClass == .blocked {
            let primary = outcome.constraints.first { $0.id == outcome.primary }
            #expect(primary?.status == .unsatisfied, "one condition is not met, and it decides")
            #expect(outcome.constraints.count { $0.status == .unsatisfied } == 1)
        }
    }

    @Test func `what a link and facts decide has an example`() throws {
        for code in OutcomeCode.allCases where try Self.help(of: code).example == nil {
            let isOfCaller = ["binding", "caller", "idempotency", "interceptor", "loop", "overloaded", "shuttingDown"]
                .contains { code.rawValue.hasPrefix("rejected.\($0)") }
            let isAttempted = [.ok, .pending, .failed, .unknown].contains(code.outcomeClass)
            #expect(isOfCaller || isAttempted || Self.ofDaemon.contains(code), "\(code.rawValue)")
        }
    }

    @Test(arguments: OutcomeCode.allCases)
    func `every code has sentences for the reader, the person and the program`(_ code: OutcomeCode) throws {
        let help = try Self.help(of: code)
        for text in [help.text, try #require(help.row("person")), try #require(help.row("program"))] {
            #expect(text.hasSuffix(".") && text.count < 500, "\(code.rawValue): \(text)")
        }
        #expect(help.near.map(\.rawValue).joined(separator: ", ") == help.row("see also") ?? "", "each is a code")
        #expect(!help.near.contains(code) && Set(help.near).count == help.near.count)
    }

    @Test(arguments: OutcomeCode.allCases) func `class, exit statuses and remedies are those of the registry`(
        _ code: OutcomeCode
    ) throws {
        let help = try Self.help(of: code)
        let statuses = code.exitStatuses.map { "\($0)" }
            .joined(separator: " if the client or the user can lift all that is missing, else ")
        #expect(help.row("class") == "\(code.outcomeClass.rawValue); exit status \(statuses)")
        let remedies = (help.example?.outcome?.remedies ?? []).map {
            "\($0.kind.rawValue) (\($0.actor.rawValue))"
        }
        #expect(help.row("remedies") == (remedies.isEmpty ? nil : remedies.joined(separator: ", ")))
        let labels = ["class", "person", "program", "remedies", "see also"]
        #expect(help.rows.map(\.label) == labels.filter { help.row($0) != nil })
    }

    @Test func `what the manual tells a program agrees with the class`() throws {
        let steps: [OutcomeClass: Set<ProgramStep>] = [
            .ok: [.goOn], .blocked: [.switchOn, .ask, .sell, .settle, .explain, .wait], .pending: [.wait],
            .rejected: [.mend, .retry, .verifyAgain, .explain], .failed: [.show, .look], .unknown: [.look],
        ]
        var used: Set<ProgramStep> = []
        for code in OutcomeCode.allCases {
            let step = try #require(Self.help(of: code).program, "`* program:` of \(code.rawValue) is no step")
            #expect(steps[code.outcomeClass]?.contains(step) == true, "\(code.rawValue)")
            used.insert(step)
        }
        #expect(used == Set(ProgramStep.allCases))
    }

    @Test func `a link can be tried again where the manual says to repeat it, and not where it says otherwise`() throws
    {
        for code in OutcomeCode.allCases {
            let step = try #require(Self.help(of: code).program)
            let agrees =
                switch step {
                case .retry: code.canBeTriedAgain
                case .wait: code.canBeTriedAgain == (code.outcomeClass == .pending)
                // Only when asked: a button asks, if nothing was performed.
                case .show: true
                case .goOn, .mend, .switchOn, .ask, .sell, .settle, .explain, .verifyAgain, .look: !code.canBeTriedAgain
                }
            #expect(agrees, "\(code.rawValue): \(step)")
        }
    }

    @Test func `remedies are offered where the client or the user has one`() throws {
        for code in OutcomeCode.allCases where code.outcomeClass == .blocked {
            let help = try Self.help(of: code)
            guard let outcome = help.example?.outcome else { continue }
            let isUsers = outcome.remedies.contains { [.client, .user].contains($0.actor) }
            #expect(isUsers == help.program?.offersRemedies, "\(code.rawValue): \(outcome.remedies)")
        }
    }
}
