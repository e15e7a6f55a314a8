/// An action of a feature, as a Swift type; adopt ``Action`` or ``AsyncAction``.
///
/// An action is a type and never an instance. It is reached through the bindings of a feature alone, so no code path leads
/// to it past the feature's conditions.
public protocol ActionDefinition: SendableMetatype {
    /// What it works on; ``NoInput`` unless another is named.
    associatedtype Input = NoInput
    /// What shows its result, a view or a writer; ``NoPresenter`` where it shows nothing.
    associatedtype Presenter
    /// What performing it gives back.
    associatedtype Output

    /// The name, unique in its feature; the type's name without a last `Action`, in lower camel case, unless another is
    /// given.
    static var name: String { get }
    /// One sentence for people; empty unless one is given.
    static var description: String { get }
}

extension ActionDefinition {
    /// The type's name without a last `Action`, in lower camel case.
    public static var name: String {
        let type = String(describing: Self.self)
        let name = type.hasSuffix("Action") && type != "Action" ? type.dropLast(6) : type[...]
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    /// None.
    public static var description: String { "" }
}
