import Foundation
import Glibc

/// An app of Examples/apps, with a folder for its queue.
struct PlayerApp {
    enum Language: String, CaseIterable {
        case python, swift

        /// The words before its arguments; nil if this machine cannot run it, with the reason printed.
        var command: [String]? {
            switch self {
            case .swift: [Products.folder + "/PlayerExample"]
            case .python: Self.interpreter.map { [$0, Products.package + "/Examples/apps/player.py"] }
            }
        }

        /// The interpreter itself: what PATH has may be a script that needs more of the environment than the daemon passes.
        private static let interpreter: String? = {
            guard let found = HostPrograms.paths(of: ["python3"], for: "the app player.py") else { return nil }
            let run = try? Program.run(
                found[0], ["-c", "import sys; print(sys.executable)"], environment: ProcessInfo.processInfo.environment)
            return run?.output.split(separator: "\n").first.map(String.init)
        }()
    }

    private let command: [String]
    private let folder: TemporaryFolder

    /// - Returns: nil if this machine cannot run it, with the reason printed.
    init?(_ language: Language, in folder: TemporaryFolder) {
        guard let command = language.command else { return nil }
        (self.command, self.folder) = (command, folder)
    }

    /// The command that receives links from the daemon at a socket.
    func running(at socket: String) -> [String] { command + ["run", folder.path, socket] }

    /// Starts it; the test ends it.
    func start(at socket: String) throws -> BackgroundProgram {
        try BackgroundProgram(running(at: socket), in: folder)
    }

    /// The episodes in its queue: the effects of links.
    func queue() throws -> [String] {
        let arguments = Array(command.dropFirst()) + ["queue", folder.path]
        let run = try Program.run(command[0], arguments)
        guard run.exit == .code(0) else { throw TestFailure("\(command): \(run.errors)") }
        return run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Ends the processes that the daemon started of it: they outlive the daemon.
    func endStarted() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(entry), process != getpid(),
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
                line.range(of: Data(folder.path.utf8)) != nil
            else { continue }
            Glibc.kill(process, SIGKILL)
        }
    }
}
