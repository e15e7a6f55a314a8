// The texts of a table in the languages of one caller. What the daemon decides is the same in every language: an outcome is
// made with the texts that have no language, and translated at the very end, where its call names languages and the table
// has others:
//
//     feature Recipes { title "Recipes" ; title de "Rezepte" ; require toggle off }
//
//     a call with languages ["de"]     "title": "Rezepte", and the same in the remedy enableToggle
//     a call without                   nothing is looked at
//
// Sentences of the daemon itself, the members `message`, stay as they are: they are for logs and developers. Clients have a
// catalogue of the sentences for people, by code.

package import Contract

/// Puts the texts of a table into the languages of one caller.
package struct Translator {
    private let catalogue: FeatureCatalogue
    private let languages: LanguageList

    /// Nil where there is nothing to translate: the caller names no language, or the table has one text of each.
    package init?(_ catalogue: FeatureCatalogue, for languages: LanguageList?) {
        guard let languages, !languages.tags.isEmpty, catalogue.isTranslated else { return nil }
        (self.catalogue, self.languages) = (catalogue, languages)
    }

    /// Translates the title and the remedies of an outcome.
    package func translate(_ outcome: inout Outcome) {
        guard let path = outcome.feature, let number = catalogue.features.firstIndex(where: { $0.path == path }) else {
            return
        }
        if let title = catalogue.features[number].title, outcome.title == title.plain {
            outcome.title = title.text(in: languages)
        }
        let inputs = outcome.parameters
        translate(&outcome.constraints, of: number, inputs: inputs)
        for place in outcome.remedies.indices { translate(&outcome.remedies[place], of: number, inputs: inputs) }
    }

    /// Translates what people read of a feature.
    package func translate(_ report: inout FeatureReport, of number: Int) {
        let feature = catalogue.features[number]
        report.title = feature.title?.text(in: languages)
        report.description = feature.description?.text(in: languages)
        guard var constraints = report.constraints else { return }
        translate(&constraints, of: number, inputs: nil)
        report.constraints = constraints
    }

    private func translate(_ constraints: inout [ConstraintReport], of number: Int, inputs: [Value.Member]?) {
        for place in constraints.indices {
            for remedy in constraints[place].remedies.indices {
                translate(&constraints[place].remedies[remedy], of: number, inputs: inputs)
            }
        }
    }

    /// Has the rule translate a remedy that has made it.
    private func translate(_ remedy: inout Remedy, of number: Int, inputs: [Value.Member]?) {
        for constraint in catalogue.constraints[number] where constraint.rule.isTranslated {
            constraint.rule.translate(&remedy, for: languages, inputs: inputs)
        }
    }
}

extension Optional where Wrapped == LanguageList {
    /// A text of the table as the caller reads it best.
    package func text(_ text: LocalizedText) -> String { map(text.text(in:)) ?? text.plain }
}
