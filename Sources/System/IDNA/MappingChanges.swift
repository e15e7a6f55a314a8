// Maps code points as today's UTS #46 does, where ICU does not. The two differ in 71 code points for ICU 72 (Unicode
// 15.0). They were found by converting every code point with ICU 72 and with the tables of Unicode 18. UTS #46 maps
// each code point by itself, before every other step, and the result of a mapping maps to itself. So mapping the 71
// beforehand changes nothing with a newer ICU, and corrects an older one. It matters most for the sharp S: the older
// table reads `ẞ.com` as another domain, ss.com.
//
// Not corrected: U+1806, which became valid, and code points that were assigned since. An older ICU refuses them.

/// The mappings of UTS #46 that changed after the oldest ICU in use.
///
/// *Source*: UTS #46, IdnaMappingTable.txt of Unicode 15.0 and 18.0.
enum MappingChanges {
    /// Applies the changed mappings, and replaces invalid UTF-8 by U+FFFD.
    static func apply(to domain: [UInt8]) -> [UInt8] {
        var mapped = String.UnicodeScalarView()
        mapped.append(contentsOf: String(decoding: domain, as: UTF8.self).unicodeScalars.lazy.compactMap(mapping))
        return Array(String(mapped).utf8)
    }

    /// The code point that a code point maps to: itself for most, nil for those that are ignored.
    static func mapping(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2061...0x2063, 0x206A...0x206F, 0x3164, 0xFFA0,
            0x1D173...0x1D17A:
            nil
        // The capitals of Khutsuri, whose small letters have the same order.
        case 0x10A0...0x10C5: Unicode.Scalar(scalar.value - 0x10A0 + 0x2D00)
        case 0x04C0: "\u{04CF}"
        case 0x1E9E: "\u{00DF}"
        case 0x2132: "\u{214E}"
        case 0x2183: "\u{2184}"
        case 0x2F868: "\u{36FC}"
        case 0x2F874: "\u{5F53}"
        case 0x2F91F: "\u{243AB}"
        case 0x2F95F: "\u{7AEE}"
        case 0x2F9BF: "\u{45D7}"
        default: scalar
        }
    }
}
