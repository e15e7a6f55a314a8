/// The presenters that show the results of actions, by type.
///
/// ```swift
/// var presenters = Presenters(statusLine)
/// presenters.provide { action in windows.front(for: action.feature) }   // an optional Window
/// ```
///
/// It is asked after the link's feature was verified, so no window opens for what is then refused.
public struct Presenters {
    /// The person's yes to what the link asks; the dispatcher puts it here on the way to the link's action.
    var confirmed: GivenConfirmation?
    private var providers: [ObjectIdentifier: (RoutedAction) -> Any?] = [:]

    /// Shows things on these, each under its own type.
    public init<each Presenter>(_ presenters: repeat each Presenter) {
        for presenter in repeat each presenters { provide { _ in presenter } }
    }

    /// Finds or makes a presenter when a link needs one; nil where it cannot show that action now.
    public mutating func provide<Presenter>(
        _ type: Presenter.Type = Presenter.self, _ provider: @escaping (RoutedAction) -> Presenter?
    ) {
        providers[ObjectIdentifier(type)] = { action in provider(action).map { $0 as Any } }
    }

    /// The presenter of a type; what shows nothing is always there.
    ///
    /// - Throws: that there is none for the action.
    func presenter<Presenter>(_ type: Presenter.Type, for action: RoutedAction) throws(LinkHindrance) -> Presenter {
        switch providers[ObjectIdentifier(type)]?(action) ?? NoPresenter() {
        case let presenter as Presenter: return presenter
        default: throw .unpresentable(action, presenter: "\(type)")
        }
    }
}
