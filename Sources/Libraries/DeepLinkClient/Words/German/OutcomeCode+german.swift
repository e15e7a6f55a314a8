internal import Contract

// The table of sentences in German. It has no `default`: a new code gets its words here.
//
// No sentence addresses the person, because desktops differ in `du` and `Sie`: a passive, or `bitte` with an infinitive, goes
// with both.

extension OutcomeCode {
    /// What a person reads of an outcome with this code, as one sentence.
    func german(_ outcome: OutcomeWords) -> String {
        let (who, whom) = (outcome.nominative, outcome.accusative)
        return switch self {
        case .okPerformed: "\(who) wurde geöffnet."
        case .okAccepted, .okStarted: "\(who) wurde gestartet."
        case .okUnmatched: "\(who) wurde an eine andere App übergeben."
        case .okDelivered: "\(who) wurde an die zuständige App übergeben."
        case .okLimited: "\(who) wurde mit eingeschränktem Umfang geöffnet."
        case .okReplayed: "\(who) wurde schon vorher geöffnet und jetzt nicht noch einmal."
        case .okWouldPerform: "\(who) kann geöffnet werden."

        case .platformUnsupported: "\(who) funktioniert auf diesem Rechner nicht."
        case .platformVersionTooLow: "\(who) benötigt eine neuere Version des Systems."
        case .profileNotAllowed: "\(who) ist für diese Installation nicht vorgesehen."
        case .featureDisabled: "\(who) ist auf diesem Rechner für alle abgeschaltet."
        case .callerNotAllowed: "Dieses Konto darf \(whom) nicht öffnen."
        case .programMissing: "\(who) benötigt ein Programm, das auf diesem Rechner fehlt."
        case .permissionUnsupported:
            "\(who) benötigt \(outcome.permissionInGerman), und dieser Rechner bietet das nicht."
        case .permissionRestricted:
            "\(who) benötigt \(outcome.permissionInGerman), und die Systemverwaltung lässt das nicht zu."
        case .permissionDenied: "\(who) benötigt \(outcome.permissionInGerman), und das ist nicht erlaubt."
        case .permissionNotDetermined: "\(who) benötigt \(outcome.permissionInGerman), und das ist noch nicht erlaubt."
        case .toggleOff: "\(outcome.toggleInGerman) ist aus."
        case .purchaseUnsupported:
            "\(who) setzt einen Kauf voraus, und dieser Rechner kann nicht feststellen, ob es ihn gibt."
        case .purchaseRequired: "\(who) lässt sich nur mit \(outcome.productsWith()) öffnen\(outcome.heldInGerman)."
        case .purchaseExpired:
            "\(who) lässt sich nur mit \(outcome.productsWith()) öffnen, und der Kauf ist abgelaufen."
        case .purchaseBillingRetry:
            "Die Zahlung für \(outcome.productsFor(.updatePayment)) ist fehlgeschlagen, und \(who) hängt davon ab."
        case .purchasePaused:
            "\(who) lässt sich nur mit \(outcome.productsWith(.resumeSubscription)) öffnen, und das Abonnement pausiert."
        case .purchaseRevoked:
            "\(who) lässt sich nur mit \(outcome.productsWith(.contactVendor)) öffnen, und der Kauf wurde zurückgenommen."
        case .purchasePendingApproval:
            "\(who) lässt sich nur mit \(outcome.productsWith(.wait)) öffnen, und der Kauf ist noch nicht genehmigt."
        case .confirmationRequired: "\(who) muss erst bestätigt werden."

        case .pendingUndetermined:
            "Ob sich \(who) öffnen lässt, ist im Moment nicht bekannt; bitte später noch einmal versuchen."
        case .pendingAuthorisation: "Zu \(outcome.dative) ist noch eine Frage offen; bitte erst diese beantworten."
        case .pendingQueued: "\(who) wird geöffnet, sobald andere Links fertig sind."
        case .pendingTable:
            "Im Moment lassen sich keine Links öffnen: Die Systemverwaltung muss die Tabelle der Links berichtigen."

        case .urlInvalid: "Dieser Link ist ungültig."
        case .urlTooLong, .urlTooManySegments, .urlTooManyItems: "Dieser Link ist zu lang."
        case .urlSchemeNotAllowed: "Auf diesem Rechner öffnet keine App Links dieser Art."
        case .urlHostNotAllowed: "Auf diesem Rechner öffnet keine App Links zu dieser Website."
        case .urlForbiddenComponent: "Dieser Link enthält einen Teil, der nicht erlaubt ist."
        case .routeNotFound: "Auf diesem Rechner öffnet keine App diesen Link."
        case .routeExcluded: "Links wie dieser werden auf diesem Rechner nicht geöffnet."
        case .packageUnavailable where outcome.isForUserInstance:
            "Dieser Link benötigt einen eigenen deeplinkd. Ihn startet systemctl --user enable --now deeplinkd.socket."
        case .packageUnavailable:
            "Die App für diesen Link ist nicht richtig eingerichtet; die Systemverwaltung kann das beheben."
        case .actionNotFound: "Auf diesem Rechner bietet keine App diese Aktion an."
        case .inputMissing: "In diesem Link fehlt ein Wert."
        case .inputInvalid: "Dieser Link enthält einen ungültigen Wert."
        case .inputDuplicate: "Dieser Link enthält einen Wert doppelt."
        case .inputUnexpected: "Dieser Link enthält einen Wert, der nicht hineingehört."
        case .bindingUnknown, .bindingStale, .bindingForeign:
            "Dieser Link wurde vor zu langer Zeit geprüft; bitte noch einmal öffnen."
        case .intercepted: "\(who) ist hier im Moment nicht erlaubt."
        case .callerRateLimited: "In kurzer Zeit wurden zu viele Links geöffnet; bitte gleich noch einmal versuchen."
        case .callerNotDelegated: "Dieses Konto darf keine Links für andere Konten öffnen."
        case .idempotencyInProgress: "Dieser Link wird schon geöffnet."
        case .idempotencyConflict: "Dieser Link wurde nicht geöffnet, weil an seiner Stelle ein anderer geöffnet wurde."
        case .loop: "Dieser Link führt zu sich selbst zurück."
        case .overloaded: "Dieser Rechner öffnet im Moment zu viele Links; bitte bald noch einmal versuchen."
        case .shuttingDown: "Im Moment werden keine Links geöffnet; bitte bald noch einmal versuchen."

        case .failedSpawn, .failedUnit, .failedUnitNotFound, .failedUnitDenied, .failedUnitNoManager, .failedLaunch:
            "\(who) konnte nicht gestartet werden."
        case .failedLaunchNoApp: "Die App für \(whom) ist nicht installiert."
        case .failedLaunchNoLink: "Die App für \(whom) nimmt keine Links an."
        case .failedExit: "\(who) wurde gestartet und ist fehlgeschlagen."
        case .failedRefused: "\(who) wurde gestartet und hat den Link abgelehnt."
        case .failedSignal: "\(who) wurde gestartet und unerwartet beendet."
        case .failedTimeout: "\(who) hat zu lange gedauert und wurde beendet."
        case .failedLimit: "\(who) wurde beendet, weil mehr gebraucht wurde als erlaubt."
        case .failedDecode: "\(who) wurde gestartet, aber die Antwort ist nicht lesbar."
        case .failedNoSubscriber: "Die App für \(whom) läuft nicht."
        case .failedChannelFull: "Auf die App für \(whom) warten schon zu viele Links."
        case .failedChannelRefused: "Die App für \(whom) konnte damit nichts anfangen."
        case .failedChannelNotKept:
            "\(who) konnte nicht für die App aufbewahrt werden, weil auf dem Datenträger kein Platz mehr ist."
        case .failedVarlink, .failedHTTP, .failedDBus: "Die App für \(whom) hat mit einem Fehler geantwortet."
        case .failedHTTPUnreachable: "Der Dienst für \(whom) ist nicht erreichbar."
        case .failedHTTPUntrusted: "Der Dienst für \(whom) kann sich nicht ausweisen."
        case .failedHTTPDenied: "Der Dienst für \(whom) verweigert den Zugriff."
        case .failedHTTPNotFound: "Beim Dienst für \(whom) ist das nicht vorhanden."
        case .failedHTTPBusy: "Der Dienst für \(whom) ist ausgelastet; bitte bald noch einmal versuchen."
        case .failedHTTPRefused: "Der Dienst für \(whom) nimmt nicht an, was der Link von ihm verlangt."
        case .failedHTTPRedirect: "Der Dienst für \(whom) hat jetzt eine andere Adresse."
        case .failedVarlinkNoService, .failedDBusNoService: "Die App für \(whom) läuft nicht."
        case .failedVarlinkNoMethod, .failedDBusNoMethod:
            "Die App für \(whom) kennt nicht, was der Link von ihr verlangt."
        case .failedDBusDenied: "Die App für \(whom) nimmt von deeplinkd keine Links an."
        case .failedCancelled: "\(who) wurde abgebrochen."
        case .failedInternal: "\(who) wurde wegen eines Fehlers in deeplinkd nicht geöffnet."

        case .unknownEffect:
            "\(who) wurde gestartet, und ob es gelungen ist, ist nicht bekannt; bitte nachsehen, bevor es noch einmal versucht wird."
        }
    }
}

