import Foundation
import Glibc
import Synchronization

/// Daemons of a user and of a system that answer as they are told, for `deeplinkctl handle`.
///
/// The system's socket and the journal's lie in /run. So the tool runs in a mount namespace with a /run of its own, which takes
/// root.
struct ClickStage {
    /// What a daemon does with a link.
    enum Behaviour: Equatable {
        /// There is no socket.
        case absent
        /// There is a socket, and no process listens.
        case refusing
        /// It answers with an outcome of this code, whose id is the daemon's name.
        case answering(String)
        /// It answers with this error.
        case erring(String)
        /// It closes the connection.
        case closing
        /// It answers nothing, not even whether it is there.
        case silent
    }

    /// The calls of `Open` that a daemon got.
    final class Calls: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    let folder: TemporaryFolder
    let runtime: String
    /// The user's daemon and the system's.
    let userCalls = Calls()
    let systemCalls = Calls()

    static func with(_ body: (ClickStage) throws -> Void) throws {
        try withFolder { folder in
            let runtime = try folder.makeFolder("runtime")
            _ = try folder.makeFolder("runtime/deeplinkd")
            try body(ClickStage(folder: folder, runtime: runtime))
        }
    }

    var userSocket: String { runtime + "/deeplinkd/io.deeplinkd.sock" }
    var systemSocket: String { folder.path(of: "system") }
    var clickFile: String { runtime + "/deeplinkd/last-click.json" }

    /// What the last click left; nil before the first.
    var lastClick: JSONTree? {
        FileManager.default.contents(atPath: clickFile).flatMap { try? JSONTree(parsing: Array($0.dropLast())) }
    }

    /// Starts a daemon; the test stops it.
    func start(_ behaviour: Behaviour, asUser isUser: Bool) throws -> ScriptedDaemon? {
        let (path, name) = isUser ? (userSocket, "user") : (systemSocket, "system")
        let calls = isUser ? userCalls : systemCalls
        switch behaviour {
        case .absent: return nil
        case .refusing:
            close(try SocketAddress(path).listen())
            return nil
        case .answering, .erring, .closing, .silent:
            return try ScriptedDaemon(at: path) { call in
                guard call.contains("Dispatch.Open") else { return behaviour == .silent ? [] : nil }
                calls.add(call)
                return behaviour.messages(of: name)
            }
        }
    }

    /// Runs `deeplinkctl` as the user.
    func run(
        _ words: [String], _ environment: [String: String] = [:], program: [String] = [Products.tool]
    ) throws -> Program.Run {
        let command = program + words
        return try Program.run(
            command[0], Array(command.dropFirst()),
            environment: ["XDG_RUNTIME_DIR": runtime].merging(environment) { $1 })
    }

    /// Runs `deeplinkctl` where /run has the stage's socket of the system, and of the journal.
    func runWithSystem(_ words: [String], _ environment: [String: String] = [:]) throws -> Program.Run {
        let script = """
            mount -t tmpfs none /run && mkdir -p /run/deeplinkd /run/systemd/journal || exit 99
            ln -s \(systemSocket) /run/deeplinkd/io.deeplinkd.sock
            ln -s \(folder.path(of: "journal")) /run/systemd/journal/socket
            exec "$0" "$@"
            """
        return try run(
            words, environment, program: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, Products.tool])
    }
}

extension ClickStage.Behaviour {
    fileprivate func messages(of name: String) -> [String]? {
        switch self {
        case .answering(let code):
            let outcomeClass = code.prefix { $0 != "." }
            let names = #""outcomeId":"\#(name)","class":"\#(outcomeClass)","code":"\#(code)""#
            return [#"{"parameters":{"outcome":{\#(names),"message":"A sentence."}}}"#]
        case .erring(let name): return [#"{"error":"\#(name)"}"#]
        case .absent, .refusing, .silent: return []
        case .closing: return nil
        }
    }
}
