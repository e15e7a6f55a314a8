// Converts international domains to ASCII, by UTS #46 with ICU's tables.
//
// ICU passes more of the standard's own tests than libidn2 (Debian 12: ICU 72, libidn2 2.3.3). Of the 87 rows of
// toascii.json ICU fails 7 and libidn2 17; of the 2,671 of IdnaTestV2, 75 and 200. ICU's failures are all changes of
// Unicode's tables since its release. With `MappingChanges` no row of the first file fails. Of the second, four fail: the
// empty domain, which the URL standard refuses, and three with ideographs of Unicode 17. libidn2 also refuses the code
// points that IDNA 2008 refuses (U+2615) and enforces the DNS rules for lengths and hyphens; no flag turns that off.
//
// ICU is loaded at run time (see CIDNA.h), because few processes need it: binding it takes two milliseconds, once, and
// 3.5 MB of the 33 MB that it maps. The only unsafe expression of this target passes two arrays to C for the length of a
// call.

internal import CIDNA

/// Unicode IDNA Compatibility Processing, with the options that the URL standard requires.
///
/// *Source*: UTS #46; WHATWG URL, section 3.3, "domain to ASCII".
package enum UTS46 {
    /// The result of a conversion.
    package enum Answer: Equatable, Sendable {
        /// The domain in ASCII.
        case ascii([UInt8])
        /// The domain has no ASCII form.
        case refused
        /// ICU is not installed, so the domain was not converted.
        case libraryMissing
    }

    /// The longest domain that is converted, in bytes.
    ///
    /// A DNS name has at most 253 bytes in ASCII, and each encodes at most one code point, so every real name fits. The
    /// time to encode a label grows with the square of its length: 0.3 ms at this limit, and 50 ms at 64 KiB.
    package static let maximumBytes = 1_024

    /// Converts a domain and checks its labels that begin `xn--`; the domain may be invalid UTF-8.
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
