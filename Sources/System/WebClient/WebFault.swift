package import HostSystem

/// Why there is no answer, or no whole body of one.
///
/// *Shape*: printed as the end of a sentence about the server, `it did not answer in time`.
package enum WebFault: Error, Equatable {
    /// A part of the answer that has a limit.
    package enum Part: String { case header, body }

    /// libcurl is not there, or is not one that can be used; the text says which is needed.
    case notInstalled(String)
    /// The request breaks the rules of HTTP, or libcurl does not take it; the text is the reason.
    case unsendable(String)
    case tooManyCalls(limit: Int)
    /// The host's name has no address, or too many names are looked up already.
    case unresolved
    /// The only address is not public; the text is the address.
    case addressRefused(String)
    /// No connection came about. *Shape*: `ECONNREFUSED`; nil where the system gives no code.
    case unreachable(code: String?)
    /// TLS failed: mostly, no certificate that counts. The text is libcurl's reason.
    case untrusted(String)
    case late(wasSent: Bool)
    /// The connection ended after the request was sent, before the end of the answer.
    case cut
    /// What came is no answer of HTTP; the text is the reason.
    case unreadable(String)
    /// *Units*: bytes.
    case tooLong(Part, limit: Int)
    /// The loop failed before anything was sent.
    case failed(LoopError)

    /// True if no byte of the request was given to the kernel.
    package var isBeforeEffect: Bool {
        switch self {
        case .notInstalled, .unsendable, .tooManyCalls, .unresolved, .addressRefused, .unreachable, .untrusted, .failed:
            true
        case .late(let wasSent): !wasSent
        case .cut, .unreadable, .tooLong: false
        }
    }
}

extension WebFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notInstalled(let text), .unsendable(let text): text
        case .tooManyCalls(let limit): "\(limit) requests are under way, which is as many as may be"
        case .unresolved: "its name has no address now"
        case .addressRefused(let address): "its address \(address) is not a public one"
        case .unreachable(let code): "it takes no connection" + (code.map { " (\($0))" } ?? "")
        case .untrusted(let text): "it cannot be trusted: \(text)"
        case .late: "it did not answer in time"
        case .cut: "it closed the connection before the end of its answer"
        case .unreadable(let text): "its answer cannot be read: \(text)"
        case .tooLong(let part, let limit): "the \(part.rawValue) of its answer is longer than \(limit) bytes"
        case .failed(let error): "\(error)"
        }
    }
}
