// Builds a URL from decoded segments, query items and a fragment. Parsing that URL gives the same parts again.
//
// Under a custom scheme, a list of segments has several spellings (see Link.swift). In the canonical one the first segment
// is the host, `podcast://favourites/rock`, because people and other programs expect it there. But every program must read
// that host unchanged. Programs that follow RFC 3986 fold the case of any host, and some refuse escapes in one, so `Rock`,
// `a b` and `été` are in the path instead: `podcast:/Rock`. The root is `podcast:/`.
//
// A scheme with a separator has the opaque form that its users send, `spotify:track:7`. Only segments of which one holds
// the separator are written with slashes, because the opaque form cannot have them.

/// Assembles a URL from decoded parts.
///
/// *Shape*: scheme `podcast`, segments [`favourites`, `R&B 50%`], query page = `1` →
/// `podcast://favourites/R&B%2050%25?page=1`. *Limits*: none. The builder refuses nothing: the caller parses the result
/// under the policy, or calls `breach` for each text first.
package struct LinkBuilder: Sendable {
    /// The part of a URL before its segments.
    package enum Origin: Equatable, Sendable {
        /// A custom scheme, lower-case, without its colon.
        case scheme(String)
        /// A custom scheme with the separator of its opaque form.
        case opaque(String, SegmentSeparator)
        /// A web scheme, host and port: `https://example.com:8443`.
        case web(String)
    }

    /// One key and its value, decoded.
    package struct Item: Equatable, Sendable {
        /// The key.
        package var key: String
        /// The value.
        package var value: String

        /// Makes an item.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The part of the URL before its segments.
    package var origin: Origin
    /// The decoded segments, as in `Link.segment`: one or more; only the last may be empty.
    package var segments: [[UInt8]]
    /// The query items, in the order of the URL.
    package var query: [Item] = []
    /// The decoded fragment; if it is nil, the URL has no `#` either.
    package var fragment: String?

    /// Makes a builder for a path without query and fragment.
    package init(origin: Origin, segments: [[UInt8]]) {
        self.origin = origin
        self.segments = segments
    }

    /// The canonical URL, in ASCII.
    package var url: String {
        var output: [UInt8] = []
        writeStart(&output)
        for (number, item) in query.enumerated() {
            output.append(number == 0 ? ASCII.question : ASCII.ampersand)
            ComponentEscaping.form.write(item.key.utf8, to: &output)
            output.append(ASCII.equals)
            ComponentEscaping.form.write(item.value.utf8, to: &output)
        }
        return String(decoding: output, as: UTF8.self) + (fragment.map(Self.fragment) ?? "")
    }

    private func writeStart(_ output: inout [UInt8]) {
        var rest = segments[...]
        switch origin {
        case .opaque(let scheme, let separator) where !segments.contains(where: separator.isHeld):
            output += (scheme + ":").utf8
            for (number, segment) in segments.enumerated() {
                if number > 0 { output.append(separator.byte) }
                ComponentEscaping.segment.write(segment, to: &output)
            }
            return
        case .scheme(let scheme), .opaque(let scheme, _):
            output += (scheme + ":").utf8
            if let first = rest.first, Self.readsAsHost(first) {
                output += "//".utf8
                output += first
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return }
            }
        case .web(let origin): output += origin.utf8
        }
        if rest.isEmpty { output.append(ASCII.slash) }
        for segment in rest {
            output.append(ASCII.slash)
            ComponentEscaping.segment.write(segment, to: &output)
        }
    }

    /// True if every program reads a first segment as a host and returns it unchanged.
    private static func readsAsHost(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last, first != ASCII.dot, last != ASCII.dot else { return false }
        return text.allSatisfy { $0.isDigit || $0.isLetter && $0.lowered == $0 || "-._".utf8.contains($0) }
    }
}

extension LinkBuilder {
    /// A decoded text as the fragment of a URL, with its `#`.
    package static func fragment(_ text: String) -> String {
        var output = [ASCII.hash]
        ComponentEscaping.fragment.write(text.utf8, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The policy rule that a decoded segment violates; nil if a link may have the segment.
    package static func breach(ofSegment text: [UInt8]) -> PolicyRule? { breach(text, isSegment: true) }

    /// The policy rule that the decoded value of a declared query key or fragment violates; nil if a link may have it.
    package static func breach(ofValue text: String) -> PolicyRule? { breach(Array(text.utf8), isSegment: false) }

    private static func breach(_ text: [UInt8], isSegment: Bool) -> PolicyRule? {
        TextPolicy.firstBreach(text.span, ByteRange(0, text.count), isSegment: isSegment)?.rule
    }
}
