// The server of a request: a socket of this machine, or a host. The table writes it out, so no value can choose it.
//
//     unix:/run/shop.sock            a service of this machine
//     https://shop.example:8443      a host, whose name the resolver looks up
//     http://127.0.0.1:3000          an address, which is taken as the table writes it

/// Where a request goes.
package enum HTTPServer: Equatable, Sendable {
    /// *Shape*: the path of a socket.
    case socket(String)
    case host(HTTPOrigin)

    /// *Shape*: as tables and outcomes write it.
    package var address: String {
        switch self {
        case .socket(let path): "unix:" + path
        case .host(let origin): origin.description
        }
    }

    /// The URL of a target there; a socket has no name, and its requests are for `localhost`.
    ///
    /// - Parameter target: the path and the query.
    package func url(of target: String) -> String {
        switch self {
        case .socket: "http://localhost" + target
        case .host(let origin): origin.description + target
        }
    }
}

/// A scheme, a host and a port.
package struct HTTPOrigin: Equatable, Sendable, CustomStringConvertible {
    package let isEncrypted: Bool
    /// *Shape*: canonical, with the brackets of an IPv6 address and with a port that is not the scheme's own.
    package let authority: String
    /// True for an address, and for `localhost`, which is one: the author of the table has chosen the machine.
    package let isAddress: Bool

    /// *Shape*: `https://shop.example:8443`.
    package var description: String { (isEncrypted ? "https://" : "http://") + authority }
}

/// What a request asks for.
package enum HTTPMethod: String, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// True if a service only reads for it, and expects no body.
    ///
    /// *Source*: RFC 9110, section 9.3.
    package var onlyReads: Bool { self == .get || self == .head }
}
