/// The result of a link or an action.
///
/// Switch on ``ReceivedOutcome/outcomeClass`` first, and on ``ReceivedOutcome/code`` where you want to be more exact: codes
/// are added, classes are not.
public typealias Outcome = ReceivedOutcome

extension Outcome {
    /// Names this outcome in the daemon's log.
    public var id: String? { value["outcomeId"]?.text }
    /// The URL in canonical form; if a value in it is secret, `***` replaces all behind the scheme.
    public var url: String? { value["url"]?.text }
    /// The name of the route that took the URL.
    public var route: String? { value["route"]?.text }
    /// The path of the feature that owns the action.
    public var feature: String? { value["feature"]?.text }
    /// What people call that feature, or its package or table; nil if the table does not say.
    public var title: String? { value["title"]?.text }
    /// The action's name.
    public var action: String? { value["action"]?.text }
    /// The action's inputs with their values; secret ones are `***`.
    public var inputs: [String: Value] { value["parameters"]?.members?.byName ?? [:] }
    /// The id of the constraint that decided the code.
    public var primary: String? { value["primary"]?.text }
    /// What would help now, best first.
    public var remedies: [Remedy] { (value["remedies"]?.elements ?? []).map { Remedy($0) } }
    /// The constraints of the feature, outermost first, with those that are met; empty unless one of them decided the code,
    /// or an operator has overridden one.
    ///
    /// Those with words that only a newer daemon knows are left out; the class and the code count them.
    public var constraints: [ConstraintStatus] { ConstraintStatus.known(in: value["constraints"]) }
    /// What the action answered as a text.
    public var text: String? { value["text"]?.text }
    /// What the action answered as an object.
    public var result: [String: Value]? { value["result"]?.members?.byName }
    /// That the answer was kept from an earlier link, and how old it is; nil if it was not.
    public var cached: CachedAnswer? { value["cached"].flatMap { try? CachedAnswer.read($0, at: "cached") } }
    /// The names of the rewrites, guards and replacements of the table that acted, in their order.
    public var interceptors: [String] { value["interceptors"]?.elements?.compactMap(\.text) ?? [] }
    /// What else was performed because the feature is blocked, as the table says; nil if nothing was.
    public var instead: InsteadReport? { value["instead"].flatMap { try? InsteadReport.read($0, at: "instead") } }
    /// What the action did as a program, or as the app of a channel; nil if it was neither.
    public var execution: Execution? { value["execution"].flatMap { try? Execution.read($0, at: "execution") } }
    /// True if nothing was performed now: the outcome is that of an earlier call with the same idempotency key.
    public var isReplayed: Bool { value["replayed"]?.flag ?? false }

    /// A member by its name on the wire, as the description of `io.deeplinkd.Dispatch` lists them; nil if it is absent.
    public subscript(_ name: String) -> Value? { value[name] }
}

extension Outcome: CustomStringConvertible {
    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }
}
