import Contract

/// One step that could lift a constraint, and who can take it.
public struct Remedy: Sendable {
    let remedy: Contract.Remedy

    /// *Shape*: one word that programs can switch on, as `purchase`, `requestPermissions`, `enableToggle`.
    public var kind: String { remedy.kind.rawValue }
    /// *Shape*: `user`, `client` (the program itself), `administrator`, `developer`, `thirdPerson`.
    public var actor: String { remedy.actor.rawValue }
    /// Who can do what, as one sentence for people.
    public var message: String { remedy.message }
    /// What it is about, by name: `products` and their `titles`, `permission`, `feature`.
    public var arguments: [String: [String]] {
        Dictionary(remedy.arguments.map { ($0.name, Self.texts($0.value)) }, uniquingKeysWith: { $1 })
    }
    /// The id of the constraint that must be met first; nil where it is offered now.
    public var withheldBecause: String? { remedy.withheldBecause }

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
