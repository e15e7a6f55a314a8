/// One request over HTTP.
///
///     WebRequest("POST", "http://localhost/orders", socketPath: "/run/shop.sock", body: …)
///
/// Texts are sent as they are: the caller has escaped them.
package struct WebRequest {
    /// *Shape*: a method in capital letters, `PATCH`.
    package var method: String
    /// *Shape*: `http` or `https`, a host and a path, all of it escaped; no name and password.
    package var url: String
    /// The Unix socket to connect to; the host of the URL is then no more than the header `Host`.
    package var socketPath: String?
    package var headers: [(name: String, value: String)]
    /// Nil for none; a request of POST, PUT or PATCH has an empty one then, and one of HEAD has never one.
    package var body: [UInt8]?
    /// Whether an address that is not public may be connected to.
    package var allowsPrivateAddresses = false
    /// Whether the request may be sent again where a kept connection turns out to have ended: for one that has no effect, or
    /// whose second effect is none.
    package var mayRepeat = false
    /// A file of certificate authorities in PEM, in place of the machine's.
    package var authorityFile: String?
    /// The time for finding the address, for connecting and for TLS.
    package var connectTime = Duration.seconds(5)
    /// The time from `send` to the end of the answer.
    package var wholeTime = Duration.seconds(30)
    /// The longest header of the answer, with those of interim answers.
    ///
    /// *Units*: bytes.
    package var headerLimit = 16 << 10
    /// The longest body of the answer.
    ///
    /// *Units*: bytes.
    package var bodyLimit = 64 << 10

    /// A request with the usual limits.
    package init(
        _ method: String, _ url: String, socketPath: String? = nil, headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        (self.method, self.url, self.socketPath) = (method, url, socketPath)
        (self.headers, self.body) = (headers, body)
    }
}

extension WebRequest {
    /// Headers that say where a request ends and what becomes of its connection: libcurl writes them.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Why it cannot be sent; nil if it can.
    var flaw: String? {
        if method.isEmpty || !method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { return "its method is no word" }
        if !url.hasPrefix("http://") && !url.hasPrefix("https://") { return "its URL is of neither http nor https" }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) { return "its URL has unescaped characters" }
        if let socketPath, socketPath.utf8.contains(0) || !(1...107).contains(socketPath.utf8.count) {
            return "the path of its socket is empty or too long"
        }
        if authorityFile?.utf8.contains(0) == true { return "the path of its authorities has a NUL byte" }
        if method == "HEAD" && body != nil { return "a request of HEAD has no body" }
        return headers.lazy.compactMap(Self.flaw).first
    }

    private static func flaw(_ header: (name: String, value: String)) -> String? {
        let symbols = "!#$%&'*+-.^_`|~"
        let isToken = header.name.utf8.allSatisfy { byte in
            let letter = byte | 0x20
            return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || symbols.utf8.contains(byte)
        }
        guard isToken, !header.name.isEmpty else { return "a header's name is no token" }
        if reserved.contains(header.name.lowercased()) { return "its header \(header.name) is not to be set" }
        // A tab is a control character that a value may have.
        let isText = header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        return isText ? nil : "the value of a header has control characters"
    }
}

extension WebRequest {
    /// The body as it is sent.
    ///
    /// A server may refuse a request of these methods that does not say how long its body is.
    var bodyToSend: [UInt8]? { body ?? (["POST", "PUT", "PATCH"].contains(method) ? [] : nil) }

    /// The lines of its header, as libcurl takes them.
    var headerLines: [String] {
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // Without these libcurl says that a body is a form, and waits a second for the consent to a long one.
        if bodyToSend != nil {
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
            lines.append("Expect:")
        }
        return lines
    }
}

extension Duration {
    /// *Range*: from one, which libcurl takes for a limit, to a day.
    var curlMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return max(1, min(86_400, max(0, seconds)) * 1_000 + max(0, attoseconds) / 1_000_000_000_000_000)
    }
}
