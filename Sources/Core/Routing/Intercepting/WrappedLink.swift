// A link of the web inside a link of this program, for what a browser opens by itself: its bookmarks and the buttons of its pages.
//
//     deeplinkd:open?url=https%3A%2F%2Fpods.example%2Fs%2F7   →   https://pods.example/s/7
//
// A table with `unmatched` takes such links, as if it had a line `rewrite` for them before all others. Only a link of the web can
// be inside, written as encodeURIComponent of a browser writes it: a page that opens one can do no more than its reader who
// clicks the link.

import Links

/// Links of the web inside links of this program.
package enum WrappedLink {
    /// This program's own scheme.
    static let scheme = "deeplinkd"
    /// What stands before the other link.
    static let beginning = scheme + ":open?url="
    /// The rewrite of a table with `unmatched`.
    static let rule = RewriteRule(
        name: "deeplinkd:open", patterns: [RewriteRule.Pattern(beginning, isOpen: true)], target: .wrapped)
    private static let schemes: Set<String> = ["http", "https"]

    /// True if a text may be one of these links, however it is written.
    package static func maybe(_ text: Span<UInt8>) -> Bool {
        text.count > beginning.utf8.count && text[0] | 0x20 == UInt8(ascii: "d") && text[9] == UInt8(ascii: ":")
    }

    /// The link inside; nil where it is none of the web.
    ///
    /// - Parameter rest: what follows the beginning.
    static func link(in rest: ArraySlice<UInt8>) -> String? {
        var (bytes, place): ([UInt8], Int) = ([], rest.startIndex)
        while place < rest.endIndex {
            switch rest[place] {
            // Another value, or a fragment, belongs to no link that was written for this.
            case UInt8(ascii: "&"), UInt8(ascii: "#"): return nil
            case UInt8(ascii: "%"):
                guard place + 2 < rest.endIndex, let byte = hex(rest[place + 1], rest[place + 2]) else { return nil }
                bytes.append(byte)
                place += 3
            default:
                bytes.append(rest[place])
                place += 1
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self), let address = WebAddress(text),
            schemes.contains(address.scheme), bytes.first.map({ $0 | 0x20 == UInt8(ascii: "h") }) == true
        else { return nil }
        return text
    }

    private static func hex(_ high: UInt8, _ low: UInt8) -> UInt8? {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46: byte - 0x37
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }
        guard let high = digit(high), let low = digit(low) else { return nil }
        return high << 4 | low
    }
}
