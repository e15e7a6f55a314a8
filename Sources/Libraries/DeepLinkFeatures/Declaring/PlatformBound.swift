import Features

/// The requirement of a feature on one platform: a minimum version, or a word.
///
/// *Shape*: `6`, `"6.1.9"`, `.any`, `.unsupported`; a version has one to four numbers, missing ones count as zero.
public struct PlatformBound: Sendable {
    /// The version as it was written; nil for a word.
    let version: String?
    /// The verifier's bound; nil where the version is not one.
    let known: PlatformRequirement.Bound?

    /// Any version will do.
    public static let any = Self(version: nil, known: .any)
    /// Not to be had on this platform.
    public static let unsupported = Self(version: nil, known: .unsupported)
}

extension PlatformBound: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A whole version.
    public init(integerLiteral version: Int) { self.init(version: String(version)) }

    /// A dotted version.
    public init(stringLiteral version: String) { self.init(version: version) }

    /// A dotted version; a text that is not one is an error when the dispatcher is made.
    public init(version: String) {
        self.init(version: version, known: PlatformVersion(version).map { .minimum($0) })
    }
}
