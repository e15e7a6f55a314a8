/// The names of apps in association files.
enum AppName {
    /// Whether a text is a team of ten letters and digits, and a bundle: `ABCDE12345.org.example.podcasts`.
    static func isAppID(_ text: String) -> Bool {
        let team = text.prefix { $0 != "." }
        return team.utf8.count == 10
            && team.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
            && isBundle(text.dropFirst(team.count + 1))
    }

    private static func isBundle(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
            }
    }

    /// Whether a text is a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons.
    static func isFingerprint(_ text: String) -> Bool {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pairs.count == 32
            && pairs.allSatisfy { pair in
                pair.count == 2 && pair.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
            }
    }
}
