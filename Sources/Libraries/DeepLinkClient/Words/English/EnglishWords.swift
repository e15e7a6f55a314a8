internal import Contract

/// The sentences in English, in the second person; those of the codes stand in OutcomeCode+words.swift.
struct EnglishWords: PersonWords {
    let marks = (opening: "“", closing: "”")

    let untitled = "Link not opened"

    func sentence(of code: OutcomeCode, _ outcome: OutcomeWords) -> String { code.words(outcome) }

    func sentence(of outcomeClass: OutcomeClass, _ outcome: OutcomeWords) -> String { outcomeClass.words(outcome) }

    /// A permission as people call it: `the camera` for `camera`, `the camera or the microphone` for
    /// `any camera microphone`.
    func permission(_ subject: String) -> String {
        PersonText.list(PersonText.distinct(ConstraintWords.permissions(in: subject).map(one)), "or") { "\($0) more" }
    }

    private func one(_ name: String) -> String {
        switch ConstraintWords.kind(ofPermission: name) {
        case "camera": "the camera"
        case "microphone": "the microphone"
        case "photos": "your photos"
        case "location": "your location"
        case "contacts": "your contacts"
        case "calendarEvents": "your calendar"
        case "reminders": "your reminders"
        case "motion": "your motion sensors"
        case "speechRecognition": "speech recognition"
        case "bluetooth": "Bluetooth"
        case "mediaLibrary": "your music and films"
        case "siriKit": "the voice assistant"
        case "notifications": "notifications"
        case "background": "running in the background"
        default: "a permission of your system"
        }
    }

    /// *Shape*: `“A” or 30 units of “B”`, `one of the offers with “A”, “B” or “C”`.
    func products(_ products: ProductNames) -> String {
        (products.areSets ? "one of the offers with " : "")
            + products.list("and", "or") { name, units in
                (units.map { "\($0) unit\($0 == 1 ? "" : "s") of " } ?? "") + quoted(name)
            } more: {
                "\($0) more"
            }
    }

    /// *Shape*: `, and you have 12`, behind what is required; empty where nothing is counted.
    func held(_ products: ProductNames?) -> String { products?.held.map { ", and you have \($0)" } ?? "" }

    /// *Shape*: `your switch “Opens recipes”`.
    func toggle(_ title: String) -> String { "your switch \(quoted(title))" }

    // MARK: Conditions

    func text(of constraint: ConstraintReport) -> String {
        switch constraint.status {
        case .satisfied: met(constraint)
        case .unsatisfied: missing(constraint)
        case .undetermined: "it is not known at the moment whether " + met(constraint)
        case .inactive: "nothing is needed of your computer"
        }
    }

    private func met(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "your computer is supported"
        case .profile: "it is for this installation"
        case .program: "the program that it needs is there"
        case .runtime: "it is switched on for everyone"
        case .caller: "you are allowed to open it"
        case .permission: "you allow \(permission(constraint.subject))"
        case .toggle: "\(toggle(constraint)) is on"
        case .purchase: "you have what has to be bought"
        case .confirmation: "you have confirmed this link"
        }
    }

    private func missing(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "your computer is not supported"
        case .profile: "it is not for this installation"
        case .program: "a program that it needs is missing"
        case .runtime: "it is switched off for everyone"
        case .caller: "you are not allowed to open it"
        case .permission: permission(constraint)
        case .toggle: "\(toggle(constraint)) is off"
        case .purchase: purchase(constraint.productNames(.english))
        case .confirmation: "you have not confirmed this link"
        }
    }

    private func permission(_ constraint: ConstraintReport) -> String {
        let name = permission(constraint.subject)
        return switch constraint.code {
        case .permissionDenied: "you do not allow \(name)"
        case .permissionRestricted: "your administrator does not allow \(name)"
        case .permissionUnsupported: "your computer does not offer \(name)"
        default: "you have not allowed \(name) yet"
        }
    }

    private func purchase(_ products: ProductNames?) -> String {
        "you need \(products.map(self.products) ?? "a purchase")" + held(products)
    }

    private func toggle(_ constraint: ConstraintReport) -> String {
        constraint.toggleTitle(.english).map(toggle) ?? "your switch"
    }

    // MARK: Remedies

    func sentence(of remedy: RemedyWords) -> String {
        let products = remedy.products.map(self.products) ?? "what is missing"
        let permission = self.permission(remedy.permissionName)
        return switch remedy.kind {
        case .purchase: "You can buy \(products)."
        case .restorePurchases: "If you have bought \(products) before, restore your purchase."
        case .updatePayment: "Update your payment for \(products)."
        case .resumeSubscription: "You can resume \(products)."
        case .requestPermissions: "You can allow \(permission) when you are asked."
        case .confirm: "You can confirm this link when you are asked."
        case .openSettings: "You can allow \(permission) in your settings."
        case .contactAdministrator: "Ask your administrator."
        case .contactVendor: "Ask the vendor about \(products)."
        case .enableToggle: "Switch \(remedy.toggleTitle.map(quoted) ?? "your switch") on."
        case .enableRuntime: "Ask your administrator to switch it on for everyone."
        case .hideEntryPoint: "There is nothing you can do: what leads here should not be offered while it is off."
        case .upgradePlatform: "Ask your administrator for a newer system."
        case .installProgram: "Ask your administrator to install the missing program."
        case .wait: "Wait until another person has approved \(products)."
        case nil: "There is a way that this program does not know yet."
        }
    }
}

extension OutcomeWords {
    private var english: EnglishWords { EnglishWords() }

    /// *Shape*: `“Recipes”`, or `this link`.
    var this: String { name.map(english.quoted) ?? "this link" }

    /// The products that are missing; `a purchase` where they have no names for people.
    func products(_ kind: Contract.Remedy.Kind = .purchase) -> String {
        productNames(kind).map(english.products) ?? "a purchase"
    }

    /// How many units of what is required are there.
    var held: String { english.held(productNames()) }

    /// The permission that decided, `the camera`.
    var permission: String { english.permission(permissionName) }

    /// The switch that decided, with its title if it has one.
    var toggle: String { toggleTitle.map(english.toggle) ?? "your switch for \(this)" }
}
