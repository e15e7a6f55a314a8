// The links that one run leaves to the next, as bytes:
//
//     deeplinkd held links 1                      the version of the form
//     7d1c0b52e8a4f391 2                          the checksum of all that follows, and how many links that is
//     {"delivery":"5f3c…","channel":"player",…}
//     {"delivery":"90ab…","channel":"player",…}
//
// A later version reads the forms of the earlier ones. An earlier version says that it does not know a later form, and takes
// nothing of it.

import Contract

/// Links that one run of the daemon leaves to the next.
package enum LeftLinks {
    /// Why bytes are no links.
    package enum Fault: Error, Equatable, CustomStringConvertible {
        case foreign
        /// *Shape*: the word in the place of the version.
        case version(String)
        case damaged

        package var description: String {
            switch self {
            case .foreign: "these bytes are no held links"
            case .version(let word): "the form of version \(word) is not known"
            case .damaged: "the checksum does not fit the links"
            }
        }
    }

    private static let title = "deeplinkd held links "
    private static let version = "1"
    /// *Units*: bytes of the two lines at the top, with room to spare.
    private static let headBytes = 64

    /// The bytes of as many links from the first on as fit into a limit, and how many these are.
    package static func bytes(_ links: [LeftLink], limit: Int) -> (bytes: [UInt8], count: Int) {
        var body: [UInt8] = []
        var count = 0
        for link in links {
            let line = Array((JSONText.text(of: link.value) + "\n").utf8)
            guard headBytes + body.count + line.count <= limit else { break }
            body += line
            count += 1
        }
        let head = "\(title)\(version)\n\(checksum(of: body[...])) \(count)\n"
        return (Array(head.utf8) + body, count)
    }

    /// The links of bytes, and how many of them this version cannot read.
    package static func links(_ bytes: [UInt8]) throws(Fault) -> (links: [LeftLink], unreadableCount: Int) {
        var rest = bytes[...]
        guard let first = line(&rest), first.hasPrefix(title) else { throw .foreign }
        let word = String(first.dropFirst(title.count))
        guard word == version else { throw .version(word) }
        guard let second = line(&rest)?.split(separator: " ", omittingEmptySubsequences: false), second.count == 2,
            second[0] == checksum(of: rest)
        else { throw .damaged }
        var links: [LeftLink] = []
        var count = 0
        while let text = line(&rest) {
            count += 1
            if let value = try? JSONText.value(of: text), let link = LeftLink(value) { links.append(link) }
        }
        guard rest.isEmpty, second[1] == "\(count)" else { throw .damaged }
        return (links, count - links.count)
    }

    /// Takes the next line away; nil where there is none.
    private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// FNV-1a, as 16 digits: it shows flipped bits and torn texts, and nothing against people.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> String {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
