import HostSystem

/// The machine, as platform requirements ask for it.
public struct Host: Sendable {
    /// Versions by the names of the platforms that are present.
    let platforms: [String: String]
    /// The programs that are there; nil for this machine, which is looked at.
    var programs: Set<String>?

    /// This machine: kernel, architecture, distribution, and the service manager with its version where one runs.
    ///
    /// *Source*: uname(2), os-release(5), and the name of systemd's library, which has the version.
    public static var current: Host { Host(platforms: HostFacts.platforms) }
}

extension Host {
    /// A machine that a test makes up.
    ///
    /// - Parameters:
    ///   - linux: the kernel's release, as `6.1.0-18-amd64`.
    ///   - systemd: the service manager's version; nil where there is none.
    ///   - distributions: versions by the `ID` of the os-release file.
    ///   - architecture: as `uname -m` names it.
    ///   - programs: the paths of the programs that can be started.
    public init(
        linux: String, systemd: String? = nil, distributions: [String: String] = [:], architecture: String = "x86_64",
        programs: Set<String> = []
    ) {
        var platforms = distributions
        platforms["linux"] = linux
        platforms["arch"] = architecture
        if let systemd { platforms["systemd"] = systemd }
        self.init(platforms: platforms, programs: programs)
    }
}
