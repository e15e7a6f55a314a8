public import Features

/// What a dispatcher did about one action, at one moment.
///
/// A request that is granted and then performed is three events: `granted`, `began` and `ended`. A link has them twice: for
/// the intake, ``PerformIncomingURLAction``, and inside of that for the action to which it leads.
public struct ActionEvent: Sendable {
    /// How far the action came.
    public enum Stage: Equatable, Sendable {
        /// It was requested, and its feature is available.
        case granted
        /// It was requested, by the program or by a link, and was not performed.
        ///
        /// *Shape*: a stable code, as `blocked.purchase.required`.
        case refused(code: String)
        /// It is being performed.
        case began
        /// It was performed, or failed.
        ///
        /// *Shape*: a stable code, as `ok.performed`, `failed.exit` where it threw an error, or `rejected.interceptor`. The code
        /// of the intake is that of the link.
        case ended(code: String, after: Duration)
    }

    /// How far the action came.
    public let stage: Stage
    /// The path of the feature, `Podcasts/Playback`.
    public let feature: String
    /// The name of the action in its feature.
    public let action: String
    /// For whom it is performed.
    public let subject: Subject
    /// What the link or the ``LinkedInput`` brings, by name, with `***` for what a route calls secret; empty for other inputs.
    public let inputs: [String: String]
    /// The name of the route, for the action that a link leads to.
    public let route: String?
    /// The same for the beginning and the end of one performance, and for no other of the dispatcher.
    public let number: UInt64
    /// *Units*: milliseconds since 1970.
    public let timeMs: Int64
    let key: Roster.ActionKey

    /// Whether it is about that action of that feature.
    public func isOf<Binding: ActionBinding>(_ binding: Binding) -> Bool {
        key == Roster.ActionKey(Binding.FeatureType.self, Binding.ActionType.self)
    }

    /// The code of a refusal or an end; nil before.
    public var code: String? {
        switch stage {
        case .refused(let code), .ended(let code, _): code
        case .granted, .began: nil
        }
    }
}

extension ActionEvent: CustomStringConvertible {
    /// *Shape*: `Podcasts/Playback play ended ok.performed 3 ms`.
    public var description: String {
        let end =
            switch stage {
            case .granted: "granted"
            case .refused(let code): "refused \(code)"
            case .began: "began"
            case .ended(let code, let time): "ended \(code) \(time / .milliseconds(1)) ms"
            }
        return "\(feature) \(action) \(end)"
    }
}
