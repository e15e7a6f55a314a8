/// The presenter of an action that shows nothing.
public struct NoPresenter: Sendable {
    /// Makes the only value there is.
    public init() {}
}
