import Contract
import EventLoop
import Features
import Foundation
import HostSystem
import TestSupport
import Testing

@testable import FactSources
@testable import PermissionRules
@testable import PurchaseRules

@Suite struct FactFileTests {
    private static let key = FactKey.runtime("F")

    @Test(arguments: [
        ("on", true), ("off", false), ("1", true), ("0", false), ("true", true), ("false", false), (" on\n", true),
        ("\t\r\n off \n\n", false), (String(repeating: " ", count: 62) + "on", true), ("", nil), (" \n", nil),
        ("ON", nil), ("on off", nil), ("yes", nil), ("on\u{0}", nil), ("o", nil), ("truee", nil), ("\u{FEFF}on", nil),
    ])
    func `three texts mean on, three mean off, and any other text is an error`(_ text: String, _ state: Bool?) throws {
        try withFolder { folder in
            let path = folder + "/switch"
            try put(text, at: path)
            let expected: SourceReply =
                state.map { .facts([Self.key: $0 ? .on : .off]) }
                ?? .undetermined(reason: "\(path) says neither on nor off")
            #expect(FactFile.read(path, as: Self.key) == expected)
        }
    }

    @Test func `a permission and a purchase are one of their words, and never unknown`() throws {
        try withFolder { folder in
            let path = folder + "/fact"
            func read(_ text: String, _ key: FactKey) throws -> FactValue? {
                try put(text, at: path)
                guard case .facts(let facts, _) = FactFile.read(path, as: key) else { return nil }
                return facts[key]
            }
            let (camera, pro) = (FactKey.permission(permission("camera")), FactKey.purchase("pro"))
            for status in PermissionStatus.allCases {
                let found = try read(" \(status.rawValue)\n", camera)
                #expect(found == (status == .unknown ? nil : .permission(status)))
            }
            for state in PurchaseState.allCases {
                let found = try read(state.rawValue, pro)
                #expect(found == (state == .unknown ? nil : .purchase(Purchase(state))))
            }
            for text in ["", "on", "Authorized", "authorized denied", "active 3"] {
                let found = [try read(text, camera), try read(text, pro)]
                #expect(found == [nil, nil], "\(text)")
            }
            guard case .undetermined(let reason) = FactFile.read(path, as: pro) else {
                Issue.record("it is taken for an answer")
                return
            }
            #expect(reason.hasPrefix("\(path) says neither active nor trial nor "))
        }
    }

    @Test func `an untrusted file leaves the switch unknown, with the reason`() throws {
        try withFolder { folder in
            let path = folder + "/switch"
            func reason() -> String? {
                guard case .undetermined(let reason) = FactFile.read(path, as: Self.key) else { return nil }
                return reason
            }
            #expect(reason()?.contains("ENOENT") == true)
            try put(String(repeating: " ", count: 63) + "on", at: path)
            #expect(reason() == "cannot read \(path): it has more than 64 bytes")
            for mode in [0o664, 0o646, 0o777] {
                try put("on", at: path, mode: mode)
                #expect(reason()?.hasPrefix("\(path) is writable by users other than its owner (mode 0") == true)
            }
            try put("on", at: path)
            for mode in [0o777, 0o770] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
                #expect(reason()?.hasPrefix("the folder \(folder) is writable by users other than its owner") == true)
            }
            // Sticky: others can add files there, but neither replace nor remove this one.
            try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder)
            #expect(FactFile.read(path, as: Self.key) == .facts([Self.key: .on]))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            #expect(FactFile.read(path, as: Self.key) == .facts([Self.key: .on]))
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(reason() == "cannot read \(path): it is not a regular file")
        }
    }

    @Test(
        .enabled(if: HostFacts.userID == 0, "only root can give files away"),
        arguments: ["theirs/in/switch", "theirs/in", "theirs"])
    func `a file of another user or below another user's folder leaves the switch unknown`(_ given: String)
        throws
    {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/theirs/in", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
            let path = folder + "/theirs/in/switch"
            try put("on", at: path)
            #expect(FactFile.read(path, as: Self.key) == .facts([Self.key: .on]))
            try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: folder + "/" + given)
            guard case .undetermined(let reason) = FactFile.read(path, as: Self.key) else {
                Issue.record("\(path) is believed")
                return
            }
            #expect(reason.contains("\(folder)/\(given) belongs to uid 1, who could change it; "))
        }
    }

    /// Steps in a real folder: each step changes the file when the fact of the previous step has arrived.
    @Test func `the fact follows every kind of change of the file`() throws {
        try withFolder { folder in
            let path = folder + "/switch"
            let steps: [(change: () throws -> Void, state: SwitchState)] = [
                ({ try put("on", at: path) }, .on),
                ({ try put("off", at: path) }, .off),
                ({ try Data("true".utf8).write(to: URL(fileURLWithPath: path)) }, .on),
                ({ try put("gibberish", at: path) }, .unknown),
                ({ try put("1", at: path) }, .on),
                ({ try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path) }, .unknown),
                ({ try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path) }, .on),
                ({ try FileManager.default.removeItem(atPath: path) }, .unknown),
                ({ try put("0", at: path) }, .off),
            ]
            let store = FactStore()
            let next = Box(0)
            try onLoop { loop in
                let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet())
                let limit = try Timer(loop: loop) {
                    Issue.record("step \(next.value) did not arrive")
                    gathering.close()
                }
                limit.start(after: .seconds(30))
                gathering.onMove = {
                    guard next.value == 0 || store.facts.runtime["F"] == steps[next.value - 1].state else { return }
                    guard next.value < steps.count else {
                        limit.close()
                        return gathering.close()
                    }
                    next.value += 1
                    #expect(throws: Never.self) { try steps[next.value - 1].change() }
                }
                gathering.adopt(catalogue(("F", [.runtime(byDefault: true, from: .file(path))])))
                #expect(store.facts[.runtime("F")] == .state(.unknown))
            }
            #expect(next.value == steps.count)
        }
    }

    @Test func `a file in a folder that did not exist at first is found when a call needs it`() throws {
        try withFolder { folder in
            let path = folder + "/later/switch"
            let clock = TestClock()
            let store = FactStore()
            let seen = Box<[SwitchState?]>([])
            try onLoop { loop in
                let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet(clock: clock))
                gathering.adopt(catalogue(("F", [.runtime(byDefault: true, from: .file(path))])))
                gathering.whenReady([1], for: .machine) {
                    seen.value.append(store.facts.runtime["F"])
                    #expect(store.facts.host[.runtime("F")]?.evidence?.fault?.contains("ENOENT") == true)
                    #expect(throws: Never.self) {
                        try FileManager.default.createDirectory(
                            atPath: folder + "/later", withIntermediateDirectories: false,
                            attributes: [.posixPermissions: 0o755])
                        try put("on", at: path)
                    }
                    #expect(gathering.isReady(1, for: .machine))
                    clock.advance(1000)
                    gathering.whenReady([1], for: .machine) {
                        seen.value.append(store.facts.runtime["F"])
                        gathering.close()
                    }
                }
            }
            #expect(seen.value == [.unknown, .on])
        }
    }
}
