// The report on an outcome in German: its labels, and why there is none.

extension GermanWords {
    func text(_ label: OutcomeLabel) -> String {
        switch label {
        case .url: "URL"
        case .route: "Route"
        case .feature: "Funktion"
        case .inputs: "mit"
        case .ignored: "ignoriert"
        case .repeated: "wiederholt"
        case .kept: "gemerkt"
        case .place: "Stelle"
        case .rule: "Regel"
        case .expected: "erwartet"
        case .nearest: "ähnlich"
        case .through: "durch"
        case .via: "über"
        case .answer: "Antwort"
        case .instead: "dafür"
        case .needs: "Bedingung"
        case .remedy: "Abhilfe"
        case .notYet: "noch nicht"
        case .next: "Befehl"
        case .called: "Aufruf"
        case .status: "Status"
        case .attempts: "Versuche"
        case .again: "nochmals"
        case .app: "App"
        case .unit: "Unit"
        case .job: "Job"
        case .unitResult: "Ergebnis"
        case .exit: "Ende"
        case .error: "Fehler"
        case .reason: "Grund"
        case .stdout: "Ausgabe"
        case .stderr: "Meldungen"
        case .times: "Zeiten"
        case .id: "ID"
        }
    }

    func text(_ failure: FailureText) -> String {
        switch failure {
        case .interrupted: "Der Aufruf wurde unterbrochen."
        case .wrongReply: "Die Antwort von deeplinkd gehört nicht zu diesem Aufruf."
        case .noOutcome: "In der Antwort von deeplinkd steht nicht, was aus dem Link wurde."
        case .unreadable(let reason):
            "Die Antwort von deeplinkd ist nicht lesbar (\(reason)); `deeplinkctl call` zeigt sie, wie sie ist."
        case .endedAsking: "deeplinkd wurde beendet; nichts wurde geöffnet."
        case .noMethod(let name): "deeplinkd kennt \(name) nicht und ist älter als dieses Programm."
        case .noActions: "deeplinkd öffnet keine Aktionen nach ihrem Namen und ist älter als dieses Programm."
        case .noTraces: "deeplinkd kennt --traceparent nicht und ist älter als dieses Programm."
        case .noKeys:
            "deeplinkd bewahrt keine Schlüssel auf; dazu startet er mit --state-dir, oder --idempotency-key entfällt."
        case .notForOthers:
            "Dieses Konto darf nicht für andere handeln; dazu gehört es in eine Gruppe, die die Tabelle mit "
                + "`delegate group NAME` nennt, oder --subject entfällt."
        case .replied(let name, let parameters):
            "deeplinkd hat den Aufruf abgelehnt (\(name)\(parameters.map { " " + $0 } ?? ""))."
        case .notUTF8(let line): "Zeile \(line) der Standardeingabe ist kein UTF-8."
        }
    }

    func sentence(of error: DeepLinkError) -> String? {
        switch error {
        case .noDaemon(let paths):
            "Kein deeplinkd antwortet unter \(paths.joined(separator: " oder "))"
                + (error.startCommand.map { "; ihn startet `\($0)`" } ?? "; --socket nennt einen anderen") + "."
        case .cannotConnect(_, let message):
            "Keine Verbindung zu deeplinkd (\(message))"
                + (message.contains("EACCES") ? "; wer ihn nutzen darf, bestimmt der Besitzer des Sockets" : "") + "."
        case .noAnswer(let path, let time):
            "deeplinkd unter \(path) hat seit \(DeepLinkError.text(time)) nicht geantwortet"
                + (error.restartCommand.map { "; neu startet ihn `\($0)`" } ?? "") + "."
        case .connectionLost:
            "deeplinkd hat die Verbindung ohne Antwort beendet; den Grund "
                + (error.statusCommand.map { "zeigen `\($0)` und das Protokoll" } ?? "nennt das Protokoll") + "."
        case .unreadableReply(_, let reason): text(.unreadable(reason))
        case .system(let message): "Das System lässt den Aufruf nicht zu (\(message))."
        // What only programs ask for, or misuse of an option: the sentence of the library names it.
        case .permissionDenied, .notOffered, .invalidParameter, .noChannel, .tooManySubscriptions, .subscriptionEnded,
            .unknownDelivery, .unknownFlow, .notAsked, .notKept, .notBuilt, .invalidTable, .invalidFact, .notConfigured,
            .refused, .cancelled, .closed:
            nil
        }
    }
}
