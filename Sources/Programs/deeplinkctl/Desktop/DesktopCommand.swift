import ArgumentParser

/// `desktop`: has the links of the desktop reach the daemon.
struct DesktopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop", abstract: "Have the desktop's links reach the daemon, and undo it.",
        discussion: "Example: deeplinkctl desktop install -f routes.conf --dry-run",
        subcommands: [DesktopInstall.self, DesktopRemove.self, DesktopStatus.self, DesktopPolicies.self])

    func run() throws {
        throw ValidationError("Name what to do with the desktop: install, remove, status or policies.")
    }
}
