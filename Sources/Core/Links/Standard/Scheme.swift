/// The schemes that the standard calls special, and all others.
enum Scheme: Sendable {
    case http, https, ws, wss, ftp, file, other

    /// Reads the scheme name in a range of a text, in upper or lower case.
    init(_ text: Span<UInt8>, _ range: ByteRange) {
        self = .other
        guard range.count <= 5 else { return }
        var word: UInt64 = 0
        for index in range.indices { word = word << 8 | UInt64(text[index].lowered) }
        switch word {
        case 0x68_7474_7073: self = .https
        case 0x6874_7470: self = .http
        case 0x77_7373: self = .wss
        case 0x7773: self = .ws
        case 0x66_7470: self = .ftp
        case 0x6669_6C65: self = .file
        default: self = .other
        }
    }

    /// True if the standard has special parsing rules for the scheme.
    var isSpecial: Bool { self != .other }

    /// True if the hosts that a table declares apply to the scheme.
    var isWeb: Bool { self == .http || self == .https }

    /// The scheme's default port, which the canonical URL omits.
    var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file, .other: nil
        }
    }
}
