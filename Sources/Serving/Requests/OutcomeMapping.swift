// The one place where what performing came to, or what became of a binding, turns into an outcome. How a link gets as far
// as that is mapped where it is decided (Routing/OutcomeMapping.swift), because the offline tools end there.

import Contract
import Running

extension Outcome {
    /// Says what performing came to, over an outcome that said what would be performed.
    mutating func finish(_ performance: Performance) {
        switch performance {
        case .answered(let value):
            set(.okPerformed)
            result = value
        case .launched(let execution):
            set(.okAccepted)
            self.execution = execution
        case .ended(let execution, let isSuccess): finish(execution, isSuccess)
        case .timedOut(let execution, let limit):
            set(.failedTimeout, "The program took longer than \(limit) and was stopped.")
            self.execution = execution
        case .cancelled(let execution):
            set(.failedCancelled, "The program was stopped because the dispatcher shuts down.")
            self.execution = execution
        case .failed(let error): fail(error)
        }
    }

    private mutating func finish(_ execution: Execution, _ isSuccess: Bool) {
        self.execution = execution
        switch execution.exit {
        case .code where isSuccess: set(.okPerformed)
        case .code(let code): set(.failedExit, "The program ended with status \(code).")
        case .signal(let signal): set(.failedSignal, "The program was ended by signal \(signal).")
        case nil: set(.failedInternal)
        }
    }

    private mutating func fail(_ error: RunningError) {
        switch error {
        case .notStarted(let program, let code, let reason):
            set(.failedSpawn, "The program \(program) could not be started: \(reason).")
            execution = Execution(kind: "exec", durationMs: 0, error: code)
        case .untrusted(let program, let reason):
            set(.failedSpawn, "The program \(program) was not started: \(reason).")
            execution = Execution(kind: "exec", durationMs: 0)
        case .tooManyPrograms(let limit):
            set(.overloaded, "\(limit) programs, or processes they left behind, are running: as many as may.")
        case .notPerformable(let action): set(.failedInternal, "The action \(action) is not performed here.")
        }
    }

    private mutating func set(_ code: OutcomeCode, _ message: String? = nil) {
        self.code = code
        self.message = message ?? code.sentence
    }

    /// The outcome of a binding that is not performed.
    init(_ error: BindingError) {
        switch error {
        case .unknown: self.init(.bindingUnknown)
        case .foreign: self.init(.bindingForeign)
        case .expired: self.init(.bindingUnknown, message: "The binding was not performed in time and is forgotten.")
        case .stale: self.init(.bindingStale)
        }
    }
}
