import Contract
import Running
import Testing

@testable import Serving

@Suite struct OutcomeMappingTests {
    private static let execution = Execution(kind: "exec", durationMs: 3, exit: .code(0))

    private static func ended(_ exit: Execution.Exit?, isSuccess: Bool) -> Performance {
        .ended(Execution(kind: "exec", durationMs: 3, exit: exit), isSuccess: isSuccess)
    }

    private static let performances: [(Performance, OutcomeCode)] = [
        (.answered(.string("hello")), .okPerformed),
        (.launched(execution), .okAccepted),
        (ended(.code(0), isSuccess: true), .okPerformed),
        (ended(.code(3), isSuccess: true), .okPerformed),
        (ended(.code(3), isSuccess: false), .failedExit),
        (ended(.code(0), isSuccess: false), .failedExit),
        (ended(.signal(9), isSuccess: false), .failedSignal),
        (ended(.signal(9), isSuccess: true), .failedSignal),
        (ended(nil, isSuccess: false), .failedInternal),
        (.timedOut(execution, limit: .seconds(1)), .failedTimeout),
        (.cancelled(execution), .failedCancelled),
        (.failed(.notStarted(program: "/x", code: "ENOENT", reason: "it is not there")), .failedSpawn),
        (.failed(.untrusted(program: "/x", reason: "/x belongs to uid 1")), .failedSpawn),
        (.failed(.tooManyPrograms(limit: 16)), .overloaded),
        (.failed(.notPerformable(action: "x")), .failedInternal),
    ]

    @Test func `whatever performing came to is one code, and keeps what was known before`() {
        for (performance, code) in Self.performances {
            var outcome = Outcome(.okWouldPerform)
            outcome.route = "r"
            outcome.finish(performance)
            #expect(outcome.code == code, "\(performance)")
            #expect(outcome.route == "r")
            #expect(outcome.message != OutcomeCode.okWouldPerform.entry.sentence)
        }
    }

    @Test(arguments: [
        (BindingError.unknown, OutcomeCode.bindingUnknown), (.foreign, .bindingForeign), (.expired, .bindingUnknown),
        (.stale, .bindingStale),
    ])
    func `a binding that is not performed says why`(error: BindingError, code: OutcomeCode) {
        #expect(Outcome(error).code == code)
    }
}
