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

/// A feature in short, and how its constraints stand.
///
/// One permission of two that are missing may come without another word in the short report.
struct WatchedFeature: Equatable {
    let report: FeatureReport
    /// Another number once one of the constraints stands otherwise.
    private let standing: Int

    /// - Parameter full: the report with its constraints.
    init(_ full: FeatureReport) {
        var hasher = Hasher()
        for constraint in full.constraints ?? [] {
            hasher.combine(constraint.id)
            hasher.combine(constraint.status)
            hasher.combine(constraint.reason)
        }
        standing = hasher.finalize()
        var report = full
        report.constraints = nil
        self.report = report
    }
}

/// The features, for calls of `Features.Watch`.
enum WatchedFeatures: Watched {
    static let isShared = true

    static func name(of feature: WatchedFeature) -> String { feature.report.path }

    static func reports(for key: WatchKey, _ server: Server) -> [WatchedFeature] {
        FeatureReports(
            server.snapshot, caller: key.caller, subject: key.subject, languages: key.languages,
            audience: server.sight(of: key.caller)
        ).watched
    }

    static func isNews(_ feature: WatchedFeature, since earlier: WatchedFeature?) -> Bool { feature != earlier }

    static func page(of features: ArraySlice<WatchedFeature>) -> [WatchedFeature] {
        Array(features.prefix(ListFeatures.Answer(pageOf: features.lazy.map(\.report)).features.count))
    }

    static func reply(_ features: [WatchedFeature], removed: [String]) -> any Reply {
        WatchFeatures.Answer { ($0.features, $0.removed) = (features.map(\.report), removed) }
    }
}
