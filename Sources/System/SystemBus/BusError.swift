package import HostSystem

/// The reason why a call on a message bus has no answer.
///
/// *Shape*: `description` is one sentence for people, without its full stop. Texts of services in it are as they were
/// received: escape them before printing.
package enum BusError: Error, Equatable, Sendable {
    /// libsystemd is not installed.
    case libraryMissing
    /// The address is not that of a Unix socket.
    case addressUnusable(String)
    /// There is no bus at its address, or it refused this process.
    case noBus(address: String, code: SystemCode)
    /// The bus closed the connection, or broke the protocol.
    ///
    /// *Shape*: `wasSent` is false if not all of the call had been written, so that the bus could not pass it on.
    case lost(SystemCode, wasSent: Bool)
    /// *Shape*: `wasSent` is false if the call was withdrawn: nothing of it had been written, and nothing will be.
    ///
    /// *Units*: milliseconds.
    case late(afterMs: Int64, wasSent: Bool)
    /// The service answered with an error, or the bus did in its place.
    ///
    /// A service may hand on an error of the bus that it got itself, so the name alone does not tell which.
    case refused(name: String, text: String, byBus: Bool)
    /// The answer has more values than are read.
    case tooLarge(limit: Int)
    /// The answer is not what it should be.
    case unreadable
    /// *Units*: calls without an answer.
    case tooManyCalls(limit: Int)
    /// The call could not be sent.
    case unsendable(SystemCode)
    /// A text of the call contains a NUL byte.
    case unwritable
    /// The loop cannot watch the connection.
    case failed(LoopError)

    /// True if the call was sent, so that the service may have acted on it, or may still do so.
    package var wasSent: Bool {
        switch self {
        case .lost(_, let wasSent), .late(_, let wasSent): wasSent
        case .refused, .tooLarge, .unreadable: true
        case .libraryMissing, .addressUnusable, .noBus, .tooManyCalls, .unsendable, .unwritable, .failed: false
        }
    }

    /// Whether nothing runs under the service's name, and the bus cannot start it.
    package var isServiceMissing: Bool {
        guard case .refused(let name, _, _) = self else { return false }
        return ["ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound"]
            .contains { name == "org.freedesktop.DBus.Error." + $0 }
    }
}

extension BusError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .libraryMissing: "libsystemd is not installed (libsystemd.so.0)"
        case .addressUnusable(let address): "the bus address \(address) is not that of a Unix socket"
        case .noBus(let address, let code): "there is no message bus at \(address): \(code.text) (\(code.name))"
        case .lost(let code, _): "the message bus ended the connection: \(code.text) (\(code.name))"
        case .late(let ms, _): "it did not answer within \(ms) ms"
        case .refused(let name, let text, _): "it answered \(name)" + (text.isEmpty ? "" : ": \(text)")
        case .tooLarge(let limit): "its answer has more than \(limit) values or bytes of text"
        case .unreadable: "its answer is of another type than expected"
        case .tooManyCalls(let limit): "\(limit) calls wait for an answer already"
        case .unsendable(let code): "the call could not be sent: \(code.text) (\(code.name))"
        case .unwritable: "a text of the call contains a NUL byte"
        case .failed(let error): "\(error)"
        }
    }
}
