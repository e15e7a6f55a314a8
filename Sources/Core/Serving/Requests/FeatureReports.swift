import Contract
import Features
import Routing

/// The reports of features that one caller gets for one subject, at one moment.
struct FeatureReports {
    private let ruleset: Ruleset
    private let hasTable: Bool
    private let facts: Facts
    private let caller: Caller
    private let subject: Subject?
    private let audience: Audience
    private let translator: Translator?

    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - languages: those of the caller.
    ///   - audience: as whom the caller is told; hidden features are for operators.
    init(_ snapshot: Snapshot, caller: Caller, subject: Subject?, languages: LanguageList?, audience: Audience) {
        (ruleset, facts) = (snapshot.ruleset, snapshot.store.facts)
        (self.caller, self.subject, self.audience) = (caller, subject, audience)
        hasTable = snapshot.hasTable
        translator = Translator(snapshot.ruleset.catalogue, for: languages)
    }

    /// Every feature, parents before their children.
    var watched: [WatchedFeature] { shown.map { WatchedFeature(report(on: $0)) } }

    /// The numbers of the features that the caller is told of.
    private var shown: [Int] {
        ruleset.catalogue.features.indices.filter { ruleset.catalogue.isShown($0, to: audience) }
    }

    /// The page of features after the one of that path, the first page where it is nil; nil where there is no such path.
    func page(after path: String?) -> ListFeatures.Answer? {
        let shown = shown
        var first = 0
        if let path {
            let features = ruleset.catalogue.features
            guard let last = shown.firstIndex(where: { features[$0].path == path }) else { return nil }
            first = last + 1
        }
        return ListFeatures.Answer(pageOf: shown[first...].lazy.map(summary))
    }

    /// A feature with the names of what it owns, without its constraints.
    private func summary(of number: Int) -> FeatureReport {
        var report = report(on: number)
        report.constraints = nil
        return report
    }

    /// A feature with its constraints and the names of what it owns, as many as may be told.
    func report(on number: Int) -> FeatureReport {
        let catalogue = ruleset.catalogue
        let feature = catalogue.features[number]
        let assessment = Verifier.assess(number, in: catalogue, facts: facts, caller: caller, subject: subject)
        let names = ruleset.contents.names(ofFeature: number, byteLimit: Limits.namesBytesPerFeature)
        return FeatureReport {
            ($0.path, $0.name) = (feature.path, feature.name)
            ($0.title, $0.description) = (feature.title?.plain, feature.description?.plain)
            $0.parent = feature.parent.map { catalogue.features[$0].path }
            $0.isHidden = feature.isHidden
            $0.availability = .available
            if let refusal = assessment.refusal {
                $0.availability = refusal.code.outcomeClass == .pending ? .pending : .blocked
                ($0.code, $0.primary) = (refusal.code.rawValue, refusal.primary)
            }
            // No link is opened, also where the intake's own switch is on.
            if !hasTable {
                ($0.availability, $0.code, $0.primary) = (.pending, OutcomeCode.pendingTable.rawValue, nil)
            }
            if feature.constraints.contains(where: { $0.kind == .toggle }) { $0.toggle = toggle(of: feature.path) }
            $0.constraints = assessment.constraints
            ($0.actions, $0.routes) = (names.actions, names.routes)
            $0.unlisted = names.unlisted > 0 ? names.unlisted : nil
            translator?.translate(&$0, of: number)
        }
    }

    /// How the subject has switched the feature of a path.
    private func toggle(of path: String) -> FeatureReport.Toggle {
        switch facts.of(subject ?? caller.subject).state(of: .toggle(path)) {
        case .on: .on
        case .off: .off
        case .unknown: .unknown
        case nil: .unset
        }
    }
}
