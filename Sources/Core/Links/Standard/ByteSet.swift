// The standard's percent-encode sets and lists of forbidden bytes, each as the bits of two words. Testing a byte is a
// shift and a mask, without a memory access. The words are literals, so nothing is computed at run time. The tests
// rebuild each word from the standard's own wording.

/// A set of ASCII bytes.
///
/// *Source*: WHATWG URL, sections 1.3 (percent-encode sets), 3.1 (forbidden code points) and 4.3 (URL code points).
struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// True if an ASCII byte is in the set; false for any byte above 0x7F.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : byte < 128 ? high : 0
        return (word &>> UInt64(byte & 63)) & 1 != 0
    }

    /// The bytes of this set that are not in another.
    func subtracting(_ other: ByteSet) -> ByteSet { ByteSet(low: low & ~other.low, high: high & ~other.high) }

    /// The C0 controls and DEL, for opaque hosts and opaque paths.
    static let c0Control = ByteSet(low: 0x0000_0000_FFFF_FFFF, high: 0x8000_0000_0000_0000)
    /// C0 controls, DEL, blank and ``"<>` ``.
    static let fragment = ByteSet(low: 0x5000_0005_FFFF_FFFF, high: 0x8000_0001_0000_0000)
    /// C0 controls, DEL, blank and `"#<>`.
    static let query = ByteSet(low: 0x5000_000D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
    /// The query set and `'`.
    static let specialQuery = ByteSet(low: 0x5000_008D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
    /// The query set and ``?^`{}``.
    static let path = ByteSet(low: 0xD000_000D_FFFF_FFFF, high: 0xA800_0001_4000_0000)
    /// The path set and `/:;=@[\]|`.
    static let userinfo = ByteSet(low: 0xFC00_800D_FFFF_FFFF, high: 0xB800_0001_7800_0001)
    /// NUL, TAB, LF, CR, blank and `#/:<>?@[\]^|`, which are forbidden in every host.
    static let forbiddenInHost = ByteSet(low: 0xD400_8009_0000_2601, high: 0x1000_0000_7800_0001)
    /// The bytes forbidden in a host, the C0 controls, DEL and `%`, which are forbidden in a domain.
    static let forbiddenInDomain = ByteSet(low: 0xD400_8029_FFFF_FFFF, high: 0x9000_0000_7800_0001)
    /// The ASCII bytes that may occur unescaped in a URL.
    static let urlUnit = ByteSet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
}
