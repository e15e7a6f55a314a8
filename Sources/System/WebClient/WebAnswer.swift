/// What a server answered.
///
/// An answer whose header has arrived is an answer, also if its body has not: the status says what the server did.
package struct WebAnswer {
    /// *Range*: three digits.
    package let status: Int
    /// The lines of the header, without those of interim answers and of trailers.
    package let headers: WebHeaders
    /// What has arrived of the body; empty where it is compressed.
    package let body: [UInt8]
    /// Why the body is not whole, or cannot be read; nil if it is whole.
    ///
    /// *Shape*: `cut`, `late`, `tooLong`, `unreadable`.
    package let bodyFault: WebFault?

    /// An answer, for one that did not arrive.
    package init(status: Int, headers: WebHeaders = WebHeaders(), body: [UInt8] = [], bodyFault: WebFault? = nil) {
        (self.status, self.headers, self.body, self.bodyFault) = (status, headers, body, bodyFault)
    }

    /// The answer as it arrived: a body that is compressed, which was not asked for, is not read.
    init(_ status: Int, _ headers: WebHeaders, _ body: [UInt8], _ fault: WebFault?) {
        let coding = headers["content-encoding"]?.lowercased() ?? "identity"
        let isPlain = ["", "identity"].contains(coding) || body.isEmpty
        let bodyFault = fault ?? (isPlain ? nil : .unreadable("it is compressed"))
        self.init(status: status, headers: headers, body: isPlain ? body : [], bodyFault: bodyFault)
    }

    /// *Shape*: `application/json`, in small letters, without parameters; nil where the server says none.
    package var contentType: String? {
        headers["content-type"]?.split(separator: ";", omittingEmptySubsequences: false).first.map { type in
            WebHeaders.trimmed(type.utf8).lowercased()
        }
    }

    /// When the server would have the request again; nil where it does not say.
    ///
    /// *Range*: not negative.
    /// - Parameter nowSeconds: seconds since 1970, for an answer with a date.
    package func retryAfter(nowSeconds: Int64) -> Duration? {
        headers["retry-after"].flatMap { RetryAfter.time($0, nowSeconds: nowSeconds) }
    }
}

/// The lines of a header.
package struct WebHeaders {
    private let bytes: [UInt8]

    /// - Parameter bytes: the lines as they arrived, of any bytes.
    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// The value of the first line of a name, which is compared without case; nil where there is none.
    ///
    /// *Cost*: linear in the header.
    package subscript(name: String) -> String? {
        for line in bytes.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let found = line[..<colon]
            guard found.count == name.utf8.count,
                zip(found, name.utf8).allSatisfy({ Self.small($0) == Self.small($1) })
            else { continue }
            return Self.trimmed(line[line.index(after: colon)...])
        }
        return nil
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// The text without white space at its ends; bytes that are not UTF-8 are replaced.
    static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        let rest = bytes.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: rest[...last], as: UTF8.self)
    }
}
