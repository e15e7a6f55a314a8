// The questions, buttons and answers in German.

extension GermanWords {
    func question(_ permission: String, of feature: String?, usage: String?) -> String {
        let end = usage.map { " " + PersonText.closed($0) } ?? ""
        return "\(feature.map(quoted) ?? "Dieser Link") benötigt \(self.permission(permission)) (\(permission))." + end
    }

    func text(ofResult result: String) -> String {
        switch result {
        case "granted": "erlaubt"
        case "denied": "nicht erlaubt"
        case "skipped": "übersprungen"
        case "notDetermined": "nicht entschieden"
        default: result
        }
    }

    func sentence(ofEnd end: String) -> String? {
        switch end {
        case "granted": "Alles ist erlaubt."
        case "partial": "Nicht alles ist erlaubt."
        case "denied": "Es wurde abgelehnt."
        case "cancelled": "Die Fragen wurden abgebrochen."
        case "superseded": "Neuere Fragen sind an ihre Stelle getreten."
        case "expired": "Die Frage wurde nicht rechtzeitig beantwortet."
        case "blocked": "Etwas steht im Weg, das keine Frage beseitigt."
        case "rejected": "Der Link wird abgelehnt, deshalb wird nichts gefragt."
        case "removed", "changed": "Die Tabelle der Links hat sich geändert."
        case "limited": "In der letzten Minute wurde zu oft gefragt."
        case "noAgent": "In dieser Sitzung zeigt kein Programm die Fragen des Systems."
        case "failed": "Die Frage konnte nicht gestellt oder die Antwort nicht aufbewahrt werden."
        case "shutdown": "deeplinkd wird gerade beendet."
        default: nil
        }
    }

    func text(_ text: TerminalText) -> String {
        switch text {
        case .allowIt: "Erlauben? Ja [y], nein [n], später [l]: "
        case .openIt: "Öffnen? Ja [y], nein [n]: "
        case .systemAsks: "Das System fragt danach."
        case .runs: "Führt aus:"
        case .with: "mit:"
        case .none: "nichts"
        case .characters(let count): "\(count) Zeichen"
        case .inAll(let count): "\(count) insgesamt"
        case .replayed: "aus einer früheren Anfrage mit diesem Schlüssel; jetzt wurde nichts ausgeführt"
        case .kept(let age, let isStale):
            "seit \(age)" + (isStale ? ", und älter, als die Tabelle es ohne eine neue erlaubt" : "")
        case .byte(let offset, let component): "Byte \(offset)" + (component.map { ", in \($0)" } ?? "")
        case .again(let time): "nach \(time) ms, wie der Dienst es verlangt"
        case .decoding(let path, let found, let expected):
            (path.isEmpty ? "" : path + ": ") + "\(found), erwartet wird \(expected)"
        case .exit(let code, let time): "Status \(code) nach \(time) ms"
        case .signal(let signal, let time): "Signal \(signal) nach \(time) ms"
        case .leftRunning: "läuft weiter"
        case .bytes(let count): "\(count) Bytes insgesamt"
        case .stages(let parse, let match, let verify):
            "Lesen \(parse) ns, Zuordnen \(match) ns, Prüfen \(verify) ns"
        case .more: "mehr:"
        case .mark: "Fehler:"
        case .ended(let message): "Die Fragen sind zu Ende (\(message))."
        }
    }

    func text(_ text: NoticeText) -> String {
        switch text {
        case .switchOn: "Einschalten"
        case .ask: "Nachfragen"
        case .openShop: "Shop öffnen"
        case .tryAgain: "Noch einmal versuchen"
        case .openNow: "Jetzt öffnen"
        case .open: "Öffnen"
        case .doNotOpen: "Nicht öffnen"
        case .allow: "Erlauben"
        case .deny: "Nicht erlauben"
        case .confirm: "Ja"
        case .refuse: "Nein"
        case .later: "Nicht jetzt"
        case .tryFor(let length): "\(time(length)) testen"
        case .switchedOn(let title): "\(title.map(quoted) ?? "Der Schalter") ist jetzt an."
        case .trialBegan(let title, let length): "\(quoted(title)) lässt sich \(time(length)) lang nutzen."
        case .shopOpened(let title):
            "Der Shop ist geöffnet. Nach dem Kauf von \(quoted(title)) lässt sich der Link von hier öffnen."
        case .allowed: "Es ist jetzt erlaubt."
        case .refused: "Das war nicht möglich: Die Tabelle hat sich geändert, oder es ist diesem Konto nicht erlaubt."
        case .unreachable: "Das war nicht möglich, weil deeplinkd nicht antwortet."
        case .noShop: "Der Shop lässt sich nicht öffnen: xdg-open fehlt auf diesem Rechner oder startet nicht."
        case .tooLong:
            "Dieser Link muss bestätigt werden, und die Frage ist zu lang für diese Anzeige. Im Terminal stellt sie deeplinkctl open."
        case .uncertain:
            "deeplinkd hat diesen Link angenommen und nicht geantwortet. Vielleicht wurde er geöffnet: bitte erst nachsehen."
        case .noDaemon(let command):
            "Es lässt sich kein Link öffnen, weil deeplinkd nicht antwortet."
                + (command.map { " Ihn startet \(PersonText.line($0))." } ?? "")
        case .more(let count):
            count == 1 ? "1 weiterer Link wurde nicht geöffnet." : "\(count) weitere Links wurden nicht geöffnet."
        }
    }

    /// *Shape*: `14 Tage`, `1 Stunde`, `30 Minuten`, `45 Sekunden`.
    private func time(_ length: Duration) -> String {
        let (count, unit) = length.inWords
        let (one, many) =
            switch unit {
            case .day: ("Tag", "Tage")
            case .hour: ("Stunde", "Stunden")
            case .minute: ("Minute", "Minuten")
            case .second: ("Sekunde", "Sekunden")
            }
        return "\(count) \(count == 1 ? one : many)"
    }
}
