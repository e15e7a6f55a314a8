import Contract
import EventLoop
import Features
import Foundation
import Testing

@testable import FactSources

/// Sets something up on a loop, runs it until nothing is left, and requires that everything on it was closed.
func onLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    try body(loop)
    loop.run()
    try loop.close()
}

/// A folder of its own for one test, removed with everything in it.
func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "deeplinkd-sources-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}

/// Makes a file, or replaces one by renaming.
func put(_ text: String, at path: String, mode: Int = 0o644) throws {
    let new = path + ".new"
    try Data(text.utf8).write(to: URL(fileURLWithPath: new))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: new)
    try #require(unsafe rename(new, path) == 0)
}

/// A clock that stands still until it is moved.
final class TestClock: ClockSource {
    var wallMs: Int64 = 1_000_000
    var monotonicMs: Int64 = 0

    func advance(_ ms: Int64) {
        wallMs += ms
        monotonicMs += ms
    }
}

/// Questions that a test has not answered yet.
class SlowSource<Value: Sendable> {
    let name = "slow"
    var lifetime = AnswerLifetime.announced
    var asked: [String] = []
    var isClosed = false
    fileprivate var replies: [(SourceReply<Value>) -> Void] = []

    /// Replies to the oldest open question.
    func reply(_ reply: SourceReply<Value>) {
        guard !replies.isEmpty else { return }
        replies.removeFirst()(reply)
    }

    func close() { isClosed = true }
}

/// A switch that answers when the test says so.
final class SlowSwitch: SlowSource<Bool?>, RuntimeSource {
    var onChange: (() -> Void)?

    func ask(_ reply: @escaping (SourceReply<Bool?>) -> Void) {
        asked.append("switch")
        replies.append(reply)
    }
}

/// Platforms that are told when the test says so.
final class SlowPlatforms: SlowSource<[String: PlatformFact]>, PlatformSource {
    var onChange: (() -> Void)?

    func ask(_ reply: @escaping (SourceReply<[String: PlatformFact]>) -> Void) {
        asked.append("platforms")
        replies.append(reply)
    }
}

/// Permissions that are told when the test says so.
final class SlowPermissions: SlowSource<PermissionStatus>, PermissionSource {
    var onChange: ((Subject?) -> Void)?

    func ask(
        _ permission: Permission, of subject: Subject, _ reply: @escaping (SourceReply<PermissionStatus>) -> Void
    ) {
        asked.append("\(permission) of \(subject)")
        replies.append(reply)
    }
}

/// A catalogue of features beside each other, from number 1 on.
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
