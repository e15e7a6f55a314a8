package import Contract

/// The words for one condition of a feature, as a part of a sentence: *your switch “Opens recipes” is off*.
package enum ConstraintWords {
    /// The words for the state of the condition.
    package static func text(of constraint: ConstraintReport, in language: PersonLanguage = .ofSession) -> String {
        language.words.text(of: constraint)
    }

    /// The names of permissions of which one is enough; one permission alone is itself.
    ///
    /// *Shape*: `any camera microphone`, as the subject of a constraint has them. A name with blanks is in several parts, none of
    /// which has words of its own.
    static func permissions(in subject: String) -> [String] {
        let words = subject.split(separator: " ").map(String.init)
        return words.count > 2 && words[0] == "any" ? Array(words.dropFirst()) : [subject]
    }

    /// The first part of a permission's name, which tells what it is: `location` of `location.whenInUse`.
    ///
    /// *Source*: the names of `Permission` in PermissionRules. Those of polkit's actions and of stores have no words of
    /// their own.
    static func kind(ofPermission name: String) -> String { String(name.prefix { $0 != "." && $0 != ":" }) }
}

extension ConstraintReport {
    /// The title of the switch that it is about; nil where it has none.
    func toggleTitle(_ language: PersonLanguage) -> String? {
        remedies.lazy.compactMap { RemedyWords($0, in: language).toggleTitle }.first
    }

    /// The products that it is about; nil where they have no names for people.
    func productNames(_ language: PersonLanguage) -> ProductNames? {
        remedies.lazy.compactMap { RemedyWords($0, in: language).products }.first?.required
    }
}
