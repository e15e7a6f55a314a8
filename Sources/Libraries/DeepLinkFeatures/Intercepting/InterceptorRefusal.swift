import Conf
import Contract

/// The reason why an action was not performed although its feature is available: a guard refused it.
public struct InterceptorRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The guard: the path of its feature and the name of its action, as `Parental.checkBedtime`.
    public let interceptor: String
    /// One sentence for people: what the guard said, or that it failed or was late.
    public let reason: String
    /// `rejected.interceptor`.
    public var code: String { OutcomeCode.intercepted.rawValue }
    /// One sentence for people.
    public var message: String { "`\(interceptor)` refused the action: \(reason)" }

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    init(by interceptor: String, _ reason: String) {
        self.interceptor = interceptor
        let text = Escaping.printable(reason.isEmpty ? OutcomeCode.intercepted.sentence : reason)
        self.reason = text.hasSuffix(".") ? text : text + "."
    }

    /// It threw an error.
    init(by interceptor: String, failedWith error: any Error) {
        self.init(by: interceptor, "it failed with \(error)")
    }

    /// It took too long.
    ///
    /// - Parameter tookNs: *units*: nanoseconds.
    init(by interceptor: String, tookNs: Int64) {
        self.init(
            by: interceptor,
            "it took \(tookNs / 1_000_000) ms, and may take \(Limits.interceptorTime.wholeNanoseconds / 1_000_000)")
    }
}
