internal import Conf
internal import Contract

/// One feature as text for people: its availability, its constraints, its remedies.
struct FeatureText {
    let feature: FeatureReport
    let next: NextCommand

    /// The lines, each with its line end.
    var text: String {
        var lines = [headline, TextRow.line("feature", feature.path)]
        if let description = feature.description { lines.append(TextRow.line("about", description)) }
        if let primary = feature.primary { lines.append(TextRow.line("because", primary)) }
        let constraints = feature.constraints ?? []
        let offered = constraints.flatMap(\.remedies).filter { $0.withheldBecause == nil }
        lines += ConstraintText(constraints: constraints, remedies: offered, next: next).lines
        if !feature.actions.isEmpty { lines.append(TextRow.line("actions", feature.actions.joined(separator: ", "))) }
        if !feature.routes.isEmpty { lines.append(TextRow.line("routes", feature.routes.joined(separator: ", "))) }
        if let unlisted = feature.unlisted {
            lines.append(TextRow.line("more", DiagnosticSummary.count(unlisted, "name") + " not listed"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        guard let code = feature.code else {
            return Output.coloured(FeatureReport.Availability.available.rawValue, .ok) + "  The feature can be used."
        }
        return Output.coloured(code.rawValue, code.outcomeClass) + "  " + code.entry.sentence
    }

    /// *Shape*: `blocked.toggle.off (toggle:Sleep)`, or `available`.
    static func verdict(_ feature: FeatureReport) -> String {
        guard let code = feature.code else { return feature.status.rawValue }
        return code.rawValue + (feature.primary.map { " (\($0))" } ?? "")
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
        Escaping.printable(feature.path + "  " + verdict(feature))
    }
}
