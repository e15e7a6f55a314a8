/// A call whose answer has texts of the table, in the languages that it names.
package protocol LocalizedMethod: Method {
    /// The best first, as tags of BCP 47; nil where it does not say.
    var languages: [String]? { get set }
}

extension LocalizedMethod {
    /// Nil also for languages that every daemon refuses: the caller has to read that.
    package var withoutLanguages: Self? {
        guard let languages, LanguageList(texts: languages) != nil else { return nil }
        var call = self
        call.languages = nil
        return call
    }
}
