import TestSupport

/// Makes URLs that two parsers may read differently: known URLs, changed in up to four places, and made-up hosts.
struct URLGenerator {
    private let known: [[Unicode.Scalar]]
    private var random: SeededGenerator

    init(known: [String], random: SeededGenerator) {
        self.known = known.map { Array($0.unicodeScalars) }
        self.random = random
    }

    /// The next URL.
    mutating func next() -> String {
        var scalars = pick(known)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: scalars = Array((pick(Self.schemes) + host() + pick(Self.tails)).unicodeScalars)
        case 2: scalars = swapped(scalars, pick(known))
        default: break
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) { change(&scalars) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    // MARK: Changes

    private mutating func change(_ scalars: inout [Unicode.Scalar]) {
        let place = Int.random(in: 0...scalars.count, using: &random)
        let isInside = place < scalars.count
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where isInside: scalars[place] = flipped(scalars[place])
        case 1 where isInside: scalars.remove(at: place)
        case 2 where isInside: scalars.replaceSubrange(place...place, with: escape(scalars[place]))
        case 3: scalars.insert(contentsOf: scalars.suffix(Int.random(in: 0...6, using: &random)), at: place)
        case 4: scalars.insert(contentsOf: pick(Self.pieces).unicodeScalars, at: place)
        case 5: scalars.insert(contentsOf: pick(Self.international).unicodeScalars, at: place)
        default: scalars.insert(pick(Self.special), at: place)
        }
    }

    private mutating func flipped(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(scalar.value ^ (1 << UInt32.random(in: 0..<8, using: &random))) ?? scalar
    }

    private mutating func escape(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let isUpper = Bool.random(using: &random)
        return String(scalar).utf8.flatMap { byte in
            let digits = String(byte, radix: 16, uppercase: isUpper)
            return Array(("%" + (digits.utf8.count == 1 ? "0" : "") + digits).unicodeScalars)
        }
    }

    /// One URL up to a separator, followed by another URL from a separator on.
    private mutating func swapped(_ head: [Unicode.Scalar], _ tail: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let separators: Set<Unicode.Scalar> = [":", "/", "?", "#", "@"]
        let stops = head.indices.filter { separators.contains(head[$0]) }
        let starts = tail.indices.filter { separators.contains(tail[$0]) }
        return Array(head[..<(stops.randomElement(using: &random) ?? head.count)])
            + tail[(starts.randomElement(using: &random) ?? 0)...]
    }

    // MARK: Hosts

    private mutating func host() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return (0..<Int.random(in: 1...5, using: &random)).map { _ in number() }.joined(separator: ".")
        case 1: return "[" + address() + "]"
        default:
            return (0..<Int.random(in: 1...3, using: &random)).map { _ in label() }.joined(separator: pick(Self.dots))
        }
    }

    private mutating func number() -> String {
        let value = pick([0, 1, 7, 8, 127, 255, 256, 65_535, 65_536, 16_777_216, 4_294_967_295, 4_294_967_296])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "0x" + String(value, radix: 16)
        case 1: return "0" + String(value, radix: 8)
        case 2: return "00" + String(value)
        case 3: return pick(["", "0x", "0X", "a", "08", "+1", "0xg", "１"])
        default: return String(value)
        }
    }

    private mutating func address() -> String {
        let pieces = (0..<Int.random(in: 1...9, using: &random)).map { _ in
            pick(["0", "1", "ffff", "ABC", "00ab", "", "10000", "1.2.3.4", "127.0.0.256", "::", "x"])
        }
        return pieces.joined(separator: ":")
    }

    private mutating func label() -> String {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
            pick(Bool.random(using: &random) ? Self.international : Self.pieces)
        }.joined()
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private static let schemes = [
        "https://", "http://", "podcast://", "file://", "ws:", "ftp:/", "http:\\\\", "HTTPS:///u:p@",
    ]
    private static let tails = [
        "/", "", "/a/../b", "?q#f", ":80/", ":443", ":0", "\\x", "/%2e/c", "#", ":65536", "/a b?c d#e f",
    ]
    private static let dots = [".", ".", ".", "。", "．", "｡", "%2E", ".."]
    private static let special = Array("/\\:?#@[]|^%.&=+;,'\"<>`{}~!$*()-_ \t\n\r\0\u{01}\u{1F}\u{7F}".unicodeScalars)
    private static let pieces = [
        "a", "B", "xn--", "XN--", "zca", "xn--bcher-kva", "xn--a", "-", "--", "1", "0x", "%2e", "%2E", "..", "/./",
        "/../",
        "%", "%%", "%2", "%C3%A9", "%FF", "%ef%bc%85", "C|", "C:", "localhost", "//", "\\", "@", ":", "%00", "%5B",
        "%20",
    ]
    private static let international = [
        "é", "É", "e\u{301}", "ß", "ẞ", "ς", "日本", "☃", "א", "ب", "١", "क्\u{200D}ष", "\u{200C}", "\u{200D}", "\u{AD}",
        "\u{2060}", "\u{FEFF}", "\u{301}", "ａ", "％", "／", "１", "ﬁ", "ⅷ", "İ", "Ⴀ", "\u{FFFD}", "\u{10FFFF}",
        "\u{80}", "\u{A0}", "\u{2028}", "\u{202E}", "𝐀", "🏳️‍🌈", "≠", "℀", "㏂", "，", "\u{3000}", "ﷺ", "\u{1D173}",
        String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self),
    ]
}
