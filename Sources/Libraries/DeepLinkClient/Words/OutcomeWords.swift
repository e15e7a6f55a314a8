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
        return named?.products?.required
    }

    /// The name of the permission that decided, as programs use it.
    var permissionName: String { primary?["subject"]?.text ?? "" }

    /// The title of the switch that decided; nil if it has none.
    var toggleTitle: String? { remedies.first { $0.kind == .enableToggle }?.toggleTitle }
}

/// The titles of products that stand in one sentence.
struct ProductNames {
    /// A product by its title, with the units that are to be bought and those that are there.
    struct Product {
        let name: String
        /// *Units and range*: units, from 1 on; of what is bought once it is 1.
        let missing: Int64
        let held: Int64

        /// With all the units that are required, in the place of those that are missing.
        fileprivate var required: Product {
            let (units, overflows) = missing.addingReportingOverflow(held)
            return Product(name: name, missing: overflows ? .max : units, held: held)
        }
    }

    let products: [Product]
    /// Whether one of them is enough.
    let isChoice: Bool
    /// Whether there are several sets of them, of which one is enough.
    let areSets: Bool

    /// The names: `“A”, “B” or 30 units of “C”`; of many the first ones.
    ///
    /// - Parameters:
    ///   - named: a name in quotation marks, behind a number of units where they are counted.
    ///   - more: how many others there are, as the last of the list.
    func list(
        _ and: String, _ or: String, named: (_ name: String, _ units: Int64?) -> String, more: (Int) -> String
    ) -> String {
        let names = products.map { named($0.name, $0.missing > 1 || $0.held > 0 ? $0.missing : nil) }
        return PersonText.list(names, isChoice || areSets ? or : and, more: more)
    }

    /// The same products with the units that are required, in the place of those that are missing.
    var required: ProductNames {
        ProductNames(products: products.map(\.required), isChoice: isChoice, areSets: areSets)
    }

    /// How many units of the only product are there, and are not enough; nil where that is no number to tell.
    var held: Int64? { products.count == 1 && products[0].held > 0 ? products[0].held : nil }
}
