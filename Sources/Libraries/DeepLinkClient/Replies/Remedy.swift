/// One step that could lift a refusal, and who can take it.
public struct Remedy: Equatable, Sendable {
    let value: Value

    /// *Shape*: one word that programs can switch on, as `purchase`, `requestPermissions`, `enableToggle`.
    public var kind: String { value["kind"]?.text ?? "" }
    /// *Shape*: `user`, `client` (this program), `administrator`, `developer`, `thirdPerson`.
    public var actor: String { value["actor"]?.text ?? "" }
    /// Who can do what, as one sentence for people.
    public var message: String { value["message"]?.text ?? "" }
    /// What it is about, by name: `products`, `permission`, `feature`.
    public var arguments: [String: Value] { value["arguments"]?.members?.byName ?? [:] }
}
