import Foundation
import Glibc

/// A program of the machine that opens a link, as a click does.
enum ClickLauncher: CaseIterable {
    /// xdg-open of Debian, which waits for the handler.
    case xdgOpen
    /// GIO, which GTK apps use.
    case gio
    /// The desktop portal, which sandboxed apps use.
    case portal
    /// A launcher that runs the next handler when one fails, and the browser in the end, as xdg-open of xdg-utils itself does.
    case retrying

    static let portalName = "org.freedesktop.portal.Desktop"
    static let portalPath = "/org/freedesktop/portal/desktop"

    /// The launchers that this machine has; prints which are missing.
    static func available(in session: DesktopSession, for test: String) throws -> [ClickLauncher] {
        try allCases.filter { launcher in
            switch launcher {
            case .xdgOpen: HostPrograms.paths(of: ["xdg-open", "xdg-mime"], for: test) != nil
            case .gio: HostPrograms.paths(of: ["gio"], for: test) != nil
            case .portal: try HostPrograms.paths(of: ["gdbus"], for: test) != nil && session.startPortal(for: test)
            case .retrying: true
            }
        }
    }

    /// Opens a link, and waits for the launcher's end; that of `xdgOpen` and `retrying` comes after the handler's.
    func click(_ url: String, in session: DesktopSession) throws {
        let run = try Program.run("/usr/bin/env", words(url), environment: session.environment)
        guard run.exit == .code(0) else { throw TestFailure("\(self) \(url): \(run.exit) \(run.errors)") }
    }

    /// Starts the launcher with a link.
    func start(_ url: String, token: String, in session: DesktopSession) throws -> Program {
        var environment = session.environment
        environment["XDG_ACTIVATION_TOKEN"] = token
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let descriptors = [null, null, null]
        return try Program("/usr/bin/env", words(url, token), environment: environment, descriptors: descriptors)
    }

    private func words(_ url: String, _ token: String? = nil) -> [String] {
        switch self {
        case .xdgOpen: ["xdg-open", url]
        case .gio: ["gio", "open", url]
        case .portal:
            [
                "gdbus", "call", "--session", "--dest", Self.portalName, "--object-path", Self.portalPath,
                "--method", "org.freedesktop.portal.OpenURI.OpenURI", "", url,
                token.map { "{'activation_token': <'\($0)'>}" } ?? "@a{sv} {}",
            ]
        case .retrying: ["sh", "-c", Self.retryingScript, "launcher", url]
        }
    }

    /// Runs each handler of the scheme until one ends with 0, the user's first, and then the browser.
    private static let retryingScript = """
        scheme=${1%%:*}
        for folder in "$XDG_DATA_HOME" "$XDG_DATA_DIRS"; do
            for entry in "$folder"/applications/*.desktop; do
                grep -q "^MimeType=.*x-scheme-handler/$scheme;" "$entry" || continue
                command=$(sed -n 's/^Exec=\\(.*\\) %u$/\\1/p' "$entry")
                "$command" "$1" && exit 0
            done
        done
        exec "$BROWSER" "$1"
        """
}
