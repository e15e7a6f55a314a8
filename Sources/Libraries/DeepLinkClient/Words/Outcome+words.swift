extension Outcome {
    /// What to show a person above ``personSentence``: the title without what cannot be seen, else *Link not opened*.
    public var personTitle: String { OutcomeWords(value).title }

    /// What to show a person: one sentence in the second person, as *You need “Rezept Premium” for “Recipes”.*
    ///
    /// It is in the language of the person's session, if there are sentences in it, else in English. It has nothing of the link,
    /// and no names that only programs use. Titles of the table in it are on one line, without characters that cannot be seen
    /// or turn the direction. It is plain text: escape it where markup is read.
    ///
    /// *Units and range*: at most 200 characters.
    public var personSentence: String { OutcomeWords(value).sentence }

    /// The title in a language.
    public func personTitle(in language: PersonLanguage) -> String { OutcomeWords(value, in: language).title }

    /// The sentence in a language.
    public func personSentence(in language: PersonLanguage) -> String { OutcomeWords(value, in: language).sentence }
}
