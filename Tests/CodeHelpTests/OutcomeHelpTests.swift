import Contract
import Manual
import Testing

/// The examples of the manual's outcome codes, explained as `explain` does.
@Suite struct OutcomeHelpTests {
    /// What only a daemon can answer, with its programs, apps, callers and sources.
    private static let ofDaemon: Set<OutcomeCode> = [
        .purchaseUnsupported, .urlTooLong, .actionNotFound, .packageUnavailable,
    ]

    @Test(arguments: OutcomeCode.allCases) func `the link of an example has the code`(_ code: OutcomeCode) throws {
        guard let example = code.help.example else { return }
        let outcome = try #require(example.outcome, "\(example.table)\n\(example.facts)")
        #expect(outcome.code == code, "\(outcome.code.rawValue): \(outcome.message)")
        #expect(code.exitStatuses.contains(outcome.exitStatus))
        if code.outcomeClass == .blocked {
            let primary = outcome.constraints.first { $0.id == outcome.primary }
            #expect(primary?.status == .unsatisfied, "one condition is not met, and it decides")
            #expect(outcome.constraints.count { $0.status == .unsatisfied } == 1)
        }
    }

    @Test func `what a link and facts decide has an example`() {
        for code in OutcomeCode.allCases where code.help.example == nil {
            let isOfCaller = ["binding", "caller", "idempotency", "loop", "overloaded", "shuttingDown"]
                .contains { code.rawValue.hasPrefix("rejected.\($0)") }
            let isAttempted = [.ok, .pending, .failed, .unknown].contains(code.outcomeClass)
            #expect(isOfCaller || isAttempted || Self.ofDaemon.contains(code), "\(code.rawValue)")
        }
    }

    @Test(arguments: OutcomeCode.allCases)
    func `every code has sentences for the reader, the person and the program`(_ code: OutcomeCode) {
        let help = code.help
        for text in [help.text, help.person, help.program.sentence] {
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(line.hasSuffix(".") && line.count < 500, "\(code.rawValue): \(line)")
        }
        #expect(!help.near.contains(code) && Set(help.near).count == help.near.count)
    }

    @Test func `what the manual tells a program agrees with the class`() {
        let steps: [OutcomeClass: Set<ProgramStep>] = [
            .ok: [.goOn], .blocked: [.switchOn, .ask, .sell, .settle, .explain, .wait], .pending: [.wait],
            .rejected: [.mend, .retry, .verifyAgain, .explain], .failed: [.show, .look], .unknown: [.look],
        ]
        for code in OutcomeCode.allCases {
            #expect(steps[code.outcomeClass]?.contains(code.help.program) == true, "\(code.rawValue)")
        }
        #expect(Set(OutcomeCode.allCases.map(\.help.program)) == Set(ProgramStep.allCases))
    }

    @Test func `remedies are offered where the client or the user has one`() throws {
        for code in OutcomeCode.allCases where code.outcomeClass == .blocked {
            guard let outcome = code.help.example?.outcome else { continue }
            let isUsers = outcome.remedies.contains { [.client, .user].contains($0.actor) }
            #expect(isUsers == code.help.program.offersRemedies, "\(code.rawValue): \(outcome.remedies)")
        }
    }
}
