/// The default paths of the daemon's socket.
package enum SocketLocations {
    package static let system = "/run/deeplinkd/io.deeplinkd.sock"
    /// The variable of the environment that names a socket in place of the default paths.
    package static let variable = "DEEPLINKD_SOCKET"

    /// The user instance's socket; nil where the session has no runtime directory.
    package static func user(environment: [String: String]) -> String? {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        return directory + "/deeplinkd/io.deeplinkd.sock"
    }
}
