// An app that can be started: the entry of its id was found, read and checked. What was read is what is started: the file is
// not opened again.
//
//     org.gnome.Podcasts  →  /usr/share/applications/org.gnome.Podcasts.desktop
//                         →  /usr/bin/flatpak · run · … · @@u · podcast://episodes/7 · @@
//
// Another user who could change the entry, the program, or a folder on the way to one of them would choose what runs for this
// user. So both are judged by the daemon's rule of trust. For `env NAME=value player` the program is env, as it is for a
// script with `#!/usr/bin/env`.

internal import HostSystem

/// The reason why an app is not started.
package enum AppRefusal: Error, Equatable, Sendable {
    /// There is no app of that id, or none that can be started in a session.
    case noApp(String)
    /// Its entry takes no link, or not so many.
    case noLink(String)
    /// Its entry or its program is not as it has to be.
    case unsound(String)
    /// It would hand the link back to the desktop, which brings it here again.
    case loops(String)

    /// Why, for people.
    ///
    /// *Shape*: a clause without a full stop. Paths and words in it are as they were read: escape them.
    package var reason: String {
        switch self {
        case .noApp(let reason), .noLink(let reason), .unsound(let reason), .loops(let reason): reason
        }
    }
}

/// The session in which apps are looked up.
package struct AppSession: Equatable, Sendable {
    let folders: EntryFolders
    let programPath: String
    let languages: [String]
    /// The record of the installation of the session's user; nil for a user without a home.
    let record: String?

    /// - Parameters:
    ///   - dataFolders: in the order in which they count.
    ///   - stateFolder: the user's folder of state; nil for a user without a home.
    ///   - environment: that of the session.
    package init(dataFolders: [String], stateFolder: String? = nil, environment: [String: String]) {
        folders = EntryFolders(dataFolders)
        programPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        languages = DesktopEntry.languages(environment)
        record = stateFolder.map(InstallRecord.path(inState:))
    }
}

/// An app whose entry was read and checked.
package struct StartableApp: Equatable, Sendable {
    /// A program with its arguments.
    package struct Command: Equatable, Sendable {
        /// *Shape*: an absolute path.
        package let program: String
        /// The argument vector; its first word is the program as the entry names it.
        package let words: [String]
    }

    /// Programs that open a link by the desktop's own choice, which may be this daemon.
    private static let openers: Set<String> = [
        "deeplinkctl", "exo-open", "gio", "gvfs-open", "kde-open", "kde-open5", "kde-open6", "sensible-browser",
        "www-browser", "x-www-browser", "xdg-open",
    ]

    /// What the ids of this program's own entries begin with.
    private static let ownPrefix = "io.deeplinkd."

    package let id: String
    package let entry: DesktopEntry

    /// True for the id of an entry of this program, which would bring a link here again.
    package static func isOwn(_ id: String) -> Bool { id.hasPrefix(ownPrefix) }

    /// Finds and reads the entry of an id.
    ///
    /// *Throws*: `noApp`, `unsound`, `loops`. *Cost*: reads files: not on the loop's thread.
    package init(_ id: String, in session: AppSession) throws(AppRefusal) {
        guard !Self.isOwn(id) else {
            throw .loops("\(id) is an entry of deeplinkd, which would bring the link here again")
        }
        guard let path = session.folders.path(of: id) else {
            throw .noApp("no desktop entry has the id \(id)")
        }
        entry = DesktopEntry(
            path, programPath: session.programPath, languages: session.languages, trusting: .ofThisProcess)
        self.id = id
        for fault in entry.faults {
            switch fault {
            case .unreadable(let reason): throw .unsound("its entry \(path) cannot be used: \(reason)")
            case .hidden, .notAnApplication, .notInstalled: throw .noApp("of its entry \(path): \(fault.text)")
            // Of its command line, which an app on the message bus may not need.
            case .noProgram, .badCommand, .noLinkField: break
            }
        }
        guard !entry.isTerminal else { throw .noApp("its entry \(path) says Terminal=true, and there is no terminal") }
    }

    /// The name by which it is started on the message bus; nil where it is not.
    package var busName: String? {
        guard entry.isActivatable, id.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return id
    }

    /// The command that opens some links; checks its program.
    ///
    /// *Throws*: all but `noApp` for an id without an entry. *Cost*: as the initializer.
    package func command(for links: [String]) throws(AppRefusal) -> Command {
        guard let exec = entry.exec else { throw .noApp("its entry \(entry.path) has no Exec line") }
        let line: ExecLine
        let words: [String]
        do throws(ExecLineError) {
            line = try ExecLine(exec)
            words = try line.vector(for: links, of: entry)
        } catch {
            let reason = "the Exec line of \(entry.path) \(error)"
            throw error.isAboutLinks ? .noLink(reason) : .unsound(reason)
        }
        guard let program = entry.path(ofProgram: line.program), program.utf8.first == UInt8(ascii: "/") else {
            throw .noApp("the program \(line.program) of \(entry.path) is not there")
        }
        try Self.check(program, words, links)
        return Command(program: program, words: words)
    }

    private static func check(_ program: String, _ words: [String], _ links: [String]) throws(AppRefusal) {
        if !links.isEmpty, let opener = ([program] + programBehindEnv(words)).first(where: isOpener) {
            throw .loops("its program \(opener) hands links to the app that the desktop chooses")
        }
        do throws(LoopError) {
            _ = try ProgramFile(program)
        } catch {
            throw .unsound("\(error)")
        }
    }

    private static func isOpener(_ program: String) -> Bool { openers.contains(name(of: program)) }

    private static func name(of program: String) -> String {
        program.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The program of `env NAME=value program`; none for another command.
    private static func programBehindEnv(_ words: [String]) -> [String] {
        guard let first = words.first, name(of: first) == "env" else { return [] }
        let rest = words.dropFirst().drop { $0.utf8.first == UInt8(ascii: "-") || $0.utf8.contains(UInt8(ascii: "=")) }
        return Array(rest.prefix(1))
    }
}
