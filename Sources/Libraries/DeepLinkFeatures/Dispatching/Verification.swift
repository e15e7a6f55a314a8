/// The outcome of a request: the proof, or the reason for its refusal.
public enum Verification<FeatureType: ConditionalFeature, ActionType: ActionDefinition>: ~Copyable {
    case verified(VerifiedActionBinding<FeatureType, ActionType>)
    case refused(Refusal)

    /// The proof, or nil, for callers who ask about the reason elsewhere.
    ///
    /// *Shape*: `if let binding = dispatcher.request(F.action).binding() { … }`
    public consuming func binding() -> VerifiedActionBinding<FeatureType, ActionType>? {
        switch consume self {
        case .verified(let binding): binding
        case .refused: nil
        }
    }

    /// The proof.
    ///
    /// - Throws: the refusal.
    public consuming func get() throws(Refusal) -> VerifiedActionBinding<FeatureType, ActionType> {
        switch consume self {
        case .verified(let binding): return binding
        case .refused(let refusal): throw refusal
        }
    }
}
