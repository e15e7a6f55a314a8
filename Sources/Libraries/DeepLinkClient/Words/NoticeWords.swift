/// The words of a notification besides the sentence of the outcome: its buttons, and what became of them.
package enum NoticeWords {
    // MARK: Buttons

    package static let switchOn = "Switch on"
    package static let ask = "Ask me"
    package static let openShop = "Open the shop"
    package static let tryAgain = "Try again"
    package static let openNow = "Open it now"
    package static let open = "Open"
    package static let doNotOpen = "Don’t open"
    package static let allow = "Allow"
    package static let deny = "Don’t allow"
    package static let confirm = "Yes"
    package static let refuse = "No"
    package static let later = "Not now"

    /// *Shape*: `Try 14 days`.
    package static func tryFor(_ length: Duration) -> String { "Try \(text(of: length))" }

    // MARK: What became of a button

    package static func switchedOn(_ title: String?) -> String {
        "\(title.map { PersonText.quoted($0) } ?? "Your switch") is on now."
    }

    package static func trialBegan(_ title: String, _ length: Duration) -> String {
        "You can use \(PersonText.quoted(title)) for \(text(of: length))."
    }

    package static func shopOpened(_ title: String) -> String {
        "The shop is open. Once you have \(PersonText.quoted(title)), open the link from here."
    }

    package static let allowed = "You have allowed it."
    package static let refused = "That was not possible: the table has changed, or you are not allowed to do it."
    package static let unreachable = "That was not possible, because deeplinkd does not answer."
    package static let noShop = "The shop cannot be opened: your computer has no xdg-open, or it does not start."
    package static let tooLong =
        "You have to confirm this link, and the question is too long to be shown here. At a terminal, deeplinkctl open asks it."
    package static let uncertain =
        "deeplinkd took this link and did not answer. It may have been opened: look before you try again."

    // MARK: Other sentences

    /// No daemon has answered.
    ///
    /// - Parameter command: what starts one; nil if that is not known.
    package static func noDaemon(_ command: String?) -> String {
        let start = command.map { " Start it with \(PersonText.line($0))." } ?? ""
        return "No link can be opened, because deeplinkd does not answer." + start
    }

    /// Links that were refused while no notification was shown.
    package static func more(_ count: Int) -> String {
        count == 1 ? "1 more link was not opened." : "\(count) more links were not opened."
    }

    /// *Shape*: `14 days`, `1 hour`, `30 minutes`, `45 seconds`.
    private static func text(of length: Duration) -> String {
        let seconds = max(1, length.components.seconds)
        for (unit, size) in [("day", 86_400), ("hour", 3_600), ("minute", 60)] as [(String, Int64)]
        where seconds % size == 0 || seconds >= 2 * size {
            return count(seconds / size, unit)
        }
        return count(seconds, "second")
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
}
