package import Routing

/// The settings of a daemon at its start, from its command line and from the process that started it.
package struct DaemonOptions {
    /// `-f`; none for the standard places.
    package var tables: [String] = []
    /// `--socket`; nil for what the service manager passed, or the user's own place.
    package var socket: String?
    /// `--state-dir`; nil for what the service manager names, or the folder of a user instance.
    package var stateDirectory: String?
    package var environment: [String: String] = [:]

    /// The capabilities of the program.
    package let wings: WingList

    package init(wings: WingList) { self.wings = wings }
}
