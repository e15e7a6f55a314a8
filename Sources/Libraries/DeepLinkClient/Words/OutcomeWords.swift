// The words for an outcome: a title and one sentence.
//
//     blocked.purchase.required    Recipes            You need “Rezept Premium” for “Recipes”.
//     blocked.toggle.off           Recipes            Your switch “Opens recipes” is off.
//     rejected.url.invalid         Link not opened    This link is not valid.
//
// All is made of the outcome's data: the title of the feature, the titles of products, the condition that decided. Nothing
// of the link itself is in it, and no name that only programs use. The sentences stand in one table by code, in
// OutcomeCode+words.swift; that of conditions and remedies is in ConstraintWords.swift and RemedyWords.swift. Another language is
// another set of these tables.

internal import Contract

/// The words for one outcome.
package struct OutcomeWords {
    /// The title where the table gives none.
    package static let untitled = "Link not opened"

    private let outcome: Value
    private let code: OutcomeCode?
    private let outcomeClass: OutcomeClass
    /// What people call what the link leads to; nil if the table does not say.
    package let name: String?

    /// Reads an outcome; members that are missing or of another type count as absent.
    package init(_ received: Value) {
        outcome = received
        code = outcome["code"]?.text.flatMap(OutcomeCode.init)
        outcomeClass = outcome["class"]?.text.flatMap(OutcomeClass.init) ?? .unknown
        let title = outcome["title"]?.text.map { PersonText.line($0, limit: PersonText.nameLimit) }
        name = title.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What stands above the sentence.
    package var title: String { name ?? Self.untitled }

    /// The sentence; that of the class for a code of a newer daemon.
    ///
    /// *Units and range*: at most 200 characters.
    package var sentence: String {
        let text = code?.words(self) ?? outcomeClass.words(self)
        return PersonText.cut(text.prefix(1).uppercased() + text.dropFirst(), to: PersonText.sentenceLimit)
    }

    // MARK: The parts of a sentence

    /// *Shape*: `“Recipes”`, or `this link`.
    var this: String { name.map { "“\($0)”" } ?? "this link" }

    /// The conditions that are not met.
    private var constraints: [Value] { outcome["constraints"]?.elements ?? [] }

    /// The condition that decided.
    private var primary: Value? {
        constraints.first { $0["id"]?.text == outcome["primary"]?.text }
    }

    /// The remedies of an outcome, or of the condition that decided.
    private var remedies: [RemedyWords] {
        ((outcome["remedies"]?.elements ?? []) + (primary?["remedies"]?.elements ?? [])).map(RemedyWords.init)
    }

    /// Whether the system's daemon leaves the link to a daemon of the user.
    var isForUserInstance: Bool {
        outcome["rejection"]?["rule"]?.text == "instances" && outcome["rejection"]?["expected"]?.text == "user"
    }

    /// The products that are missing; `a purchase` where they have no names for people.
    ///
    /// - Parameter kind: of the remedy that is about them.
    func products(_ kind: Contract.Remedy.Kind = .purchase) -> String {
        let named = remedies.first { $0.kind == kind && $0.products != nil } ?? remedies.first { $0.products != nil }
        return named?.products ?? "a purchase"
    }

    /// The permission that decided, `the camera`.
    var permission: String {
        ConstraintWords.permission(primary?["subject"]?.text ?? "")
    }

    /// The switch that decided, with its title if it has one.
    var toggle: String {
        remedies.first { $0.kind == .enableToggle }?.toggle ?? "your switch for \(this)"
    }
}
