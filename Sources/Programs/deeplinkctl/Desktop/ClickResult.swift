internal import Contract
internal import Desktop
internal import DesktopEntries

/// How a click on a link ended: what a person is told of it.
///
/// *Shape*: as JSON `{"url":"podcast://a","outcome":{…},"socket":"/run/…"}` where a daemon answered, and
/// `{"url":"podcast://a","failure":"no daemon is listening at …","command":"systemctl --user start deeplinkd.socket"}` where
/// none did.
struct ClickResult: StoredObject, Equatable {
    /// The link as the launcher passed it on.
    var url = ""
    /// The outcome as the daemon sent it; nil where no daemon sent one.
    var outcome: Value?
    /// Why there is no outcome, and what to do about it, in one sentence; nil where there is one.
    var failure: String?
    /// The command that starts a daemon; nil where one runs, or where no unit has it.
    var command: String?
    /// The socket of the daemon that sent the outcome, or that took the link; nil where no daemon was reached.
    var socket: String?
    /// Whether standard error is a terminal, so that a person may read along.
    var isTerminal = false

    /// Its members, in the order in which they are written.
    mutating func members(_ list: inout some MemberList) {
        list.member("url", &url, "The link.")
        list.member("outcome", &outcome, "The daemon's outcome.")
        list.member("failure", &failure, "Why there is none.")
        list.member("command", &command, "What starts a daemon.")
        list.member("socket", &socket, "The daemon's socket.")
        list.member("isTerminal", &isTerminal, .unlessBlank, "Whether a person may read standard error.")
    }

    /// The outcome by its class and code; nil where no daemon sent one.
    var received: ReceivedOutcome? { outcome.flatMap { try? ReceivedOutcome($0) } }
}
