package import Contract

/// The words for one remedy.
package struct RemedyWords {
    let language: PersonLanguage
    /// Nil for a kind of a newer daemon.
    let kind: Contract.Remedy.Kind?
    /// What it is about.
    private let arguments: Value

    /// Reads a remedy; members that are missing or of another type count as absent.
    package init(_ remedy: Value, in language: PersonLanguage = .ofSession) {
        self.language = language
        kind = remedy["kind"]?.text.flatMap(Contract.Remedy.Kind.init)
        arguments = remedy["arguments"] ?? .null
    }

    /// Takes a remedy whose words are all known.
    package init(_ remedy: Contract.Remedy, in language: PersonLanguage = .ofSession) {
        (self.language, kind, arguments) = (language, remedy.kind, .object(remedy.arguments))
    }

    /// Takes a remedy as programs see it.
    init(_ remedy: RemedyReport, in language: PersonLanguage) {
        (self.language, kind) = (language, Contract.Remedy.Kind(rawValue: remedy.kind.rawValue))
        arguments = .object(remedy.members)
    }

    /// What can be done, as one sentence for the person, with what a permission is used for.
    ///
    /// *Units and range*: at most 200 characters.
    package var sentence: String {
        let sentence = language.words.sentence(of: self)
        return PersonText.cut(
            usage.map { sentence + " " + PersonText.closed($0) } ?? sentence, to: PersonText.sentenceLimit)
    }

    // MARK: What it is about

    /// The products by their titles; nil where it names none that people know.
    ///
    /// Ids stand for products without a title, but in a remedy that carries no titles at all.
    var products: ProductNames? {
        let names = (arguments["titles"] ?? (kind == .contactAdministrator ? nil : arguments["products"]))?.elements
        guard let names = names?.compactMap(\.text), !names.isEmpty else { return nil }
        let ids = (arguments["products"]?.elements ?? []).compactMap(\.text)
        func count(_ member: String, _ place: Int) -> Int64? {
            ids.count == names.count ? arguments[member]?[ids[place]]?.int.flatMap { $0 > 0 ? $0 : nil } : nil
        }
        let products = names.indices.map { place in
            ProductNames.Product(
                name: names[place], missing: count("units", place) ?? 1, held: count("held", place) ?? 0)
        }
        return ProductNames(
            products: products, isChoice: arguments["mode"]?.text == "any", areSets: arguments["sets"] != nil)
    }

    /// The name of a permission, as programs use it.
    var permissionName: String { arguments["permission"]?.text ?? "" }

    /// What a permission is used for; nil where the table does not say.
    private var usage: String? {
        let usage = arguments["usage"]?.text.map { PersonText.line($0) }
        return usage == "" ? nil : usage
    }

    /// The title of a switch; nil where it has none.
    var toggleTitle: String? {
        let title = arguments["title"]?.text.map { PersonText.line($0, limit: PersonText.nameLimit) }
        return title == "" ? nil : title
    }
}

extension RemedyReport {
    /// What can be done, as one sentence for the person, in the second person: *Switch “Opens recipes” on.*
    ///
    /// It is in the language of the person's session, if there are sentences in it. ``message`` says the same of the user, with
    /// the names that programs use.
    public var personSentence: String { RemedyWords(self, in: .ofSession).sentence }

    /// The same in a language.
    public func personSentence(in language: PersonLanguage) -> String { RemedyWords(self, in: language).sentence }
}