extension OutcomeClass {
    /// What a person reads of an outcome whose code is not known.
    func german(_ outcome: OutcomeWords) -> String {
        let who = outcome.nominative
        return switch self {
        case .ok: "\(who) wurde geöffnet."
        case .rejected: "Dieser Link lässt sich nicht öffnen."
        case .blocked: "Etwas, das \(who) benötigt, fehlt."
        case .pending: "Ob sich \(who) öffnen lässt, ist im Moment nicht bekannt; bitte später noch einmal versuchen."
        case .failed: "\(who) wurde gestartet und ist fehlgeschlagen."
        case .unknown:
            "\(who) wurde gestartet, und ob es gelungen ist, ist nicht bekannt; bitte nachsehen, bevor es noch einmal versucht wird."
        }
    }
}

// MARK: The parts of a sentence, by their cases

extension OutcomeWords {
    private var german: GermanWords { GermanWords() }

    /// *Shape*: `„Rezepte“`, or `dieser Link`.
    fileprivate var nominative: String { name.map(german.quoted) ?? "dieser Link" }
    /// *Shape*: `„Rezepte“`, or `diesen Link`.
    fileprivate var accusative: String { name.map(german.quoted) ?? "diesen Link" }
    /// *Shape*: `„Rezepte“`, or `diesem Link`.
    fileprivate var dative: String { name.map(german.quoted) ?? "diesem Link" }

    /// The products that are missing, behind `mit`.
    fileprivate func productsWith(_ kind: Contract.Remedy.Kind = .purchase) -> String {
        productNames(kind).map { german.products($0, set: "einem") } ?? "einem Kauf"
    }

    /// The same behind `für`.
    fileprivate func productsFor(_ kind: Contract.Remedy.Kind) -> String {
        productNames(kind).map { german.products($0, set: "eines") } ?? "einen Kauf"
    }

    /// How many units of what is required are there.
    fileprivate var heldInGerman: String { german.held(productNames()) }

    /// The permission that decided: `Zugriff auf die Kamera`.
    fileprivate var permissionInGerman: String { german.permission(permissionName) }

    /// The switch that decided, with its title if it has one.
    fileprivate var toggleInGerman: String { toggleTitle.map(german.toggle) ?? "der Schalter für \(accusative)" }
}
