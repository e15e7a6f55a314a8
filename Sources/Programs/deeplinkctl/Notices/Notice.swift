internal import DeepLinkClient

// The text and the buttons of a notification about one click:
//
//     Recipes                                          the title
//     You need “Rezept Premium” for “Recipes”.         the sentence
//     [Try 14 days]  [Open the shop]                   remedies that this person can use
//
// A button does what it names and nothing else. The link is performed by `Open it now`, `Try again` and `Open` alone.
//
// A link that has to be confirmed has its question in the place of the sentence, with what a yes runs:
//
//     Trash
//     Delete “old”?
//     Runs “empty” with:
//     list = "old"
//     [Open]  [Don’t open]

/// A text for the person, with buttons.
struct Notice {
    /// *Units*: buttons of one notification.
    static let buttonLimit = 3

    let title: String
    var sentence: String
    var buttons: [NoticeButton]
    /// The question that is shown in the place of the sentence; nil where there is none.
    private(set) var question: ConfirmationText?

    init(title: String, sentence: String, buttons: [NoticeButton]) {
        (self.title, self.sentence, self.buttons) = (title, sentence, buttons)
    }

    /// Asks about one link.
    ///
    /// A person must be able to read all that a yes is about: a question that is too long has no buttons.
    init(title: String, asking question: ConfirmationText) {
        self.title = title
        if question.isShort {
            (sentence, buttons) = (question.lines.joined(separator: "\n"), [.confirm(question), .decline])
            self.question = question
        } else {
            (sentence, buttons) = (NoticeWords.tooLong, [])
        }
    }
}

/// What a button does.
enum NoticeButton: Equatable {
    case switchOn(feature: String, title: String?)
    case startTrial(product: String, title: String, length: Duration)
    /// Opens a page with the desktop's browser.
    case openShop(url: String, title: String)
    /// Asks for the permissions of a feature.
    case ask(feature: String)
    /// Performs this one link, after its question was shown; without one it is asked first.
    case confirm(ConfirmationText?)
    /// Leaves this one link alone.
    case decline
    case tryAgain
    case openNow

    /// What stands on it.
    var label: String {
        switch self {
        case .switchOn: NoticeWords.switchOn
        case .startTrial(_, _, let length): NoticeWords.tryFor(length)
        case .openShop: NoticeWords.openShop
        case .ask, .confirm(nil): NoticeWords.ask
        case .confirm: NoticeWords.open
        case .decline: NoticeWords.doNotOpen
        case .tryAgain: NoticeWords.tryAgain
        case .openNow: NoticeWords.openNow
        }
    }
}
