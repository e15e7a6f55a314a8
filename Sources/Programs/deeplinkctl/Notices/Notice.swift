internal import DeepLinkClient

// The text and the buttons of a notification about one click:
//
//     Recipes                                          the title
//     You need “Rezept Premium” for “Recipes”.         the sentence
//     [Try 14 days]  [Open the shop]                   remedies that this person can use
//
// A button does what it names and nothing else. The link is performed by `Open it now` or `Try again` alone.

/// A text for the person, with buttons.
struct Notice {
    /// *Units*: buttons of one notification.
    static let buttonLimit = 3

    let title: String
    var sentence: String
    var buttons: [NoticeButton]
}

/// What a button does.
enum NoticeButton: Equatable {
    case switchOn(feature: String, title: String?)
    case startTrial(product: String, title: String, length: Duration)
    /// Opens a page with the desktop's browser.
    case openShop(url: String, title: String)
    /// Asks for the permissions of a feature.
    case ask(feature: String)
    /// Asks about this one link, which is performed after a yes.
    case confirm
    case tryAgain
    case openNow

    /// What stands on it.
    var label: String {
        switch self {
        case .switchOn: NoticeWords.switchOn
        case .startTrial(_, _, let length): NoticeWords.tryFor(length)
        case .openShop: NoticeWords.openShop
        case .ask, .confirm: NoticeWords.ask
        case .tryAgain: NoticeWords.tryAgain
        case .openNow: NoticeWords.openNow
        }
    }
}
