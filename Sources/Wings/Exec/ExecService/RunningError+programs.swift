import Contract
import ExecRules
import Features
import Varlink

extension RunningError {
    /// The system would not start the program.
    ///
    /// *Shape*: `code` is the name of the error, `ENOENT`; `place` is empty, or ` in /srv`.
    static func notStarted(_ program: String, _ place: String, code: String, _ reason: String) -> Self {
        let message = "The program \(program) could not be started\(place): \(reason)."
        return Self(.failedSpawn, message, Execution(.exec, error: code))
    }

    /// Other users could have changed the program or something on the way to it, so it was not started.
    static func untrusted(_ program: String, _ reason: String) -> Self {
        Self(.failedSpawn, "The program \(program) was not started: \(reason).", Execution(.exec))
    }

    /// As many programs run as may.
    ///
    /// *Units*: programs.
    static func tooManyPrograms(limit: Int) -> Self {
        Self(.overloaded, "\(limit) programs, or processes they left behind, are running: as many as may.")
    }
}

extension [Value.Member] {
    /// The inputs as a program reads them from its standard input, those that are secret too.
    ///
    /// *Shape*: an object of JSON on one line.
    var asLine: [UInt8] { [UInt8]((JSONText.text(of: Value.object(self)) + "\n").utf8) }
}
