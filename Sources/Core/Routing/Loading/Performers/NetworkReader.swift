package import Conf
import Contract

extension BlockReader {
    /// True if the daemon that serves the line has a network; reported where not.
    package func mayReachNetwork(_ place: SourceRange) -> Bool {
        guard !table.environment.allowsNetwork, table.package?.instances != .user else { return true }
        let forUsers = table.package.map { "write `instances user` below `package \($0.name)`" }
        report(
            .networkNotAllowed, place, "this instance has no network",
            help: "call a service by its socket, `unix:/…`, or "
                + (forUsers ?? "put the file into /usr/lib/deeplinkd/user/routes.conf.d")
                + ": each user's own daemon sends the request then; the drop-in `network.conf` gives the unit a network"
        )
        return false
    }
}
