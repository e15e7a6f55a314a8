/// Why `deeplinkctl open` has no outcome to print, for a reader who did nothing wrong.
///
/// Errors of the connection have their words by ``DeepLinkError``. What is wrong with an option is in English in every
/// session, as the help is.
package enum FailureText: Sendable {
    /// A signal has ended the wait.
    case interrupted
    /// The reply belongs to no such request, or has no outcome.
    case wrongReply, noOutcome
    /// The reply is malformed, with the place and the reason.
    case unreadable(String)
    /// The daemon has ended while it asked.
    case endedAsking
    /// The daemon is older than this tool: it has no such method, no actions by name, or no traces.
    case noMethod(String), noActions, noTraces
    /// The daemon keeps no keys of requests.
    case noKeys
    /// The person may not act for others.
    case notForOthers
    /// An error reply that this tool has no words for: its name, and its parameters as JSON.
    case replied(String, String?)
    /// A line of standard input that is no text.
    case notUTF8(line: Int)
}
