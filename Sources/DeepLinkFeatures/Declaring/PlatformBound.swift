import Features

/// What a feature asks of one platform: a minimum version, or a word.
///
/// *Shape*: `6`, `"6.1.9"`, `.any`, `.unsupported`; a version has one to four numbers, missing ones count as zero.
public struct PlatformBound: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// What was said.
    enum Meaning: Sendable {
        case any
        case unsupported
        case version(String)
    }

    let meaning: Meaning

    private init(meaning: Meaning) {
        self.meaning = meaning
    }

    /// A whole version.
    public init(integerLiteral version: Int) {
        self.init(version: String(version))
    }

    /// A dotted version.
    public init(stringLiteral version: String) {
        self.init(version: version)
    }

    /// A dotted version; what is none is an error when the dispatcher is made.
    public init(version: String) {
        meaning = .version(version)
    }

    /// Any version will do.
    public static let any = Self(meaning: .any)
    /// Not to be had on this platform.
    public static let unsupported = Self(meaning: .unsupported)

    /// The verifier's bound; nil where the version is none.
    var known: PlatformRequirement.Bound? {
        switch meaning {
        case .any: .any
        case .unsupported: .unsupported
        case .version(let text): PlatformVersion(text).map { .minimum($0) }
        }
    }
}
