import Contract
import EventLoop
import FactSources
import Features
import Foundation
import TestSupport
import Testing

@testable import PermissionAdapters
@testable import PermissionRules

/// Runs a setup on a loop, runs the loop until it has no handles, and requires that all of them were closed.
func onLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    try body(loop)
    loop.run()
    try loop.close()
}

/// A program of another user that does nothing, for polkit to judge; the test ends it.
final class OtherProgram {
    let userID: UInt32
    private let program: ChildProgram

    /// Starts it; needs root.
    init(userID: UInt32) throws {
        self.userID = userID
        program = try ChildProgram("/usr/bin/setpriv", ["--reuid", "\(userID)", "--clear-groups", "sleep", "600"])
        let path = "/proc/\(program.processID)"
        #expect(
            PrivateBus.wait {
                (try? FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int) == Int(userID)
            })
    }

    var caller: CallerProcess {
        CallerProcess(processID: program.processID, userID: userID) { [program] in program.hasEnded }
    }

    func end() { program.kill() }
}

/// The sources that a test asks, closed at its end.
final class TestedSources {
    private let adapters: PermissionAdapters
    private var made: [any FactSource] = []

    init(_ adapters: PermissionAdapters) { self.adapters = adapters }

    func make(_ origin: PermissionOrigin) -> any FactSource {
        guard let source = adapters.source(of: origin) else { preconditionFailure("no adapter is for \(origin)") }
        made.append(source)
        return source
    }

    func close() {
        for source in made { source.close() }
    }
}

extension FactSource {
    /// Asks, and runs the loop until there is a reply.
    func answer(_ permission: String, of subject: Subject, on loop: Loop) -> SourceReply {
        var reply: SourceReply?
        ask(FactQuestion(FactKey(.permission, permission), of: subject)) {
            reply = $0
            loop.stop()
        }
        while reply == nil { loop.run() }
        return reply ?? .failed(reason: "")
    }

    /// Asks until the answer is the one that is expected, for ten seconds; gives the last.
    func settle(
        _ permission: String, of subject: Subject, on loop: Loop, _ isExpected: (SourceReply) -> Bool
    ) -> SourceReply {
        var last = answer(permission, of: subject, on: loop)
        _ = PrivateBus.wait {
            if isExpected(last) { return true }
            last = answer(permission, of: subject, on: loop)
            return isExpected(last)
        }
        return last
    }
}

extension SourceReply {
    /// The status of the one permission that was asked for; nil if there is none.
    var status: PermissionStatus? {
        guard case .facts(let facts, _) = self, let status = facts.values.first?.permission else { return nil }
        return status
    }

    var note: String? {
        guard case .facts(_, let note) = self else { return nil }
        return note
    }

    var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}

/// Runs the loop until something is so, for ten seconds at most.
func run(_ loop: Loop, until isSo: @escaping () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 10)
    let timer = try EventLoop.Timer(loop: loop) { if isSo() || Date() > deadline { loop.stop() } }
    timer.start(after: .zero, repeatingEvery: .milliseconds(5))
    // A stop before the run ends the run at once.
    while !isSo(), Date() < deadline { loop.run() }
    timer.close()
}
