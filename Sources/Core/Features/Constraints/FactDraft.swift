import Contract

/// Facts and a caller as a test case or `--with` sets them, one by one.
package struct FactDraft {
    package let catalogue: FeatureCatalogue
    package var facts = Facts()
    package internal(set) var caller = Caller(uid: 1000)

    /// Begins with no facts, and with an ordinary user as the caller.
    package init(catalogue: FeatureCatalogue) {
        self.catalogue = catalogue
        facts.source = "override"
        facts.callerSource = "override"
    }

    /// The rules of one kind that features of the table have.
    package func required<Rule: ConstraintRule>(_: Rule.Type) -> [Rule] {
        catalogue.features.flatMap(\.constraints).compactMap { $0.rule as? Rule }
    }

    /// The path of a feature that declares a switch of a kind itself.
    ///
    /// *Throws*: that there is no such feature, more than one, or no such switch.
    func path(of name: String, requiring kind: FactKind) throws(FactTextError) -> String {
        guard let number = catalogue.feature(named: name) else { throw unknownFeature(name) }
        guard catalogue.features[number].constraints.contains(where: { $0.kind == kind }) else {
            throw .badName(
                "the feature `\(name)` has no \(kind.word) switch, so setting it changes nothing",
                .sentence("add `require \(kind.word) on|off` to the feature, or remove the line"))
        }
        return catalogue.features[number].path
    }

    private func unknownFeature(_ name: String) -> FactTextError {
        let paths = catalogue.features.lazy.filter { $0.name == name }.map(\.path).prefix(8)
        guard paths.count > 1 else {
            return .badName(
                "there is no feature `\(name)`", .nameSuggestion(for: name, among: catalogue.features.map(\.path)))
        }
        return .badName(
            "more than one feature is called `\(name)`",
            .sentence("write its path: " + paths.joined(separator: " or ")))
    }
}
