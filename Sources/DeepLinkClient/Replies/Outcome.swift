internal import Contract

/// What became of a link or an action.
///
/// Switch on ``outcomeClass`` first, and on ``code`` where you want to be more exact: codes are added, classes are not.
public struct Outcome: Equatable, Sendable, CustomStringConvertible {
    /// How an outcome is handled: the first word of its code.
    public enum Class: Equatable, Sendable {
        /// Performed, accepted or delivered.
        case ok
        /// The request or the caller is at fault; the same request will never succeed.
        case rejected
        /// A constraint is not met; a remedy may lift it.
        case blocked
        /// It cannot be decided yet; the same request may succeed later.
        case pending
        /// The action was attempted and did not succeed.
        case failed
        /// The action may or may not have happened.
        case unknown
    }

    let received: ReceivedOutcome

    /// How to handle it.
    public var outcomeClass: Class { Class(received.outcomeClass) }
    /// *Shape*: a stable dotted code, `ok.performed` or `blocked.toggle.off`.
    public var code: String { received.code }
    /// The same as one sentence for people.
    public var message: String { received.message }
    /// Names this outcome in the daemon's log.
    public var id: String? { string("outcomeId") }
    /// The URL in canonical form; if a value in it is secret, `***` replaces all behind the scheme.
    public var url: String? { string("url") }
    /// The name of the route that took the URL.
    public var route: String? { string("route") }
    /// The path of the feature that owns the action.
    public var feature: String? { string("feature") }
    /// What people call that feature, or its package or table; nil if the table does not say.
    public var title: String? { string("title") }
    /// The action's name.
    public var action: String? { string("action") }
    /// The action's inputs with their values; secret ones are `***`.
    public var parameters: [String: Value] { self["parameters"]?.members ?? [:] }
    /// The id of the constraint that decided the code.
    public var primary: String? { string("primary") }
    /// What would help now, best first.
    public var remedies: [Remedy] { (received.value["remedies"]?.elements ?? []).map(Remedy.init) }
    /// Whether the user or this program can carry out a remedy of every constraint that is not met.
    public var isActionable: Bool { received.isActionable }
    /// What the action answered as a text.
    public var text: String? { string("text") }
    /// What the action answered as an object.
    public var result: [String: Value]? { self["result"]?.members }
    /// What the program of the action did; nil if no program was started.
    public var execution: Execution? { received.value["execution"].map(Execution.init) }
    /// True if nothing was performed now: the outcome is that of an earlier call with the same idempotency key.
    public var isReplayed: Bool { received.value["replayed"]?.flag ?? false }

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    /// A member by its name on the wire, as the description of `io.deeplinkd.Dispatch` lists them; nil if it is absent.
    public subscript(_ name: String) -> Value? { received.value[name].map(Value.init) }

    private func string(_ name: String) -> String? { received.value[name]?.text }
}

extension Outcome {
    /// What a performed action did, as far as the daemon saw it.
    public struct Execution: Equatable, Sendable {
        let value: Varlink.Value

        /// The directive of the table that performed it: `exec` or `channel`.
        public var kind: String { value["kind"]?.text ?? "" }
        /// The exit status of the program; nil if a signal ended it, or it was left running.
        public var exitStatus: Int? { value["exit"]?["code"]?.int.map { Int($0) } }
        /// The number of the signal that ended the program.
        public var signal: Int? { value["exit"]?["signal"]?.int.map { Int($0) } }
        /// The program's standard output, or its beginning.
        public var output: String? { value["stdout"]?["text"]?.text }
        /// The program's standard error, or its beginning.
        public var errors: String? { value["stderr"]?["text"]?.text }
        /// Why the app that the link was delivered to did not perform it.
        public var reason: String? { value["reason"]?.text }
    }
}

extension Outcome.Class {
    init(_ outcomeClass: OutcomeClass) {
        self =
            switch outcomeClass {
            case .ok: .ok
            case .rejected: .rejected
            case .blocked: .blocked
            case .pending: .pending
            case .failed: .failed
            case .unknown: .unknown
            }
    }
}
