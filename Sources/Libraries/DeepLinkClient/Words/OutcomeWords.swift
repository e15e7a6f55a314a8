// The words for an outcome: a title and one sentence.
//
//     blocked.purchase.required    Recipes            You need “Rezept Premium” for “Recipes”.
//     blocked.toggle.off           Recipes            Your switch “Opens recipes” is off.
//     rejected.url.invalid         Link not opened    This link is not valid.
//
// All is made of the outcome's data: the title of the feature, the titles of products, the condition that decided. Nothing
// of the link itself is in it, and no name that only programs use. The sentences stand in one table by code for each
// language: that of English in English/OutcomeCode+words.swift, with those of conditions and remedies beside it.

internal import Contract

/// The words for one outcome.
package struct OutcomeWords {
    package let language: PersonLanguage
    private let outcome: Value
    private let code: OutcomeCode?
    private let outcomeClass: OutcomeClass
    /// What people call what the link leads to; nil if the table does not say.
    package let name: String?

    /// Reads an outcome; members that are missing or of another type count as absent.
    package init(_ received: Value, in language: PersonLanguage = .ofSession) {
        (outcome, self.language) = (received, language)
        code = outcome["code"]?.text.flatMap(OutcomeCode.init)
        outcomeClass = outcome["class"]?.text.flatMap(OutcomeClass.init) ?? .unknown
        let title = outcome["title"]?.text.map { PersonText.line($0, limit: PersonText.nameLimit) }
        name = title.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What stands above the sentence.
    package var title: String { name ?? language.words.untitled }

    /// The sentence; that of the class for a code of a newer daemon.
    ///
    /// *Units and range*: at most 200 characters.
    package var sentence: String {
        let words = language.words
        let text = code.map { words.sentence(of: $0, self) } ?? words.sentence(of: outcomeClass, self)
        return PersonText.cut(text.prefix(1).uppercased() + text.dropFirst(), to: PersonText.sentenceLimit)
    }

    // MARK: What a sentence is about

    /// The conditions that are not met.
    private var constraints: [Value] { outcome["constraints"]?.elements ?? [] }

    /// The condition that decided.
    private var primary: Value? {
        constraints.first { $0["id"]?.text == outcome["primary"]?.text }
    }

    /// The remedies of an outcome, or of the condition that decided.
    private var remedies: [RemedyWords] {
        ((outcome["remedies"]?.elements ?? []) + (primary?["remedies"]?.elements ?? []))
            .map { RemedyWords($0, in: language) }
    }

    /// Whether the system's daemon leaves the link to a daemon of the user.
    var isForUserInstance: Bool {
        outcome["rejection"]?["rule"]?.text == "instances" && outcome["rejection"]?["expected"]?.text == "user"
    }

    /// The products that are missing; nil where they have no names for people.
    ///
    /// - Parameter kind: of the remedy that is about them.
    func productNames(_ kind: Contract.Remedy.Kind = .purchase) -> ProductNames? {
        let named = remedies.first { $0.kind == kind && $0.products != nil } ?? remedies.first { $0.products != nil }
        return named?.products
    }

    /// The name of the permission that decided, as programs use it.
    var permissionName: String { primary?["subject"]?.text ?? "" }

    /// The title of the switch that decided; nil if it has none.
    var toggleTitle: String? { remedies.first { $0.kind == .enableToggle }?.toggleTitle }
}

/// The titles of products that stand in one sentence.
struct ProductNames {
    let names: [String]
    /// Whether one of them is enough.
    let isChoice: Bool
    /// Whether there are several sets of them, of which one is enough.
    let areSets: Bool

    /// The names: `“A”, “B” or “C”`; of many the first ones.
    ///
    /// - Parameters:
    ///   - quoted: puts quotation marks around a name.
    ///   - more: how many others there are, as the last of the list.
    func list(_ and: String, _ or: String, quoted: (String) -> String, more: (Int) -> String) -> String {
        PersonText.list(names.map(quoted), isChoice || areSets ? or : and, more: more)
    }
}
