public import Contract

/// The features that have changed since the last notice.
public struct FeatureChange: Equatable, Sendable {
    /// The features as they are now; in the first notice of a connection all of them.
    public let features: [FeatureReport]
    /// The paths of features that a new table does not declare any more.
    public let removed: [String]

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(_ reply: Value) throws(FramingError) {
        let answer = try WatchFeatures.Answer(reply: reply)
        (features, removed) = (answer.features, answer.removed)
    }
}

/// The changes of features, as they come.
public typealias FeatureChanges = Notices<FeatureChange>

extension DeepLinkDaemon {
    /// The features as they are now, and again those that have changed.
    ///
    /// ```swift
    /// for try await change in daemon.watchFeatures() {
    ///     for feature in change.features { print(feature.path, feature.availability) }
    /// }
    /// ```
    ///
    /// If the connection is lost, the client connects again, with pauses of 0.1 to 10 s, and all features are listed anew.
    ///
    /// - Parameter subject: for whom, as `uid:1000`; nil for the caller.
    public func watchFeatures(subject: String? = nil) -> FeatureChanges {
        Notices(
            StreamHandle(driver, .init(request: { _ in WatchFeatures(sessionOf: subject) })),
            replies: FeatureChange.init)
    }

    /// Calls back with the features as they are now, and again with those that have changed.
    ///
    /// The last call is a failure. Keep what is returned: its end is the end of the notices, without a call.
    public func watchFeatures(
        subject: String? = nil, handler: @escaping Completion<FeatureChange>
    ) -> FeatureChanges {
        watchFeatures(subject: subject).forEach(handler)
    }
}

/// A notice of a watch, for parts of this package that have to know when the daemon is away.
package enum FeatureNotice: Sendable {
    case change(FeatureChange)
    /// The daemon is away, or was not there; all features are listed anew when it is back.
    case interrupted(DeepLinkError)
}

extension DeepLinkDaemon {
    /// Watches as ``watchFeatures(subject:handler:)`` does, tells of interruptions, and waits for a daemon that is not there at first.
    package func watchSteadily(
        subject: String?, handler: @escaping Completion<FeatureNotice>
    ) -> Notices<FeatureNotice> {
        let plan = StreamingCall.Plan(request: { _ in WatchFeatures(sessionOf: subject) }, waitsForDaemon: true)
        let notices = Notices(StreamHandle(driver, plan)) { (event) throws(DeepLinkError) -> FeatureNotice? in
            switch event {
            case .interrupted(let error): .interrupted(error)
            case .reply(let received): .change(try received.read(FeatureChange.init))
            }
        }
        return notices.forEach(handler)
    }
}

extension WatchFeatures {
    /// A watch whose texts are in the languages of the person's session.
    fileprivate init(sessionOf subject: String?) {
        self.init { ($0.subject, $0.languages) = (subject, LanguageList.ofSession.texts) }
    }
}
