internal import Conf
internal import Contract

/// One feature as text for people: its availability, its constraints, its remedies.
struct FeatureText {
    let feature: FeatureReport
    let next: NextCommand

    /// The headline, and below it the rest.
    var lines: [Line] {
        let constraints = feature.constraints ?? []
        let offered = constraints.flatMap(\.remedies).filter { $0.withheldBecause == nil }
        let about = TextRow.lines([
            "feature": feature.path, "about": feature.description, "because": feature.primary,
        ])
        let names = TextRow.lines([
            "actions": feature.actions.isEmpty ? nil : feature.actions.joined(separator: ", "),
            "routes": feature.routes.isEmpty ? nil : feature.routes.joined(separator: ", "),
            "more": feature.unlisted.map { DiagnosticSummary.count($0, "name") + " not listed" },
        ])
        let needs = ConstraintText(constraints: constraints, remedies: offered, next: next).lines
        return [headline] + about + needs + names
    }

    private var headline: Line {
        guard let code = feature.code else { return Self.usable + "  The feature can be used." }
        return OutcomeText.headline(code, primary?.sentence ?? OutcomeCode(rawValue: code)?.sentence ?? "")
    }

    private var primary: ConstraintReport? {
        feature.constraints?.first { $0.id == feature.primary }
    }

    /// *Shape*: `blocked.toggle.off (toggle:Sleep)`, or `available`.
    private static func verdict(_ feature: FeatureReport) -> Line {
        let verdict = feature.code.map { OutcomeText.verdict($0, feature.primary) } ?? usable
        return verdict + Line(feature.isHidden ? ", hidden" : "")
    }

    private static var usable: Line { Line(FeatureReport.Availability.available.rawValue, .good) }

    /// Features, each indented below its parent; one whose parent is not among them by its path, as those of a package.
    static func tree(_ features: [FeatureReport]) -> [Line] {
        var depths: [String: Int] = [:]
        return Columns.lines(
            features.map { feature in
                let depth = feature.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
                depths[feature.path] = depth
                let name = depth == 0 ? feature.path : feature.name
                return [Line(String(repeating: "  ", count: depth)) + Line(name), verdict(feature)]
            })
    }

    /// A changed feature; by its path, since its parents are not shown.
    static func change(_ feature: FeatureReport) -> Line {
        Line(feature.path + "  ") + verdict(feature)
    }
}
