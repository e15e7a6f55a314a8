// The catalogue of the sentences that people read, by language. The daemon answers with data; every sentence for a person is
// made here, of the outcome's code and of the texts of the table that are in it:
//
//     blocked.toggle.off, title "Recipes"     english    Your switch “Opens recipes” is off.
//                                             german     Der Schalter „Opens recipes“ ist aus.
//
// A language is one type that conforms to `PersonWords`. docs/internals/translating.md says how one is added.

package import Contract
internal import HostSystem

/// A language that the client has sentences for people in.
public enum PersonLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The first of some languages that there are sentences in; English if there is none.
    package init(for languages: LanguageList) {
        self = languages.first { PersonLanguage(rawValue: $0.description) } ?? .english
    }

    /// That of the person's session, by `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
    public static let ofSession = PersonLanguage(for: .ofSession)

    /// Its sentences.
    package var words: any PersonWords {
        switch self {
        case .english: EnglishWords()
        case .german: GermanWords()
        }
    }
}

extension LanguageList {
    /// The languages of the person's session.
    package static let ofSession = LanguageList(environment: HostFacts.environment)
}

/// The sentences of one language.
///
/// Names that are put into sentences are of others: ``PersonText`` makes them fit for one line.
package protocol PersonWords: Sendable {
    /// The quotation marks around a name.
    var marks: (opening: String, closing: String) { get }

    /// The title of a notification about something without a name: *Link not opened*.
    var untitled: String { get }
    /// What a person reads of an outcome with a code, as one sentence; its first letter may be small.
    func sentence(of code: OutcomeCode, _ outcome: OutcomeWords) -> String
    /// The same of a code that is not known, by its class.
    func sentence(of outcomeClass: OutcomeClass, _ outcome: OutcomeWords) -> String
    /// The state of a condition, as a part of a sentence: *your switch “Opens recipes” is off*.
    func text(of constraint: ConstraintReport) -> String
    /// What can be done, as one sentence.
    func sentence(of remedy: RemedyWords) -> String

    /// What a person is asked before a permission is given.
    func question(_ permission: String, of feature: String?, usage: String?) -> String
    /// How the question of a flow ended, by the word that programs switch on.
    func text(ofResult result: String) -> String
    /// Why a flow has ended, by the word that programs switch on; nil for one that is not known.
    func sentence(ofEnd end: String) -> String?

    /// Why no link was opened: there was no answer. Nil for an error that no link meets, whose own sentence is shown.
    func sentence(of error: DeepLinkError) -> String?
    /// The label of a value in the report on an outcome.
    ///
    /// *Units and range*: at most ten characters.
    func text(_ label: OutcomeLabel) -> String
    /// The same for a reason that this tool finds: a clause in English, a sentence in other languages.
    func text(_ failure: FailureText) -> String
    /// A text of a terminal.
    func text(_ text: TerminalText) -> String
    /// A text of a notification.
    func text(_ text: NoticeText) -> String
}

extension PersonWords {
    /// A name in quotation marks, on one line.
    package func quoted(_ name: String) -> String {
        marks.opening + PersonText.line(name, limit: PersonText.nameLimit) + marks.closing
    }
}

/// What `deeplinkctl` writes for the person at a terminal.
package enum TerminalText: Sendable {
    /// Behind a question, with the letters of the answers, which are `y`, `n` and `l` in every language.
    case allowIt, openIt
    /// Behind a question that the desktop shows itself.
    case systemAsks
    /// Before an action without inputs, and with some; the name of the action follows in quotation marks.
    case runs, with
    /// That the outcome is of an earlier request.
    case replayed
    /// A value that there is not; how long a text is that is shown in part; how many elements a list has.
    case none, characters(Int), inAll(Int)
    /// How old a stored answer is.
    case kept(age: String, isStale: Bool)
    /// The place in a link at which it was refused.
    case byte(Int, component: String?)
    /// When a service wants to be asked again.
    case again(afterMs: Int64)
    /// What an answer has at a place, and what the table says of it.
    case decoding(path: String, found: String, expected: String)
    /// How a program has ended, or that it has not.
    case exit(code: Int32, afterMs: Int64), signal(Int32, afterMs: Int64), leftRunning
    /// How long an output is that is shown in part.
    case bytes(Int)
    /// How long the stages took.
    case stages(parseNs: Int64, matchNs: Int64, verifyNs: Int64)
    /// Before a command that explains a code, and before the sentence of an error.
    case more, mark
    /// How questions have ended that a newer daemon asked, in its own words.
    case ended(String)
}

/// What stands before a value in the report on an outcome.
package enum OutcomeLabel: String, CaseIterable, Sendable {
    case url, route, feature
    case inputs = "with"
    case ignored, repeated, kept
    case place = "where"
    case rule, expected, nearest, through, via, answer, instead
    case needs, remedy
    case notYet = "not yet"
    case next
    case called, status, attempts, again, app, unit, job
    case unitResult = "unit result"
    case exit, error, reason, stdout, stderr, times, id
}

/// A text of a notification besides the sentence of the outcome: a button, or what became of one.
package enum NoticeText: Sendable {
    case switchOn, ask, openShop, tryAgain, openNow, open, doNotOpen, allow, deny, confirm, refuse, later
    case tryFor(Duration)
    case switchedOn(String?)
    case trialBegan(String, Duration)
    case shopOpened(String)
    case allowed, refused, unreachable, noShop, tooLong, uncertain
    /// No daemon has answered; with what starts one.
    case noDaemon(String?)
    /// Links that were refused while no notification was shown.
    case more(Int)
}
