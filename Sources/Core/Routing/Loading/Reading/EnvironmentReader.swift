// Reads the variables that a program gets of the daemon's environment. A table names each. Some belong to the process that
// they were set for, and no program gets them:
//
//     LD_PRELOAD, GIO_LAUNCHED_DESKTOP_FILE    would change what runs, or make another app of it
//     NOTIFY_SOCKET, CREDENTIALS_DIRECTORY     are between the service manager and the daemon
//     XDG_ACTIVATION_TOKEN                     is of one start: each has a token of its own

import Conf

extension BlockReader {
    /// Reads `environment NAME…`: the variables that a program gets; those that cannot be are reported.
    package func readEnvironment(_ statement: Int) -> [String] {
        let words = arguments(statement)
        for word in words {
            if !Name.isName(word.text) {
                report(
                    .badValue, word.place, "`\(word.text)` is not a valid value for `environment`",
                    help: "the name of an environment variable")
            } else if ActivationVariables.names.contains(word.text) {
                report(
                    .badValue, word.place, "`\(word.text)` is of one start, and the daemon's own is of another",
                    help: "remove it: the program of an action gets the token of its link without it")
            } else if ProcessVariables.contains(word.text) {
                report(
                    .badValue, word.place, "`\(word.text)` belongs to the daemon's process, and no program gets it",
                    help: "remove it; where the program needs such a variable, start a script that sets it")
            }
        }
        return words.map(\.text)
    }
}

/// The variables of a token by which an app may bring its window to the front.
private enum ActivationVariables {
    static let names: Set<String> = ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"]
}

/// The variables that are about the process that they were set for.
private enum ProcessVariables {
    private static let names: Set<String> = [
        // Of the service manager.
        "CREDENTIALS_DIRECTORY", "INVOCATION_ID", "JOURNAL_STREAM", "MAINPID", "MANAGERPID", "NOTIFY_SOCKET",
        "SYSTEMD_EXEC_PID",
        // Of the app that started the session, or the daemon.
        "APPDIR", "APPIMAGE", "BAMF_DESKTOP_FILE_HINT", "CHROME_DESKTOP", "CHROME_VERSION_EXTRA", "CHROME_WRAPPER",
        "ELECTRON_FORCE_IS_PACKAGED", "ELECTRON_RUN_AS_NODE", "GIO_LAUNCHED_DESKTOP_FILE",
        "GIO_LAUNCHED_DESKTOP_FILE_PID",
        // Of the C library, which loads code by them.
        "GCONV_PATH", "GLIBC_TUNABLES",
    ]
    private static let beginnings = ["LD_", "LISTEN_", "MEMORY_PRESSURE_", "SNAP_", "WATCHDOG_"]

    static func contains(_ name: String) -> Bool {
        names.contains(name) || name == "SNAP" || beginnings.contains(where: name.hasPrefix)
    }
}
