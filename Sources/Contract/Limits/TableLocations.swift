/// Where route tables lie when nobody names one: what the administrator wrote goes before what is there until the next
/// boot, and that before what a package shipped.
///
/// *Source*: UAPI.6, configuration files.
package enum TableLocations {
    /// The file that the first folder with one of that name gives.
    package static let mainName = "routes.conf"
    /// The folder beside it whose files are read as well, of all folders together.
    package static let dropInName = "routes.conf.d"

    /// The folders to look into; what an earlier one has goes before what a later one has under the same name.
    package static func folders(environment: [String: String], isSystemInstance: Bool) -> [String] {
        let vendor = ["/etc", "/run", "/usr/lib"].map { $0 + "/deeplinkd" }
        guard !isSystemInstance else { return vendor }
        let home = environment["HOME"].map { $0 + "/.config" }
        let user = [environment["XDG_CONFIG_HOME"], home].compactMap { $0 }.first { $0.hasPrefix("/") }
        return (user.map { [$0 + "/deeplinkd"] } ?? []) + vendor
    }
}
