// The variables that make a session. A program that is started for the user of a session gets these, and none of what belongs
// to the program that starts it:
//
//     WAYLAND_DISPLAY, XDG_RUNTIME_DIR, LANG    handed on
//     NOTIFY_SOCKET, LISTEN_FDS, LD_PRELOAD     not: they are this process's, or would change what runs
//     XDG_ACTIVATION_TOKEN                      not: each start has a token of its own
//     CHROME_DESKTOP, APPDIR, SNAP_NAME, …      not: another app would take itself for the one that they name
//
// It is a list of what is handed on, and not of what is held back: a new variable of some program stays here.

/// Picks what a program of the user's session gets of an environment.
package enum SessionVariables {
    private static let names: Set<String> = [
        // Who, and with what.
        "HOME", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER",
        // Where it shows itself.
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
        // What else is in the session.
        "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "PULSE_SERVER",
        "SESSION_MANAGER", "SSH_AUTH_SOCK",
        // Its language, its keyboard and its looks.
        "GTK_IM_MODULE", "GTK_THEME", "LANG", "LANGUAGE", "QT_IM_MODULE", "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE",
        "XCURSOR_SIZE", "XCURSOR_THEME", "XMODIFIERS",
    ]
    private static let beginnings = ["LC_", "XDG_"]
    /// Variables of a program that was clicked in: it knows itself by them, or they change what it starts.
    ///
    /// A session's script can hand them to the service manager, with all others.
    ///
    /// *Source*: what browsers and apps of Electron, Snap and AppImage set, and ld.so(8).
    private static let ofClicker = [
        "APPDIR", "APPIMAGE", "ARGV0", "BAMF_DESKTOP_FILE_HINT", "CHROME_DESKTOP", "CHROME_VERSION_EXTRA",
        "CHROME_WRAPPER", "ELECTRON_FORCE_IS_PACKAGED", "ELECTRON_RUN_AS_NODE", "GIO_LAUNCHED_DESKTOP_FILE",
        "GIO_LAUNCHED_DESKTOP_FILE_PID", "LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID", "NOTIFY_SOCKET", "OWD", "SNAP", "SNAP_ARCH", "SNAP_COMMON", "SNAP_CONTEXT", "SNAP_COOKIE",
        "SNAP_DATA", "SNAP_EUID", "SNAP_INSTANCE_KEY", "SNAP_INSTANCE_NAME", "SNAP_LIBRARY_PATH", "SNAP_NAME",
        "SNAP_REAL_HOME", "SNAP_REVISION", "SNAP_UID", "SNAP_USER_COMMON", "SNAP_USER_DATA", "SNAP_VERSION",
        "WATCHDOG_PID", "WATCHDOG_USEC",
    ]
    /// Of one start.
    private static let startupID = "DESKTOP_STARTUP_ID"
    private static let activationToken = "XDG_ACTIVATION_TOKEN"

    /// True if a program of the session gets the variable.
    package static func contains(_ name: String) -> Bool {
        name != activationToken && (names.contains(name) || beginnings.contains(where: name.hasPrefix))
    }

    /// The variables of another program or start that a new program is not to have, in its own environment.
    ///
    /// - Parameter own: the variables that it gets.
    package static func foreign(to own: [String: String]) -> [String] {
        (ofClicker + [activationToken, startupID]).filter { own[$0] == nil }.sorted()
    }

    /// The variables of an activation token; none without one, or for one that no variable can hold.
    ///
    /// X11 apps read the second name.
    package static func activating(_ token: String?) -> [String: String] {
        guard let token, token.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return [:] }
        return [activationToken: token, startupID: token]
    }
}
