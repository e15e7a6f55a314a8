/// The scheme, the host and the path of a text by the URL standard alone: the policy of links has no part in it.
///
/// It says whose link a text is. Nothing is matched against it, and no route gets a value of it.
package struct WebAddress: Equatable, Sendable {
    /// In lower case, without its colon.
    package let scheme: String
    /// In ASCII, an international name with its `xn--` labels; empty where there is none.
    package let host: String
    /// As the canonical URL has it, escapes included.
    package let path: String
    /// The canonical URL: two texts with the same one lead to the same page.
    package let url: String

    /// Reads a text; nil where it is no absolute URL by the standard.
    package init?(_ text: Span<UInt8>) {
        guard let record = try? URLRecord.parse(text) else { return nil }
        func part(_ range: ByteRange) -> String { String(decoding: record.bytes[range.indices], as: UTF8.self) }
        scheme = part(record.scheme)
        host = record.host.map { part($0.range) } ?? ""
        path = part(record.path)
        url = String(decoding: record.bytes, as: UTF8.self)
    }

    /// Reads a text; nil where it is no absolute URL by the standard.
    package init?(_ text: String) { self.init(text.utf8.span) }
}
