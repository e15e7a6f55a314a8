internal import Conf
internal import Contract

/// One feature as text for people: its availability, its constraints, its remedies.
struct FeatureText {
    let feature: FeatureReport
    let next: NextCommand

    /// The lines, each with its line end.
    var text: String {
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
        return ([headline] + about + needs + names).joined(separator: "\n") + "\n"
    }

    private var headline: String {
        guard let code = feature.code else {
            return Colour.text(FeatureReport.Availability.available.rawValue, .ok) + "  The feature can be used."
        }
        return Colour.text(code.rawValue, code.outcomeClass) + "  " + (primary?.sentence ?? code.sentence)
    }

    private var primary: ConstraintReport? {
        feature.constraints?.first { $0.id == feature.primary }
    }

    /// *Shape*: `blocked.toggle.off (toggle:Sleep)`, or `available`.
    static func verdict(_ feature: FeatureReport) -> String {
        let hidden = feature.isHidden ? ", hidden" : ""
        guard let code = feature.code else { return feature.status.rawValue + hidden }
        return code.rawValue + (feature.primary.map { " (\($0))" } ?? "") + hidden
    }

    /// Features, each indented below its parent.
    static func tree(_ features: [FeatureReport]) -> [String] {
        Columns.lines(
            features.map { feature in
                let depth = feature.path.utf8.count { $0 == UInt8(ascii: "/") }
                return [String(repeating: "  ", count: depth) + feature.name, verdict(feature)]
            })
    }

    /// A changed feature; by its path, since its parents are not shown.
    static func change(_ feature: FeatureReport) -> String {
        feature.path + "  " + verdict(feature)
    }
}
