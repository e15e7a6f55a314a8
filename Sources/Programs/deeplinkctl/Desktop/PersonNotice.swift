internal import DeepLinkClient
internal import HostSystem
internal import Varlink

/// Shows the person who clicked how the click ended.
///
/// A notification is shown by a process of its own, because the launcher waits for this one. The link is in its standard
/// input, and not on its command line, which other users can read.
enum PersonNotice {
    /// Tells of a click whose outcome is not of the class `ok`.
    ///
    /// Without a service for notifications the terminal has the sentence, if there is one; else the journal has the entry.
    static func show(_ click: ClickResult) {
        let environment = HostFacts.environment
        // Who reads a terminal gets the sentence there rather than nowhere; no launcher waits for that.
        if !click.isTerminal || NotificationService.isThere(environment: environment), startNotice(click, environment) {
            return
        }
        guard click.isTerminal else { return }
        let notice = Notice(click) { Offers() }
        Output.error("\(notice.title): \(notice.sentence)\n")
    }

    private static func startNotice(_ click: ClickResult, _ environment: [String: String]) -> Bool {
        let words = ["deeplinkctl", NoticeCommand.name]
        let input = Array(JSONText.text(of: click.essence).utf8)
        // ignored: the terminal has the sentence then.
        return (try? DetachedProgram.start(words, at: "/proc/self/exe", environment: environment, input: input)) != nil
    }
}

extension ClickResult {
    /// The result without what a notification does not need, such as the output of a program.
    fileprivate var essence: ClickResult {
        var essence = self
        let needed: Set = [
            "code", "class", "message", "title", "route", "feature", "action", "parameters", "primary", "constraints",
            "remedies", "rejection",
        ]
        if case .object(let members)? = outcome {
            essence.outcome = .object(members.filter { needed.contains($0.name) })
        }
        return essence
    }
}
