import Contract

/// One step that could lift a constraint, and who can take it.
public struct Remedy: Sendable {
    /// *Shape*: one word that programs can switch on, as `purchase`, `requestPermissions`, `enableToggle`.
    public let kind: String
    /// *Shape*: `user`, `client` (the program itself), `administrator`, `developer`, `thirdPerson`.
    public let actor: String
    /// What it is about, by name: `products`, `permission`, `feature`.
    public let arguments: [String: [String]]
    /// The id of the constraint that must be met first; nil where it is offered now.
    public let withheldBecause: String?

    init(_ remedy: Contract.Remedy) {
        kind = remedy.kind.rawValue
        actor = remedy.actor.rawValue
        withheldBecause = remedy.withheldBecause
        var arguments: [String: [String]] = [:]
        for argument in remedy.arguments { arguments[argument.name] = Self.texts(argument.value) }
        self.arguments = arguments
    }

    private static func texts(_ value: Value) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(texts)
        case .integer(let number): [String(number)]
        case .number(let literal): [literal]
        case .bool(let flag): [String(flag)]
        case .null, .object: []
        }
    }
}
