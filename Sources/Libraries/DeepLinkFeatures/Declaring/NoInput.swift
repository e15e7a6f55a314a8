/// The input of an action that needs none.
public struct NoInput: Sendable {
    /// Makes the only value there is.
    public init() {}
}
