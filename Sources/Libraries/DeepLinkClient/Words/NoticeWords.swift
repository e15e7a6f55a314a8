/// The words of a notification in the language of the person's session, besides the sentence of the outcome: its buttons, and
/// what became of them.
package enum NoticeWords {
    // MARK: Buttons

    package static let switchOn = text(.switchOn)
    package static let ask = text(.ask)
    package static let openShop = text(.openShop)
    package static let tryAgain = text(.tryAgain)
    package static let openNow = text(.openNow)
    package static let open = text(.open)
    package static let doNotOpen = text(.doNotOpen)
    package static let allow = text(.allow)
    package static let deny = text(.deny)
    package static let confirm = text(.confirm)
    package static let refuse = text(.refuse)
    package static let later = text(.later)

    /// *Shape*: `Try 14 days`.
    package static func tryFor(_ length: Duration) -> String { text(.tryFor(length)) }

    // MARK: What became of a button

    /// With the title of the switch.
    package static func switchedOn(_ title: String?) -> String { text(.switchedOn(title)) }
    /// With what was begun, and for how long.
    package static func trialBegan(_ title: String, _ length: Duration) -> String { text(.trialBegan(title, length)) }
    /// With what can be bought there.
    package static func shopOpened(_ title: String) -> String { text(.shopOpened(title)) }
    package static let allowed = text(.allowed)
    package static let refused = text(.refused)
    package static let unreachable = text(.unreachable)
    package static let noShop = text(.noShop)
    package static let tooLong = text(.tooLong)
    package static let uncertain = text(.uncertain)

    // MARK: Other sentences

    /// No daemon has answered.
    ///
    /// - Parameter command: what starts one; nil if that is not known.
    package static func noDaemon(_ command: String?) -> String { text(.noDaemon(command)) }

    /// Links that were refused while no notification was shown.
    package static func more(_ count: Int) -> String { text(.more(count)) }

    private static func text(_ text: NoticeText) -> String { PersonLanguage.ofSession.words.text(text) }
}

extension Duration {
    /// The greatest unit that tells it well: 14 days, 1 hour, 45 seconds.
    var inWords: (count: Int64, unit: PersonUnit) {
        let seconds = max(1, components.seconds)
        for (unit, size) in [(.day, 86_400), (.hour, 3_600), (.minute, 60)] as [(PersonUnit, Int64)]
        where seconds % size == 0 || seconds >= 2 * size {
            return (seconds / size, unit)
        }
        return (seconds, .second)
    }
}

/// A unit of time that people count in.
enum PersonUnit {
    case day, hour, minute, second
}
