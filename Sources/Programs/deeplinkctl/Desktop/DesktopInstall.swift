import ArgumentParser
internal import Conf
internal import Desktop
import HostSystem
internal import Varlink

/// The options that say where `desktop install` and `desktop remove` write.
struct DesktopTargetOption: ParsableArguments {
    @Flag(help: "For all users of this machine; for root.")
    var system = false

    /// The target.
    ///
    /// *Throws*: `ToolFailure` for another user than root, and for a user without a home.
    func target(destdir: String? = nil) throws -> DesktopTarget {
        if let destdir { return .tree(destdir == "/" ? "" : destdir) }
        guard system else {
            let places = DesktopPlaces(environment: HostFacts.environment)
            guard places.dataHome != nil, places.configHome != nil, places.stateHome != nil else {
                throw ToolFailure("you have no home folder: HOME is not set")
            }
            // With sudo the files would be root's in another user's home.
            if HostFacts.userID == 0, let home = HostFacts.environment["HOME"],
                let owner = try? FileStatus(of: home).ownerID, owner != 0
            {
                throw ToolFailure(
                    "HOME is the folder of another user: run this as that user, or with --system for all users")
            }
            return .user(places)
        }
        guard HostFacts.userID == 0 else {
            throw ToolFailure(
                "--system writes to /usr/local/share and /etc/xdg, which takes root; leave it out to install for yourself"
            )
        }
        return .system
    }
}

