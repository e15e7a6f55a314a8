internal import Contract

/// The sentences in German; those of the codes stand in OutcomeCode+german.swift.
struct GermanWords: PersonWords {
    let marks = (opening: "„", closing: "“")

    let untitled = "Link nicht geöffnet"

    func sentence(of code: OutcomeCode, _ outcome: OutcomeWords) -> String { code.german(outcome) }

    func sentence(of outcomeClass: OutcomeClass, _ outcome: OutcomeWords) -> String { outcomeClass.german(outcome) }

    /// A permission as people call it, in nominative and accusative, which are the same.
    ///
    /// *Shape*: `Zugriff auf die Kamera`; of several of which one is enough `Zugriff auf die Kamera oder das Mikrofon`.
    func permission(_ subject: String) -> String {
        let names = PersonText.distinct(ConstraintWords.permissions(in: subject).map(one))
        let start = "Zugriff auf "
        let isShared = names.allSatisfy { $0.hasPrefix(start) }
        let short = names.enumerated().map { isShared && $0 > 0 ? String($1.dropFirst(start.count)) : $1 }
        return PersonText.list(short, "oder") { "\($0) weitere" }
    }

    private func one(_ name: String) -> String {
        switch ConstraintWords.kind(ofPermission: name) {
        case "camera": "Zugriff auf die Kamera"
        case "microphone": "Zugriff auf das Mikrofon"
        case "photos": "Zugriff auf die Fotos"
        case "location": "Zugriff auf den Standort"
        case "contacts": "Zugriff auf die Kontakte"
        case "calendarEvents": "Zugriff auf den Kalender"
        case "reminders": "Zugriff auf die Erinnerungen"
        case "motion": "Zugriff auf die Bewegungssensoren"
        case "speechRecognition": "Zugriff auf die Spracherkennung"
        case "bluetooth": "Zugriff auf Bluetooth"
        case "mediaLibrary": "Zugriff auf Musik und Filme"
        case "siriKit": "Zugriff auf den Sprachassistenten"
        case "notifications": "die Erlaubnis für Benachrichtigungen"
        case "background": "die Erlaubnis, im Hintergrund zu laufen"
        default: "eine Berechtigung des Systems"
        }
    }

    /// *Shape*: `„A“ oder 30 Einheiten „B“`, `einem der Angebote mit „A“, „B“ oder „C“`.
    ///
    /// - Parameter set: the article of one of several sets, in the case that stands there.
    func products(_ products: ProductNames, set: String) -> String {
        (products.areSets ? "\(set) der Angebote mit " : "")
            + products.list("und", "oder") { name, units in
                (units.map { "\($0) Einheit\($0 == 1 ? "" : "en") " } ?? "") + quoted(name)
            } more: {
                "\($0) weitere"
            }
    }

    /// *Shape*: `, und vorhanden sind 12`, behind what is required; empty where nothing is counted.
    func held(_ products: ProductNames?) -> String {
        products?.held.map { ", und vorhanden \($0 == 1 ? "ist" : "sind") \($0)" } ?? ""
    }

    /// *Shape*: `der Schalter „Öffnet Rezepte“`.
    func toggle(_ title: String) -> String { "der Schalter \(quoted(title))" }

    // MARK: Conditions

    func text(of constraint: ConstraintReport) -> String {
        switch constraint.status {
        case .satisfied: met(constraint)
        case .unsatisfied: missing(constraint)
        case .undetermined: "im Moment ist nicht bekannt, ob " + whether(constraint)
        case .inactive: "von diesem Rechner wird nichts verlangt"
        }
    }

