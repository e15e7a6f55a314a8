internal import Contract

/// Names a table by its text.
package enum TableRevision {
    /// A 64-bit FNV-1a hash: the same text has the same on every machine and at every start.
    ///
    /// *Source*: the algorithm's published constants. It tells versions apart; it is no defence against forgery.
    package static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// *Shape*: 16 hex digits.
    package static func text(_ hash: UInt64) -> String { hash.digits(16, radix: 16) }
}
