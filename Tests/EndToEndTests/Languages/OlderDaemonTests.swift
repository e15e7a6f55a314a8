import DeepLinkClient
import Foundation
import Testing

/// Programs that name languages, before a daemon that knows no such parameter.
@Suite struct OlderDaemonTests {
    private static let refusal =
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"languages"}}"#
    private static let outcome =
        #"{"parameters":{"outcome":{"class":"ok","code":"ok.performed","message":"Done."}}}"#
    private static let german = ["LANG": "de_DE.UTF-8"]

    /// The calls that a daemon got, each as whether it had languages.
    ///
    /// Sendable because a lock protects them.
    private final class Record: @unchecked Sendable {
        private let lock = NSLock()
        private var calls: [Bool] = []

        var all: [Bool] { lock.withLock { calls } }

        func add(_ hasLanguages: Bool) { lock.withLock { calls.append(hasLanguages) } }
    }

    private func withOlderDaemon(
        answering answer: String, _ body: (_ socket: String, Record) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (socket, record) = (folder.path(of: "socket"), Record())
        let daemon = try ScriptedDaemon(at: socket) { call in
            let hasLanguages = call.contains(#""languages""#)
            record.add(hasLanguages)
            return [hasLanguages ? Self.refusal : answer]
        }
        defer { daemon.stop() }
        try await body(socket, record)
    }

    @Test func `the tool repeats its first call without languages, and sends none on that connection`() async throws {
        try await withOlderDaemon(answering: Self.outcome) { socket, record in
            let run = try Program.tool("open", "--socket", socket, "t://a", "t://b", environment: Self.german)
            #expect(run.exit == .code(0) && run.output.components(separatedBy: "ok.performed").count == 3, "\(run)")
            #expect(record.all == [true, false, false])
        }
    }

    @Test func `a list and a watch are repeated too`() async throws {
        let feature = #"{"path":"F","name":"F","status":"available","actions":[],"routes":[]}"#
        try await withOlderDaemon(answering: #"{"parameters":{"features":[\#(feature)]}}"#) { socket, record in
            let run = try Program.tool("features", "--socket", socket, environment: Self.german)
            #expect(run.exit == .code(0) && run.output.contains("F"), "\(run)")
            #expect(record.all == [true, false])
            let watch = try Program.tool("features", "--watch", "--socket", socket, environment: Self.german)
            #expect(watch.output.contains("F"), "\(watch)")
            #expect(record.all == [true, false, true, false])
        }
    }

    @Test func `the library does the same, and its caller does not notice`() async throws {
        try await withOlderDaemon(answering: Self.outcome) { socket, record in
            let daemon = DeepLinkDaemon(socket: socket)
            for url in ["t://a", "t://b"] {
                let outcome = try await daemon.open(url, options: CallOptions(languages: ["de"]))
                #expect(outcome.code == "ok.performed")
            }
            #expect(record.all == [true, false, false])
        }
    }

    @Test func `a list that every daemon refuses is an error of the call`() async throws {
        try await withOlderDaemon(answering: Self.outcome) { socket, record in
            let daemon = DeepLinkDaemon(socket: socket)
            let error = DeepLinkError.invalidParameter(name: "languages", method: "io.deeplinkd.Dispatch.Open")
            await #expect(throws: error) {
                try await daemon.open("t://a", options: CallOptions(languages: ["not a tag"]))
            }
            #expect(record.all == [true])
        }
    }
}
