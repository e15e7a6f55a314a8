import ChannelService
import Contract
import EventLoop
import ExecService
import Features
import Foundation
import PermissionService
import Routing
import Tables
import TestTables
import Testing

@testable import Serving

/// Runs a body with a state directory of its own, and removes it.
func withStateFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    // ignored: what is left lies in the system's folder for temporary files.
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
}

/// A server with a ledger and a table, that logs nothing.
func makeServer(
    _ loop: Loop, _ table: String = SampleTable.text, users: [String: UInt32] = [:], state: String?
) throws -> Server {
    try Server(
        loop: loop, ruleset: try SampleTable.load(table, users: users), facts: Facts(),
        source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
        log: Log(), stateDirectory: state, services: .ofAllWings)
}

extension Server {
    /// Opens a URL without a key; any answer but an outcome is an issue.
    func open(_ url: String, for caller: Caller, then done: @escaping (Outcome) -> Void) {
        openLink(url, subject: nil, key: nil, caller: caller) { reply in
            if let reply = reply as? OutcomeAnswer { done(reply.outcome) } else { Issue.record("\(reply)") }
        }
    }

    /// Opens a URL; a parameter that is refused is answered as an error.
    func openLink(
        _ url: String, subject: String? = nil, key: String?, deadlineMs: Int64? = nil, caller: Caller,
        reply: @escaping (any Reply) -> Void
    ) {
        do throws(ParameterError) {
            var request = LinkRequest(
                Target(url: url), caller: caller, subject: try callers.subject(subject, for: caller))
            try request.take(activationToken: nil, key: key, waitMs: nil, deadlineMs: deadlineMs, for: self)
            PendingLink(request, key == nil ? .pass : .claim, of: self).begin { outcome, _ in
                reply(OutcomeAnswer(outcome))
            }
        } catch {
            reply(VarlinkError.invalidParameter(parameter: "\(error)"))
        }
    }
}

/// Runs the steps of a test on a loop, and ends a test that does not end in time.
final class Watchdog {
    private var timers: [EventLoop.Timer] = []
    private let end: () -> Void
    private(set) var isOver = false

    /// - Parameter end: closes what keeps the loop turning.
    init(_ loop: Loop, limit: Duration = .seconds(10), end: @escaping () -> Void) throws {
        self.end = end
        try after(limit, loop) { [unowned self] in
            Issue.record("nothing happened within \(limit)")
            finish()
        }
    }

    func after(_ pause: Duration, _ loop: Loop, _ body: @escaping () -> Void) throws {
        let timer = try EventLoop.Timer(loop: loop, onFire: body)
        timer.start(after: pause)
        timers.append(timer)
    }

    /// Ends the test.
    func finish() {
        guard !isOver else { return }
        isOver = true
        for timer in timers { timer.close() }
        end()
    }
}
