import DeepLinkClient
import Foundation
import Glibc
import Synchronization
import Testing

/// Runs a test with a daemon, as `withDaemon` does, whose body may wait for tasks.
func withServedDaemon(table: String, _ body: (RunningDaemon) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let daemon = try RunningDaemon(in: folder, table: table)
    defer { daemon.program.kill() }
    try await withTaskExecutorPreference(OwnThreads.shared) { try await body(daemon) }
    daemon.program.signal(SIGTERM)
    #expect(try daemon.program.wait() == .code(0), "\(daemon.log)")
}

/// Runs a test with a service that answers calls with given bytes.
func withScript(
    _ answer: @escaping @Sendable (String) -> ScriptedDaemon.Answer, _ body: (DeepLinkDaemon) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = try ScriptedDaemon(at: folder.path(of: "socket"), bytes: answer)
    defer { script.stop() }
    let daemon = DeepLinkDaemon(socket: folder.path(of: "socket"))
    try await withTaskExecutorPreference(OwnThreads.shared) { try await body(daemon) }
    daemon.close()
}

/// Waits for a state that a task brings about, and leaves it the thread meanwhile.
func lookFor(_ what: String, until isSo: () throws -> Bool) async throws {
    for _ in 0..<(Patience.milliseconds / 10) {
        if try isSo() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw TestFailure("in vain: \(what)")
}

/// The answer of a call with a completion, without a suspension: a test that shares its threads with others may be resumed
/// only after the lifetime of a verified link.
func answer<Answer: Sendable>(
    of start: (@escaping @Sendable (Result<Answer, DeepLinkError>) -> Void) -> DeepLinkCall
) throws -> Answer {
    let reports = Reports<Result<Answer, DeepLinkError>>()
    let call = start { reports.add($0) }
    return try withExtendedLifetime(call) { try reports.await(1)[0].get() }
}

/// What completions have reported so far, for a test that waits for them.
final class Reports<Report: Sendable>: Sendable {
    private let reports = Mutex<[Report]>([])

    var all: [Report] { reports.withLock { $0 } }

    func add(_ report: Report) { reports.withLock { $0.append(report) } }

    func await(_ count: Int) throws -> [Report] {
        try Patience.lookFor("\(count) reports") { all.count >= count }
        return all
    }
}
