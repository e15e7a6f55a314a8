import Contract
import EventLoop
import Features
import Foundation
import Testing

@testable import FactSources
@testable import PermissionRules

extension AnswerLifetime {
    /// It counts until the source announces a change.
    static let announced = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil)
}

/// Runs a setup on a loop, runs the loop until it has no handles, and requires that all of them were closed.
func onLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    try body(loop)
    loop.run()
    try loop.close()
}

/// A private folder for one test, removed with its contents.
func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "deeplinkd-sources-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}

/// Creates a file, or replaces one by renaming.
func put(_ text: String, at path: String, mode: Int = 0o644) throws {
    let new = path + ".new"
    try Data(text.utf8).write(to: URL(fileURLWithPath: new))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: new)
    try #require(unsafe rename(new, path) == 0)
}

/// A clock that stands still until a test advances it.
final class TestClock: ClockSource {
    var wallMs: Int64 = 1_000_000
    var monotonicMs: Int64 = 0

    func advance(_ ms: Int64) {
        wallMs += ms
        monotonicMs += ms
    }
}

/// A source that replies when the test says so.
final class SlowSource: FactSource {
    let name = "slow"
    var lifetime = AnswerLifetime.announced
    var onChange: ((Subject?) -> Void)?
    /// *Shape*: `platform`, `runtime F`, `permission camera of uid:1`.
    var asked: [String] = []
    var isClosed = false
    private var open: [(key: FactKey, reply: (SourceReply) -> Void)] = []

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        asked.append("\(question.key)" + (question.subject.map { " of \($0)" } ?? ""))
        open.append((question.key, reply))
    }

    /// Replies to the oldest open question.
    func reply(_ reply: SourceReply) {
        guard !open.isEmpty else { return }
        open.removeFirst().reply(reply)
    }

    /// Replies with one fact; nil is its default.
    func reply(_ value: FactValue?) {
        guard let key = open.first?.key else { return }
        reply(.one(key, value))
    }

    func close() { isClosed = true }
}

/// Facts that a program keeps itself; those that were never set are at their defaults.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
final class MemorySource: FactSource {
    let name = "program"
    let lifetime = AnswerLifetime.announced
    var onChange: ((Subject?) -> Void)?
    private var facts: [FactQuestion: FactValue] = [:]

    /// Sets a fact; nil is its default.
    func set(_ key: FactKey, to value: FactValue?, of subject: Subject = .machine) {
        let question = FactQuestion(key, of: subject)
        guard facts[question] != value else { return }
        facts[question] = value
        onChange?(question.subject)
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        reply(.one(question.key, facts[question]))
    }
}

extension SourceReply {
    /// One fact; nil is its default.
    static func one(_ key: FactKey, _ value: FactValue?) -> SourceReply { .facts(value.map { [key: $0] } ?? [:]) }
}

extension Facts {
    /// Runtime switches that are not at their defaults, by the feature's path.
    var runtime: [String: SwitchState] {
        var states: [String: SwitchState] = [:]
        for (key, fact) in host where key.kind == .runtime {
            if case .state(let state) = fact.value { states[key.name] = state }
        }
        return states
    }
}

/// A catalogue of top-level features, numbered from 1.
func catalogue(_ features: (String, [Constraint])...) -> FeatureCatalogue {
    var catalogue = FeatureCatalogue()
    for (path, constraints) in features {
        _ = catalogue.add(Feature(path: path, name: path, parent: nil, description: nil, constraints: constraints))
    }
    return catalogue
}

func permission(_ name: String) -> Permission {
    guard let permission = Permission(name) else { preconditionFailure("\(name) is no permission") }
    return permission
}
