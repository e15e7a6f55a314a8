// The questions, buttons and answers in English.

extension EnglishWords {
    func question(_ permission: String, of feature: String?, usage: String?) -> String {
        let end = usage.map { " " + PersonText.closed($0) } ?? ""
        return "\(feature.map(quoted) ?? "This link") needs the permission \(permission)." + end
    }

    func text(ofResult result: String) -> String { result }

    // The daemon's own sentence is as good.
    func sentence(ofEnd end: String) -> String? { nil }

    // That of the library is in English.
    func sentence(of error: DeepLinkError) -> String? { nil }

    func text(_ label: OutcomeLabel) -> String { label.rawValue }

    func text(_ text: TerminalText) -> String {
        switch text {
        case .allowIt: "Allow it? [y]es, [n]o, [l]ater: "
        case .openIt: "Open it? [y]es, [n]o: "
        case .systemAsks: "The system asks for it."
        case .runs: "Runs"
        case .with: "with:"
        case .none: "none"
        case .characters(let count): "\(count) characters"
        case .inAll(let count): "\(count) in all"
        case .replayed: "from an earlier request with this key; nothing was performed now"
        case .kept(let age, let isStale):
            "for \(age)" + (isStale ? ", and older than the table lets it be without a new one" : "")
        case .byte(let offset, let component): "byte \(offset)" + (component.map { ", in the \($0)" } ?? "")
        case .again(let time): "after \(time) ms, as the service asks"
        case .decoding(let path, let found, let expected):
            (path.isEmpty ? "" : path + " ") + "is \(found), expected \(expected)"
        case .exit(let code, let time): "status \(code) after \(time) ms"
        case .signal(let signal, let time): "signal \(signal) after \(time) ms"
        case .leftRunning: "left running"
        case .bytes(let count): "\(count) bytes in all"
        case .stages(let parse, let match, let verify): "parse \(parse) ns, match \(match) ns, verify \(verify) ns"
        case .more: "more:"
        case .mark: "Error:"
        case .ended(let message): message
        }
    }

    func text(_ failure: FailureText) -> String {
        switch failure {
        case .interrupted: "interrupted"
        case .wrongReply: "the daemon's reply does not belong to the request"
        case .noOutcome: "the daemon's reply has no outcome"
        case .unreadable(let reason):
            "the daemon's reply cannot be read: \(reason); `deeplinkctl call` prints the raw reply"
        case .endedAsking: "the daemon has ended; nothing was opened"
        case .noMethod(let name): "the daemon has no method \(name); it is older than this tool"
        case .noActions: "the daemon opens no actions by their names; it is older than this tool"
        case .noTraces: "the daemon takes no traces; it is older than this tool"
        case .noKeys: "the daemon stores no keys; start it with --state-dir, or leave out --idempotency-key"
        case .notForOthers:
            "you may not act for other subjects; leave out --subject, or join a group that the daemon's table names with "
                + "`delegate group NAME`"
        case .replied(let name, let parameters): "the daemon replied \(name)\(parameters.map { " " + $0 } ?? "")"
        case .notUTF8(let line): "line \(line) of standard input is not UTF-8"
        }
    }

    func text(_ text: NoticeText) -> String {
        switch text {
        case .switchOn: "Switch on"
        case .ask: "Ask me"
        case .openShop: "Open the shop"
        case .tryAgain: "Try again"
        case .openNow: "Open it now"
        case .open: "Open"
        case .doNotOpen: "Don’t open"
        case .allow: "Allow"
        case .deny: "Don’t allow"
        case .confirm: "Yes"
        case .refuse: "No"
        case .later: "Not now"
        case .tryFor(let length): "Try \(time(length))"
        case .switchedOn(let title): "\(title.map(quoted) ?? "Your switch") is on now."
        case .trialBegan(let title, let length): "You can use \(quoted(title)) for \(time(length))."
        case .shopOpened(let title): "The shop is open. Once you have \(quoted(title)), open the link from here."
        case .allowed: "You have allowed it."
        case .refused: "That was not possible: the table has changed, or you are not allowed to do it."
        case .unreachable: "That was not possible, because deeplinkd does not answer."
        case .noShop: "The shop cannot be opened: your computer has no xdg-open, or it does not start."
        case .tooLong:
            "You have to confirm this link, and the question is too long to be shown here. At a terminal, deeplinkctl open asks it."
        case .uncertain:
            "deeplinkd took this link and did not answer. It may have been opened: look before you try again."
        case .noDaemon(let command):
            "No link can be opened, because deeplinkd does not answer."
                + (command.map { " Start it with \(PersonText.line($0))." } ?? "")
        case .more(let count): count == 1 ? "1 more link was not opened." : "\(count) more links were not opened."
        }
    }

    /// *Shape*: `14 days`, `1 hour`, `30 minutes`, `45 seconds`.
    private func time(_ length: Duration) -> String {
        let (count, unit) = length.inWords
        let word =
            switch unit {
            case .day: "day"
            case .hour: "hour"
            case .minute: "minute"
            case .second: "second"
            }
        return "\(count) \(word)\(count == 1 ? "" : "s")"
    }
}
