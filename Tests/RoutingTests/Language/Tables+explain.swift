import Conf
import Contract
import Features
import Testing

@testable import Routing

extension Tables {
    /// The outcome of a URL, as `deeplinkctl explain` reports it.
    ///
    /// - Parameter facts: facts as they stand after `--with`: `toggle Player on`.
    static func explain(
        _ url: String, in ruleset: Ruleset, with facts: [String] = [], _ location: SourceLocation = #_sourceLocation
    ) -> Outcome {
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        _ = reader.read(facts, diagnostics: &diagnostics)
        #expect(!diagnostics.hasErrors, "\(facts)", sourceLocation: location)
        return Explanation(of: url, in: ruleset, facts: reader.facts, caller: reader.caller).outcome
    }

    /// The route of a URL with the action's inputs, sorted by name and lists joined by slashes; or the code of a refusal.
    static func result(_ url: String, in ruleset: Ruleset) -> String {
        let outcome = explain(url, in: ruleset)
        guard outcome.code == .okWouldPerform else { return outcome.code.rawValue }
        let inputs = outcome.parameters.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value.argumentText)" }
        return ([outcome.route ?? "-"] + inputs).joined(separator: " ")
    }
}