    private func met(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "dieser Rechner wird unterstützt"
        case .profile: "für diese Installation vorgesehen"
        case .program: "das benötigte Programm ist vorhanden"
        case .runtime: "für alle eingeschaltet"
        case .caller: "dieses Konto darf den Link öffnen"
        case .permission: "\(permission(constraint.subject)): erlaubt"
        case .toggle: "\(toggle(constraint)) ist an"
        case .purchase: "der nötige Kauf liegt vor"
        case .confirmation: "der Link ist bestätigt"
        }
    }

    private func missing(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "dieser Rechner wird nicht unterstützt"
        case .profile: "für diese Installation nicht vorgesehen"
        case .program: "ein benötigtes Programm fehlt"
        case .runtime: "für alle ausgeschaltet"
        case .caller: "dieses Konto darf den Link nicht öffnen"
        case .permission: permission(constraint)
        case .toggle: "\(toggle(constraint)) ist aus"
        case .purchase: purchase(constraint.productNames(.german))
        case .confirmation: "der Link ist nicht bestätigt"
        }
    }

    private func whether(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "dieser Rechner unterstützt wird"
        case .profile: "das für diese Installation vorgesehen ist"
        case .program: "das benötigte Programm vorhanden ist"
        case .runtime: "das für alle eingeschaltet ist"
        case .caller: "dieses Konto den Link öffnen darf"
        case .permission: "\(permission(constraint.subject)) erteilt ist"
        case .toggle: "\(toggle(constraint)) an ist"
        case .purchase: "der nötige Kauf vorliegt"
        case .confirmation: "der Link bestätigt ist"
        }
    }

    private func permission(_ constraint: ConstraintReport) -> String {
        let name = permission(constraint.subject)
        return switch constraint.code {
        case .permissionDenied: "\(name): nicht erlaubt"
        case .permissionRestricted: "\(name): von der Systemverwaltung nicht erlaubt"
        case .permissionUnsupported: "\(name): auf diesem Rechner nicht vorhanden"
        default: "\(name): noch nicht erlaubt"
        }
    }

    private func purchase(_ products: ProductNames?) -> String {
        "nur mit \(products.map { self.products($0, set: "einem") } ?? "einem Kauf")" + held(products)
    }

    private func toggle(_ constraint: ConstraintReport) -> String {
        constraint.toggleTitle(.german).map(toggle) ?? "der Schalter"
    }

    // MARK: Remedies

    func sentence(of remedy: RemedyWords) -> String {
        let bought = remedy.products.map { products($0, set: "eines") } ?? "was fehlt"
        let permission = self.permission(remedy.permissionName)
        return switch remedy.kind {
        case .purchase: "Zum Kauf: \(bought)."
        case .restorePurchases: "Falls schon gekauft, lässt sich der Kauf wiederherstellen: \(bought)."
        case .updatePayment: "Bitte die Zahlungsdaten aktualisieren: \(bought)."
        case .resumeSubscription: "Das Abonnement lässt sich fortsetzen: \(bought)."
        case .requestPermissions: "\(Self.capitalised(permission)) lässt sich auf Nachfrage erlauben."
        case .confirm: "Dieser Link lässt sich auf Nachfrage bestätigen."
        case .openSettings: "\(Self.capitalised(permission)) lässt sich in den Einstellungen erlauben."
        case .contactAdministrator: "Bitte an die Systemverwaltung wenden."
        case .contactVendor: "Bitte an den Anbieter wenden: \(bought)."
        case .enableToggle: "Bitte \(remedy.toggleTitle.map(quoted) ?? "den Schalter") einschalten."
        case .enableRuntime: "Die Systemverwaltung kann das für alle einschalten."
        case .hideEntryPoint:
            "Hier lässt sich nichts tun: Was hierher führt, sollte nicht angeboten werden, solange es ausgeschaltet ist."
        case .upgradePlatform: "Bitte die Systemverwaltung um ein neueres System bitten."
        case .installProgram: "Die Systemverwaltung kann das fehlende Programm installieren."
        case .wait: "Bitte warten, bis eine andere Person zugestimmt hat: \(bought)."
        case nil: "Es gibt einen Weg, den dieses Programm noch nicht kennt."
        }
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
