/// The outcome of opening a link.
public enum LinkOutcome {
    /// Its action was performed.
    case performed(PerformedLink)
    /// The feature it leads to is not available, or opening links is switched off; the refusal says what would help.
    case refused(Refusal)
    /// It is no link, or none that any route takes.
    case rejected(LinkRejection)
    /// Everything was in order, and nothing is there to show the result: ``Presenters`` has none of that type, or the one
    /// it has declined.
    case unpresentable(RoutedAction, presenter: String)
}
