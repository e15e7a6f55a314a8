/// The default paths of the daemon's socket.
package enum SocketLocations {
    package static let system = "/run/deeplinkd/io.deeplinkd.sock"
    /// The variable of the environment that names a socket in place of the default paths.
    package static let variable = "DEEPLINKD_SOCKET"

    /// The user instance's socket; nil where the session has no runtime directory.
    package static func user(environment: [String: String]) -> String? {
        UserFolders.runtime(environment).map { $0 + "/deeplinkd/io.deeplinkd.sock" }
    }

    /// Why the user instance's socket has no path, in one clause; nil where it has one.
    package static func reasonWithoutUser(environment: [String: String]) -> String? {
        guard user(environment: environment) == nil else { return nil }
        let isSet = environment["XDG_RUNTIME_DIR"]?.isEmpty == false
        return isSet ? "XDG_RUNTIME_DIR is not an absolute path" : "XDG_RUNTIME_DIR is not set"
    }
}
