import Contract

extension ListFeatures.Answer {
    /// As many features as go into one answer, from the first on; one at least, where there is one.
    init(pageOf all: some Collection<FeatureReport>) {
        self.init()
        var features: [FeatureReport] = []
        var bytes = 0
        for feature in all {
            let size = feature.roughBytes
            if !features.isEmpty, features.count == Limits.featuresPerPage || bytes + size > Limits.pageBytes { break }
            features.append(feature)
            bytes += size
        }
        self.features = features
        next = features.count < all.count ? features.last?.path : nil
    }
}

extension FeatureReport {
    /// About how long it is as a part of an answer.
    ///
    /// *Units*: bytes; escapes are not counted.
    fileprivate var roughBytes: Int {
        let texts = 200 + path.utf8.count + name.utf8.count + (parent?.utf8.count ?? 0) + (description?.utf8.count ?? 0)
        return (actions + routes).reduce(texts) { $0 + $1.utf8.count + 3 }
    }
}

/// The features, for calls of `Features.Watch`.
enum WatchedFeatures: Watched {
    static let isShared = true

    static func name(of feature: FeatureReport) -> String { feature.path }

    static func reports(for key: WatchKey, _ server: Server) -> [FeatureReport] {
        FeatureReports(
            server.snapshot, caller: key.caller, subject: key.subject, languages: key.languages,
            audience: server.sight(of: key.caller)
        ).all
    }

    static func isNews(_ feature: FeatureReport, since earlier: FeatureReport?) -> Bool { feature != earlier }

    static func page(of features: ArraySlice<FeatureReport>) -> [FeatureReport] {
        ListFeatures.Answer(pageOf: features).features
    }

    static func reply(_ features: [FeatureReport], removed: [String]) -> any Reply {
        WatchFeatures.Answer { ($0.features, $0.removed) = (features, removed) }
    }
}
