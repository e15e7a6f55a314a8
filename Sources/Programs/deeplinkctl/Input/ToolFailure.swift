internal import DeepLinkClient
internal import Varlink

/// A failure of the tool itself: exit status 1.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String
    /// What stands before it.
    private(set) var label = PersonLanguage.english.words.text(.mark)
    /// The error of the client library that it is; nil for any other.
    private var cause: DeepLinkError?
    /// What has words in each language; nil for any other.
    private var text: FailureText?

    /// The reply has a member with another value than the request allows.
    static let wrongReply = ToolFailure(.wrongReply)

    init(_ description: String) {
        self.description = description
    }

    /// A failure that a person who opened a link can meet.
    init(_ text: FailureText) {
        self.init(PersonLanguage.english.words.text(text))
        self.text = text
    }

    /// A daemon's reply that is malformed or lacks a member that this tool needs.
    init(_ error: FramingError) { self.init(.unreadable(error.clause)) }

    /// No connection, or no reply.
    init(_ error: DeepLinkError) {
        if case .noDaemon = error {
            self.init(error.description + " with --socket")
        } else if case .unreadableReply(_, let reason) = error {
            self.init(.unreadable(reason))
        } else if case .cannotConnect(_, let message) = error {
            self.init(message)
        } else {
            self.init(error.description)
        }
        cause = error
    }

    /// The sentence of an error: of this program's own, and those of the client library, each other has a description.
    static func sentence(of error: any Error) -> String {
        if let error = error as? FramingError { ToolFailure(error).description } else { "\(error)" }
    }

    /// *Throws*: the tool's failure for an error of the client library.
    static func converting<Result>(_ body: () throws(DeepLinkError) -> Result) throws -> Result {
        do throws(DeepLinkError) {
            return try body()
        } catch {
            throw ToolFailure(error)
        }
    }

    /// A wait that a signal has ended.
    static let interrupted = ToolFailure(.interrupted)

    /// The same for a person who opened a link; itself where there are no words for it.
    ///
    /// They are those for a reader who did nothing wrong: what is wrong with an option is in English, as the help is.
    func inWords(of language: PersonLanguage) -> ToolFailure {
        guard language != .english else { return self }
        let words = language.words
        guard let sentence = text.map(words.text) ?? cause.flatMap({ words.sentence(of: $0) }) else { return self }
        var failure = ToolFailure(sentence)
        failure.label = words.text(.mark)
        return failure
    }
}
