/// What a feature asks of the machine.
///
/// *Shape*: `linux 6.1`, `arch x86_64`, `only debian 12`, `debian unsupported`.
package struct PlatformRequirement: Equatable, Sendable, CustomStringConvertible {
    /// What is asked of the platform where it is present.
    package enum Bound: Equatable, Sendable {
        case any
        case minimum(PlatformVersion)
        /// An architecture's name, which has no order.
        case exactly(String)
        case unsupported
    }

    /// Platforms that every machine has one of or may lack; all others name a distribution by its os-release ID.
    package static let components: Set<String> = ["linux", "systemd", "arch"]

    package let platform: String
    package let bound: Bound
    /// Whether every machine without this platform is unsupported.
    package let isOnly: Bool

    package init(platform: String, bound: Bound, isOnly: Bool = false) {
        self.platform = platform
        self.bound = bound
        self.isOnly = isOnly
    }

    package var description: String {
        let bound =
            switch bound {
            case .any: "any"
            case .minimum(let version): version.description
            case .exactly(let name): name
            case .unsupported: "unsupported"
            }
        return (isOnly ? "only " : "") + platform + " " + bound
    }
}