/// `desktop install`: writes the desktop entries of a table's schemes, and makes them the handlers.
struct DesktopInstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Write desktop entries for the table's schemes, and make deeplinkd their handler.",
        discussion: """
            Example: deeplinkctl desktop install -f routes.conf --dry-run

            An entry is written for each package that has a routed scheme, and one for all other schemes. In mimeapps.list, \
            and in the list of a single desktop that has a line of the scheme, the entry is put in front; every other byte \
            stays. The schemes file, http, https, javascript, data, about, blob and mailto are never taken. What was there \
            before is recorded: `deeplinkctl desktop remove` gives it back.

            With --web, deeplinkd becomes the default browser too, by an entry of its own: links of the web that are clicked \
            outside of a browser come here. What no route takes goes to the browser of before, if the table has a block \
            `unmatched`. A later installation keeps the role; `deeplinkctl desktop remove` gives it back.

            A symbolic link and a read-only file are not touched: the lines to write are printed.

            Exit status: 0, 1 if a file was not touched, or 3 if the table has an error.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var target: DesktopTargetOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Option(
        help: ArgumentHelp(
            "Take these schemes alone; may be repeated. Default: all that have a route.", valueName: "name"))
    var scheme: [String] = []
    @Option(
        help: ArgumentHelp(
            "Write the entries into the tree of a package that is being built, and nothing else.", valueName: "folder"),
        completion: .directory)
    var destdir: String?
    @Flag(help: "Become the default browser too, and hand on what no route takes.")
    var web = false
    @Flag(help: "Take the schemes away from other entries, so that the portal does not ask which one to use.")
    var exclusive = false
    @Flag(help: "Have the portal remember the entries, so that it does not ask; others keep the schemes.")
    var portal = false
    @Flag(help: "Print what would change, as a difference, and change nothing.")
    var dryRun = false

    func validate() throws {
        try table.validate()
        if destdir == "" { throw ValidationError("--destdir takes a folder.") }
        if destdir != nil, target.system || exclusive || portal {
            throw ValidationError("--destdir writes entries alone: leave out --system, --exclusive and --portal.")
        }
        for (option, isGiven) in [("--portal", portal), ("--web", web)] where isGiven && target.system {
            throw ValidationError("\(option) is about your own session: leave out --system.")
        }
        if web, destdir != nil {
            throw ValidationError("--web asks for the browser of a person, and --destdir is for packages.")
        }
    }

    func run() throws {
        let target = try target.target(destdir: destdir)
        guard let folder = target.entriesFolder else { return }
        let wanted = try DesktopTable(target.ruleset(table), only: scheme)
        guard try !wanted.entries.isEmpty || isWeb(target.record) else {
            throw ToolFailure(
                "the table routes no scheme that a desktop entry may take; add `scheme NAME` and a route to it")
        }
        let lock = dryRun ? nil : try DesktopChange.lock(target, isNew: true)
        let record = try target.record
        let lookup = HandlerLookup(DesktopPlaces(environment: HostFacts.environment))
        let role = isWeb(record) ? WebRole(wanted, lookup, record) : nil
        try role?.check()
        var plan = try plan(wanted, role, lookup, record, target, folder)
        try DesktopChange(plan: plan, target: target, output: output, isDryRun: dryRun).run()
        if !dryRun, destdir == nil {
            if !plan.writes.isEmpty { DesktopChange.refreshCaches(of: folder) }
            if portal { try setPortalRows(wanted, &plan, target) }
        }
        if output.format == .text, !dryRun { summarize(wanted, role) }
        _ = lock
        if !plan.refusals.isEmpty { throw ExitCode(1) }
    }

    /// Whether the entry of the default browser is to be there.
    private func isWeb(_ record: DesktopRecord) -> Bool { web || record.hasWebRole }

    private func plan(
        _ wanted: DesktopTable, _ role: WebRole?, _ lookup: HandlerLookup, _ record: DesktopRecord,
        _ target: DesktopTarget, _ folder: String
    ) throws -> DesktopPlan {
        let program = try destdir == nil ? DesktopProgram.path() : DesktopProgram.installedPath
        let webTypes = wanted.webEntry.types
        var plan = try DesktopPlanner(entriesFolder: folder, listsFolder: target.listsFolder, record: record).plan(
            wanted.entries + (role == nil ? [] : [wanted.webEntry]),
            text: { $0.text(program: program, tableRevision: wanted.revision) },
            // Browsers stay what they are: one of them gets what is handed on.
            rivals: { exclusive && !webTypes.contains($0) ? lookup.rivals(of: $0) : [] },
            former: { lookup.former(of: $0, recorded: record.former(of: $0)) })
        for problem in role?.problems ?? [] { plan.note(problem) }
        plan.noteCache(isThere: (try? FileStatus.isAnythingThere("\(folder)/\(DesktopPlan.cacheName)")) == true)
        return plan
    }

    private func summarize(_ table: DesktopTable, _ role: WebRole?) {
        if let role {
            let former = role.names.isEmpty ? "" : "; the browser of before: \(role.names.joined(separator: ", "))"
            Output.line("links of the web opened by deeplinkd\(former)")
        }
        let schemes = table.schemes
        let names = schemes.prefix(8).map { $0 + ":" }.joined(separator: " ") + (schemes.count > 8 ? " …" : "")
        Output.line("\(DiagnosticSummary.count(schemes.count, "scheme")) opened by deeplinkd: \(names)")
    }

    /// Sets the rows of the portal's permission store, and records what was there before.
    private func setPortalRows(_ table: DesktopTable, _ plan: inout DesktopPlan, _ target: DesktopTarget) throws {
        let programs = DesktopPrograms(environment: HostFacts.environment)
        for entry in table.entries {
            for type in entry.types {
                let row = DesktopPrograms.portalRow(opening: LinkEntry.applicationID(of: entry.id))
                let before = programs.portalRow(of: type)
                guard before != row else { continue }
                if let fault = programs.setPortalRow(of: type, to: row) {
                    throw ToolFailure("the portal cannot be made to remember \(type): \(fault)")
                }
                if !plan.record.portalRows.contains(where: { $0.type == type }) {
                    plan.record.portalRows.append(.init { ($0.type, $0.before) = (type, before) })
                }
            }
        }
        if let path = target.recordPath { try plan.writeRecord(to: path) }
    }
}

/// The path of this program, as entries name it.
enum DesktopProgram {
    /// Where packages install it.
    static let installedPath = "/usr/bin/deeplinkctl"

    /// The path that launchers find this program at.
    ///
    /// *Throws*: `ToolFailure` for a path that an entry cannot name without quotes.
    static func path() throws -> String {
        guard let own = ResolvedPath.path(of: "/proc/self/exe") else {
            throw ToolFailure("the path of this program cannot be found in /proc")
        }
        if ResolvedPath.path(of: installedPath) == own { return installedPath }
        guard LinkEntry.isPlainPath(own) else {
            throw ToolFailure(
                "this program is at \(own), and not every launcher finds a path with blanks or special characters; "
                    + "install it as \(installedPath)")
        }
        return own
    }
}
