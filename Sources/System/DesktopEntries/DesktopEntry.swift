package import HostSystem

/// A desktop entry: `/usr/share/applications/org.example.Player.desktop`.
///
/// *Source*: Desktop Entry Specification 1.5. Each file is read once: all that is known of an entry is of the same bytes.
package struct DesktopEntry: Equatable, Sendable {
    private static let group = "Desktop Entry"

    package let path: String
    package let mimeTypes: [String]
    /// True if the entry is to be taken as absent.
    package let isHidden: Bool
    /// What is wrong with it, the worst first.
    package let faults: [Fault]
    /// Its name for people, in their language.
    package let name: String?
    package let icon: String?
    /// The command line; nil if there is none, or one that cannot be read.
    package let exec: String?
    /// The folder in which its program starts.
    package let folder: String?
    /// True if its program runs in a terminal.
    package let isTerminal: Bool
    /// True if its app is started by its name on the message bus.
    package let isActivatable: Bool
    private let searchPath: String

    /// Reads an entry; one that cannot be read has a fault.
    ///
    /// - Parameters:
    ///   - programPath: the folders of programs.
    ///   - languages: those of its texts, the first that it has counts: `de_DE`, `de`.
    ///   - rule: must trust the file and everything on the way to it; nil reads any file.
    package init(
        _ path: String, programPath: String, languages: [String] = [], trusting rule: TrustRule? = nil
    ) {
        var (file, reason) = (KeyFile([]), String?.none)
        do throws(LoopError) {
            file = KeyFile(try FileReader.read(path, byteLimit: KeyFile.byteLimit, trusting: rule).bytes)
            reason = file.fault.map { "line \($0.line): \($0.reason)" }
        } catch {
            reason = "\(error)"
        }
        func text(_ key: String) -> String? {
            file.text(key, of: Self.group).flatMap { $0.isEmpty ? nil : $0 }
        }
        self.path = path
        searchPath = programPath
        mimeTypes = file.list("MimeType", of: Self.group) ?? []
        isHidden = file.flag("Hidden", of: Self.group)
        name = languages.lazy.compactMap { text("Name[\($0)]") }.first ?? text("Name")
        icon = text("Icon")
        exec = text("Exec")
        folder = text("Path")
        isTerminal = file.flag("Terminal", of: Self.group)
        isActivatable = file.flag("DBusActivatable", of: Self.group)
        if let reason {
            faults = [.unreadable(reason)]
        } else if file.firstGroup != Self.group || text("Type") != "Application" {
            faults = [.notAnApplication]
        } else {
            let program = Program(folder: folder, searchPath: programPath)
            let command = program.faults(exec: exec, isActivated: isActivatable)
            faults = (isHidden ? [.hidden] : []) + program.faults(tryExec: text("TryExec")) + command
        }
    }

    /// True if GIO can load it.
    package var isLoadable: Bool { !faults.contains(where: \.isFatal) }

    /// True if it is an application that can be started, and is not hidden.
    package var isUsable: Bool { isLoadable && !isHidden }

    /// The path of the program that a command line names; nil if it is not there.
    package func path(ofProgram program: String) -> String? {
        Program(folder: folder, searchPath: searchPath).path(of: program)
    }

    /// Looks up the programs of an entry.
    private struct Program {
        let folder: String?
        let searchPath: String

        func faults(tryExec: String?) -> [Fault] {
            guard let tryExec, path(of: tryExec) == nil else { return [] }
            return [.notInstalled(tryExec)]
        }

        func faults(exec: String?, isActivated: Bool) -> [Fault] {
            guard let exec else { return isActivated ? [] : [.noLinkField] }
            guard let words = ExecWords(exec).texts else { return [.badCommand] }
            let missing: [Fault] = words.first.flatMap { path(of: $0) != nil ? nil : [.noProgram($0)] } ?? []
            let fields = ["%u", "%U", "%f", "%F"]
            let hasField = isActivated || words.dropFirst().contains { word in fields.contains { word.contains($0) } }
            return missing + (hasField ? [] : [.noLinkField])
        }

        func path(of program: String) -> String? {
            let isRelative = program.contains("/") && !program.hasPrefix("/")
            let name = isRelative ? (folder ?? ".") + "/" + program : program
            return CapturedProgram.find(name, in: searchPath)
        }
    }
}

extension DesktopEntry {
    /// What is wrong with an entry as the handler of a scheme.
    package enum Fault: Equatable, Sendable {
        /// The file cannot be read, or GLib refuses it.
        case unreadable(String)
        /// It says that it is to be taken as absent.
        case hidden
        /// It is a link, a folder, or of a later kind.
        case notAnApplication
        /// The program of `TryExec` is not there.
        case notInstalled(String)
        /// The program of `Exec` is not there.
        case noProgram(String)
        /// `Exec` has a quote that is not closed.
        case badCommand
        /// `Exec` has no field that stands for the link, which is then lost.
        case noLinkField

        /// A clause for people.
        package var text: String {
            switch self {
            case .unreadable(let reason): "GLib refuses the file: \(reason)"
            case .hidden: "it says Hidden=true"
            case .notAnApplication: "it is no application"
            case .notInstalled(let program): "the program of TryExec is not there: \(program)"
            case .noProgram(let program): "the program of Exec is not there: \(program)"
            case .badCommand: "Exec has a quote that is not closed"
            case .noLinkField: "Exec has no %u, so the link is lost"
            }
        }

        /// True if GIO cannot load the entry.
        var isFatal: Bool { self != .noLinkField && self != .hidden }
    }

    /// The languages of a session, as the keys of entries have them: `de_DE`, `de`.
    package static func languages(_ environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale, locale != "C", locale != "POSIX" else { return [] }
        // `LANGUAGE` is a list that goes before the locale.
        let named = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
        return (named + [locale]).flatMap(variants)
    }

    /// The keys that fit a locale, the closest first.
    ///
    /// *Shape*: `sr_YU@Latn`, `sr_YU`, `sr@Latn`, `sr` for `sr_YU.UTF-8@Latn`.
    private static func variants(of locale: String) -> [String] {
        let parts = locale.split(separator: "@", maxSplits: 1).map(String.init)
        let name = parts.first?.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        let modifier = parts.count > 1 ? "@" + parts[1] : nil
        let language = name.split(separator: "_").first.map(String.init) ?? name
        let names = language == name ? [name] : [name, language]
        return names.flatMap { name in (modifier.map { [name + $0] } ?? []) + [name] }
    }
}
