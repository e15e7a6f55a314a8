/// Where the route table lies when nobody names one: what the administrator wrote goes before what is there until the next
/// boot, and that before what a package shipped.
///
/// *Source*: UAPI.6, configuration files.
package enum TableLocations {
    /// The places to look at, in order; the first that exists is the table.
    package static func candidates(environment: [String: String], isSystemInstance: Bool) -> [String] {
        let vendor = ["/etc", "/run", "/usr/lib"].map { $0 + "/deeplinkd/routes.conf" }
        guard !isSystemInstance else { return vendor }
        let home = environment["HOME"].map { $0 + "/.config" }
        let user = [environment["XDG_CONFIG_HOME"], home].compactMap { $0 }.first { $0.hasPrefix("/") }
        return (user.map { [$0 + "/deeplinkd/routes.conf"] } ?? []) + vendor
    }
}
