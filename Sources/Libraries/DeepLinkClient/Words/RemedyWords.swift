package import Contract

/// The words for one remedy.
package struct RemedyWords {
    /// Nil for a kind of a newer daemon.
    let kind: Contract.Remedy.Kind?
    /// What it is about.
    private let arguments: Value

    /// Reads a remedy; members that are missing or of another type count as absent.
    package init(_ remedy: Value) {
        kind = remedy["kind"]?.text.flatMap(Contract.Remedy.Kind.init)
        arguments = remedy["arguments"] ?? .null
    }

    /// Takes a remedy whose words are all known.
    package init(_ remedy: Contract.Remedy) {
        (kind, arguments) = (remedy.kind, .object(remedy.arguments))
    }

    /// Takes a remedy as programs see it.
    init(_ remedy: RemedyReport) {
        kind = Contract.Remedy.Kind(rawValue: remedy.kind.rawValue)
        arguments = .object(remedy.members)
    }

    /// What can be done, as one sentence in the second person.
    ///
    /// *Units and range*: at most 200 characters.
    package var sentence: String { PersonText.cut(words, to: PersonText.sentenceLimit) }

    private var words: String {
        let products = products ?? "what is missing"
        return switch kind {
        case .purchase: "You can buy \(products)."
        case .restorePurchases: "If you have bought \(products) before, restore your purchase."
        case .updatePayment: "Update your payment for \(products)."
        case .resumeSubscription: "You can resume \(products)."
        case .requestPermissions: "You can allow \(permission) when you are asked."
        case .confirm: "You can confirm this link when you are asked."
        case .openSettings: "You can allow \(permission) in your settings."
        case .contactAdministrator: "Ask your administrator."
        case .contactVendor: "Ask the vendor about \(products)."
        case .enableToggle: "Switch \(toggleName) on."
        case .enableRuntime: "Ask your administrator to switch it on for everyone."
        case .hideEntryPoint: "There is nothing you can do: what leads here should not be offered while it is off."
        case .upgradePlatform: "Ask your administrator for a newer system."
        case .installProgram: "Ask your administrator to install the missing program."
        case .wait: "Wait until another person has approved \(products)."
        case nil: "There is a way that this program does not know yet."
        }
    }

    // MARK: What it is about

    /// The products by their titles: `“A” or “B”`; nil where it names none that people know.
    ///
    /// Ids stand for products without a title, but in a remedy that carries no titles at all.
    var products: String? {
        let names = (arguments["titles"] ?? (kind == .contactAdministrator ? nil : arguments["products"]))?.elements
        guard let names = names?.compactMap(\.text), !names.isEmpty else { return nil }
        if arguments["sets"] != nil { return "one of the offers with " + PersonText.list(names, "or") }
        return PersonText.list(names, arguments["mode"]?.text == "any" ? "or" : "and")
    }

    /// *Shape*: `the camera`.
    private var permission: String { ConstraintWords.permission(arguments["permission"]?.text ?? "") }

    private var title: String? {
        let title = arguments["title"]?.text.map { PersonText.quoted($0) }
        return title == "“”" ? nil : title
    }

    private var toggleName: String { title ?? "your switch" }

    /// *Shape*: `your switch “Opens recipes”`; nil where it has no title.
    var toggle: String? { title.map { "your switch \($0)" } }
}

extension RemedyReport {
    /// What can be done, as one sentence for the person, in the second person: *Switch “Opens recipes” on.*
    ///
    /// ``message`` says the same of the user, with the names that programs use.
    public var personSentence: String { RemedyWords(self).sentence }
}
