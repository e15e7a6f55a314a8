/// The default locations of route tables.
///
/// The administrator's files take precedence over those that last until the next boot, and these over a package's.
///
/// *Source*: UAPI.6, configuration files.
package enum TableLocations {
    /// The name of the main file; only the one in the first folder that has such a file is read.
    package static let mainName = "routes.conf"
    /// The name of the folder beside the main file; the files of all such folders are read together.
    package static let dropInName = "routes.conf.d"
    /// How the names of the files in that folder end.
    package static let dropInSuffix = ".conf"

    /// The folders to search; a file in an earlier folder replaces a file of the same name in a later one.
    package static func folders(environment: [String: String], isSystemInstance: Bool) -> [String] {
        let vendor = ["/etc", "/run", "/usr/lib"].map { $0 + "/deeplinkd" }
        guard !isSystemInstance else { return vendor }
        let home = environment["HOME"].map { $0 + "/.config" }
        let user = [environment["XDG_CONFIG_HOME"], home].compactMap { $0 }.first { $0.hasPrefix("/") }
        return (user.map { [$0 + "/deeplinkd"] } ?? []) + vendor
    }
}
