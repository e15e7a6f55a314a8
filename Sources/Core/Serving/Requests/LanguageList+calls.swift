package import Contract
import Features
import Routing

extension LanguageList {
    /// The languages of a call; nil where it names none.
    ///
    /// *Throws*: where they are too many, or one is no tag.
    package static func read(_ texts: [String]?) throws(ParameterError) -> LanguageList? {
        guard let texts, !texts.isEmpty else { return nil }
        guard let languages = LanguageList(texts: texts) else { throw .invalid(.languages) }
        return languages
    }
}

extension Snapshot {
    /// An outcome with the texts of the table in the languages of its caller.
    package func translated(_ outcome: consuming Outcome, for languages: LanguageList?) -> Outcome {
        Translator(ruleset.catalogue, for: languages)?.translate(&outcome)
        return outcome
    }
}
