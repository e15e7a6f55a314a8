// The ASCII form of international domains, by UTS #46 with ICU's tables.
//
// Why ICU and not libidn2, on the standard's own data (Debian 12: ICU 72, libidn2 2.3.3): of the 87 rows of toascii.json
// ICU misses 7 and libidn2 17, of the 2,671 of IdnaTestV2 75 and 200. All of ICU's are changes of Unicode's tables since
// its release. `MappingChanges` makes up for the mappings, which leaves none of the first; of the second the empty domain,
// which the URL standard refuses, and three that hold ideographs of Unicode 17. libidn2 also refuses what IDNA 2008 does
// (U+2615) and holds labels to the lengths and hyphens of DNS, and has no flag that would tell it not to.
//
// ICU is found at run time (see CIDNA.h), because hardly any process ever needs it: it takes two milliseconds to bind,
// once, and 3.5 MB of the 33 that it maps. The one unsafe expression of this target hands two arrays to C for the length
// of a call.

internal import CIDNA

/// Unicode IDNA Compatibility Processing, as the URL standard asks for it.
///
/// *Source*: UTS #46; WHATWG URL, section 3.3, "domain to ASCII".
package enum UTS46 {
    /// What came of a conversion.
    package enum Answer: Equatable, Sendable {
        /// The domain in ASCII.
        case ascii([UInt8])
        /// The domain has no ASCII form.
        case refused
        /// ICU is not on this machine, so nothing can be said.
        case libraryMissing
    }

    /// The longest domain that is converted, in bytes.
    ///
    /// A name in the DNS has at most 253 bytes in ASCII, each of which stands for one code point at most, so every real
    /// one fits. Encoding takes time by the square of a label's length: at this one 0.3 ms, at 64 KiB it would be 50.
    package static let maximumBytes = 1_024

    /// Converts a domain, which need not be valid UTF-8, and checks its labels that begin `xn--`.
    ///
    /// *Cost*: microseconds; the first call of a process binds ICU.
    package static func toASCII(_ domain: [UInt8]) -> Answer {
        guard domain.count <= maximumBytes else { return .refused }
        let mapped = MappingChanges.apply(to: domain)
        var ascii = [UInt8](repeating: 0, count: 4 * maximumBytes)
        let written = unsafe cidna_to_ascii(mapped, Int32(mapped.count), &ascii, Int32(ascii.count))
        guard written != cidna_missing else { return .libraryMissing }
        guard written >= 0, written <= ascii.count else { return .refused }
        return .ascii(Array(ascii[..<Int(written)]))
    }
}
