internal import HostSystem

/// A desktop entry: `/usr/share/applications/org.example.Player.desktop`.
package struct DesktopEntry: Equatable, Sendable {
    /// What is wrong with an entry as the handler of a scheme.
    package enum Fault: Equatable, Sendable {
        /// GLib refuses the file.
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

        /// Whether GIO cannot load the entry.
        var isFatal: Bool { self != .noLinkField && self != .hidden }
    }

    private static let group = "Desktop Entry"

    package let path: String
    package let mimeTypes: [String]
    /// Whether the entry is to be taken as absent.
    package let isHidden: Bool
    /// What is wrong with it, the worst first.
    package let faults: [Fault]

    /// Reads an entry; one that cannot be read has a fault.
    ///
    /// - Parameter programPath: the folders of programs.
    package init(_ path: String, programPath: String) {
        var (file, reason) = (KeyFile([]), String?.none)
        do throws(LoopError) {
            file = KeyFile(try FileReader.read(path, byteLimit: KeyFile.byteLimit).bytes)
            reason = file.fault.map { "line \($0.line): \($0.reason)" }
        } catch {
            reason = "\(error)"
        }
        func text(_ key: String) -> String? { file.text(key, of: Self.group) }
        self.path = path
        mimeTypes = file.list("MimeType", of: Self.group) ?? []
        isHidden = file.flag("Hidden", of: Self.group)
        if let reason {
            faults = [.unreadable(reason)]
        } else if file.firstGroup != Self.group || text("Type") != "Application" {
            faults = [.notAnApplication]
        } else {
            let program = Program(folder: text("Path"), searchPath: programPath)
            let command = program.faults(exec: text("Exec"), isActivated: file.flag("DBusActivatable", of: Self.group))
            faults = (isHidden ? [.hidden] : []) + program.faults(tryExec: text("TryExec")) + command
        }
    }

    /// Whether GIO can load it.
    var isLoadable: Bool { !faults.contains(where: \.isFatal) }

    /// Whether it is an application that can be started, and is not hidden.
    package var isUsable: Bool { isLoadable && !isHidden }

    /// Looks up the programs of an entry.
    private struct Program {
        let folder: String?
        let searchPath: String

        func faults(tryExec: String?) -> [Fault] {
            guard let tryExec, !tryExec.isEmpty, !isThere(tryExec) else { return [] }
            return [.notInstalled(tryExec)]
        }

        func faults(exec: String?, isActivated: Bool) -> [Fault] {
            guard let exec, !exec.isEmpty else { return isActivated ? [] : [.noLinkField] }
            guard let words = ShellWords.split(exec) else { return [.badCommand] }
            let missing: [Fault] = words.first.flatMap { isThere($0) ? nil : [.noProgram($0)] } ?? []
            let fields = ["%u", "%U", "%f", "%F"]
            let hasField = isActivated || words.dropFirst().contains { word in fields.contains { word.contains($0) } }
            return missing + (hasField ? [] : [.noLinkField])
        }

        private func isThere(_ program: String) -> Bool {
            let isRelative = program.contains("/") && !program.hasPrefix("/")
            let name = isRelative ? (folder ?? ".") + "/" + program : program
            return CapturedProgram.find(name, in: searchPath) != nil
        }
    }
}
