import DeepLinkClient
import Foundation
import Glibc
import Testing

/// Daemons that accept connections and do not answer.
@Suite struct SilentDaemonTests {
    private static let short = ["DEEPLINKD_ANSWER_TIME": "300ms"]
    private static let outcome =
        #"{"parameters":{"outcome":{"class":"ok","code":"ok.performed","message":"Done."}}}"#

    /// Answers nothing, or `GetInfo` alone; `open` gets its outcome after some time.
    private static func daemon(at path: String, isThere: Bool) throws -> ScriptedDaemon {
        try ScriptedDaemon(at: path) { call in
            if call.contains("GetInfo") { return isThere ? [#"{"parameters":{}}"#] : [] }
            guard isThere, call.contains("Dispatch.Open") else { return [] }
            usleep(1_500_000)
            return [outcome]
        }
    }

    @Test(arguments: [
        ["open", "t://x"], ["open", "--dry-run", "t://x"], ["status"], ["list"], ["features"], ["features", "F"],
        ["cat"], ["check"], ["reload"], ["ledger", "backup", "-"], ["call", "a.b.C"],
    ])
    func `a command gives up a daemon that is silent, says so, and exits as for none`(_ words: [String]) throws {
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            let daemon = try Self.daemon(at: socket, isThere: false)
            defer { daemon.stop() }
            let run = try Program.run(Products.tool, words + ["--socket", socket], environment: Self.short)
            #expect(run.exit == .code(1), "\(run)")
            let sentence =
                "Error: the daemon at \(socket) takes connections and has not answered for 300 ms; restart it\n"
            #expect(run.errors == sentence, "\(run)")
        }
    }

    @Test func `an action may run longer than the time while the daemon answers other calls`() throws {
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            let daemon = try Self.daemon(at: socket, isThere: true)
            defer { daemon.stop() }
            let open = try Program.tool("open", "--socket", socket, "t://x", environment: Self.short)
            #expect(open.exit == .code(0) && open.output.hasPrefix("ok.performed"), "\(open)")
            let status = try Program.tool("status", "--socket", socket, environment: Self.short)
            #expect(status.exit == .code(1) && status.errors.contains("has not answered for 300 ms"), "\(status)")
        }
    }

    @Test func `the time is a duration`() throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let daemon = try Self.daemon(at: path, isThere: false)
            defer { daemon.stop() }
            let run = try Program.tool("status", "--socket", path, environment: ["DEEPLINKD_ANSWER_TIME": "soon"])
            #expect(
                run.exit == .code(2) && run.errors.contains("DEEPLINKD_ANSWER_TIME is no duration: `soon`"), "\(run)")
        }
    }

    // MARK: The library

    private func withClient(isThere: Bool, _ body: (DeepLinkDaemon, String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let socket = folder.path(of: "socket")
        let script = try Self.daemon(at: socket, isThere: isThere)
        defer { script.stop() }
        let daemon = DeepLinkDaemon(socket: socket, answerTime: .milliseconds(300))
        try await withTaskExecutorPreference(OwnThreads.shared) { try await body(daemon, socket) }
        daemon.close()
    }

    @Test func `a call of the library ends with noAnswer`() async throws {
        try await withClient(isThere: false) { daemon, socket in
            let silence = DeepLinkError.noAnswer(path: socket, after: .milliseconds(300))
            await #expect(throws: silence) { try await daemon.products() }
            await #expect(throws: silence) { try await daemon.open("t://x") }
            await #expect(throws: silence) { try await daemon.open("t://x", options: CallOptions(wait: .seconds(1))) }
        }
    }

    @Test func `a call of the library waits for an action while the daemon answers other calls`() async throws {
        try await withClient(isThere: true) { daemon, socket in
            let outcome = try await daemon.open("t://x")
            #expect(outcome.code == "ok.performed")
            await #expect(throws: DeepLinkError.noAnswer(path: socket, after: .milliseconds(300))) {
                try await daemon.products()
            }
        }
    }
}
