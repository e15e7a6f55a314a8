/// Why a link that a route took is not performed.
enum LinkHindrance: Error {
    case refused(Refusal)
    case rejected(LinkRejection)
    case unpresentable(RoutedAction, presenter: String)

    /// The same as the outcome of the link.
    var outcome: LinkOutcome {
        switch self {
        case .refused(let refusal): .refused(refusal)
        case .rejected(let rejection): .rejected(rejection)
        case .unpresentable(let action, let presenter): .unpresentable(action, presenter: presenter)
        }
    }
}
