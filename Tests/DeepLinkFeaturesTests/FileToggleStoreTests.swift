import DeepLinkFeatures
import Foundation
import TestSupport
import Testing

/// Toggles in a file: durable, shared by processes, and not to be damaged.
@Suite struct FileToggleStoreTests {
    @Test func `what is switched is in the file when the call returns, and counts for the next store`() throws {
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let store = FileToggleStore(path)
            #expect(store.toggle(of: "A/B", for: .machine) == .unset)
            #expect(!FileManager.default.fileExists(atPath: path), "a question creates nothing")
            try store.setToggle(of: "A/B", to: true, for: .machine)
            try store.setToggle(of: "A", to: false, for: .account("ann \"x\""))
            try store.setToggle(of: "C", to: false, for: .uid(1000))
            #expect(
                try String(contentsOfFile: path, encoding: .utf8) == """
                    {"version":1,"toggles":{"account:ann \\"x\\"":{"A":false},"machine":{"A/B":true},"uid:1000":{"C":false}}}

                    """)
            let next = FileToggleStore(path)
            #expect(next.toggle(of: "A/B", for: .machine) == .on && next.toggle(of: "A/B", for: .uid(1)) == .unset)
            #expect(next.toggle(of: "A", for: .account("ann \"x\"")) == .off)
            try next.setToggle(of: "A/B", to: nil, for: .machine)
            #expect(store.toggle(of: "A/B", for: .machine) == .unset, "another store's change counts at once")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["toggles.json", "toggles.json.lock"], "nothing is left over")
        }
    }

    @Test func `a dispatcher keeps its toggles in it, and another one of the file finds them`() throws {
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let one = try Dispatcher(Switched.self, on: machine, toggles: FileToggleStore(path))
            let other = try Dispatcher(Switched.self, on: machine, toggles: FileToggleStore(path))
            var codes: [String?] = []
            let observation = other.observe { codes.append($0[Switched.self]?.code) }
            try one.setToggle(Switched.self, to: true)
            #expect(try other.request(Switched.echo).get().perform(with: "a") == "a")
            other.refresh()
            #expect(codes == ["blocked.toggle.off", nil])
            #expect(other.status(of: Switched.self).constraints.map(\.source) == ["file:" + path])
            withExtendedLifetime(observation) {}
        }
    }

    // MARK: Damage

    private static let damages: [(text: String, problem: String)] = [
        ("", "not JSON"), ("{", "not JSON"), ("\u{0}", "not JSON"), ("[]", "no object"), ("{}", "no object"),
        (#"{"version":1}"#, "no object"), (#"{"version":2,"toggles":{}}"#, "its version is not 1"),
        (#"{"version":"1","toggles":{}}"#, "its version is not 1"), (#"{"version":1,"toggles":[]}"#, "are no object"),
        (#"{"version":1,"toggles":{},"more":1}"#, "no object with the members"),
        (#"{"version":1,"toggles":{"nobody":{}}}"#, "`nobody` is no subject"),
        (#"{"version":1,"toggles":{"uid:007":{}}}"#, "`uid:007` is no subject"),
        (#"{"version":1,"toggles":{"machine":true}}"#, "the toggles of `machine` are no object"),
        (#"{"version":1,"toggles":{"machine":{"A":"on"}}}"#, "`A` of `machine` is neither true nor false"),
        (#"{"version":1,"toggles":{"machine":{"A":1}}}"#, "neither true nor false"),
    ]

    @Test(arguments: damages.indices)
    func `a damaged file makes toggles unknown, says where it is damaged, and is left as it is`(_ index: Int) throws {
        let (text, problem) = Self.damages[index]
        try withFolder { folder in
            let path = folder + "/toggles.json"
            try write(text, to: path)
            let store = FileToggleStore(path)
            guard case .unknown(let reason) = store.toggle(of: "A", for: .machine) else {
                Issue.record("\(text) is read")
                return
            }
            #expect(reason.contains(problem) && reason.contains(path) && reason.contains("move it away"), "\(reason)")
            let error = #expect(throws: ToggleStoreError.self) {
                try store.setToggle(of: "A", to: true, for: .machine)
            }
            #expect(error?.description == "the toggle was not kept: " + reason)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            let dispatcher = try Dispatcher(Switched.self, on: machine, toggles: store)
            let status = dispatcher.status(of: Switched.self)
            #expect(status.isAvailable == nil && status.refusal?.primary?.fault == reason)
            try FileManager.default.removeItem(atPath: path)
            try store.setToggle(of: "A", to: true, for: .machine)
            #expect(store.toggle(of: "A", for: .machine) == .on)
        }
    }

    @Test func `no bytes of a file trap, and what is read of them is what is written again`() throws {
        var random = SeededGenerator(for: "no bytes of a file trap")
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let good = Array(#"{"version":1,"toggles":{"machine":{"A/B":true,"C":false},"uid:7":{"A":true}}}"#.utf8)
            for _ in 0..<300 {
                var bytes = good
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
                try Data(bytes).write(to: URL(filePath: path), options: .atomic)
                try setMode(0o600, of: path)
                let store = FileToggleStore(path)
                if case .unknown = store.toggle(of: "C", for: .machine) { continue }
                try store.setToggle(of: "new", to: true, for: .machine)
                #expect(store.toggle(of: "new", for: .machine) == .on)
            }
        }
    }

    // MARK: Other users and places

    @Test func `a file or folder that another user could change is neither read nor written`() throws {
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let store = FileToggleStore(path)
            try store.setToggle(of: "A", to: true, for: .machine)
            try setMode(0o666, of: path)
            #expect(store.toggle(of: "A", for: .machine) != .on)
            #expect(throws: ToggleStoreError.self) { try store.setToggle(of: "A", to: false, for: .machine) }
            try setMode(0o600, of: path)
            #expect(store.toggle(of: "A", for: .machine) == .on)
            try setMode(0o1777, of: folder)
            let error = #expect(throws: ToggleStoreError.self) {
                try store.setToggle(of: "A", to: false, for: .machine)
            }
            #expect(error?.description.contains(folder) == true)
            try setMode(0o700, of: folder)
            try store.setToggle(of: "A", to: false, for: .machine)
        }
    }

    @Test func `a path where no file can be is an error that names it`() throws {
        try withFolder { folder in
            for path in [folder, folder + "/missing/toggles.json", folder + "/a\u{0}b", "", "/dev/null"] {
                let store = FileToggleStore(path)
                #expect(throws: ToggleStoreError.self, "\(path)") {
                    try store.setToggle(of: "A", to: true, for: .machine)
                }
                #expect(!FileManager.default.fileExists(atPath: path + ".lock"), "\(path)")
            }
            guard case .unknown = FileToggleStore("").toggle(of: "A", for: .machine) else {
                Issue.record("a file without a name is read")
                return
            }
            guard case .unknown(let reason) = FileToggleStore(folder).toggle(of: "A", for: .machine) else {
                Issue.record("a folder is read")
                return
            }
            #expect(reason.contains(folder))
        }
    }

    @Test func `a file that would be too large is an error with the limit`() throws {
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let name = String(repeating: "a", count: (1 << 20) - 60)
            try write(#"{"version":1,"toggles":{"machine":{"\#(name)":true}}}"#, to: path)
            let store = FileToggleStore(path)
            #expect(store.toggle(of: name, for: .machine) == .on)
            #expect(throws: ToggleStoreError.full(path: path, byteLimit: 1 << 20)) {
                try store.setToggle(of: "A long way down/to a feature", to: true, for: .machine)
            }
            try write(String(repeating: " ", count: (1 << 20) + 1), to: path)
            #expect(store.toggle(of: name, for: .machine) != .on)
        }
    }

    // MARK: Several writers

    @Test func `no writer's change is lost`() async throws {
        try await withFolder { folder in
            let path = folder + "/toggles.json"
            try await withThrowingTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        // A lock is an open file's, so two stores are to each other as two processes.
                        let store = FileToggleStore(path)
                        for number in 0..<10 {
                            try store.setToggle(of: "W\(writer)/\(number)", to: true, for: .machine)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let store = FileToggleStore(path)
            for writer in 0..<4 {
                for number in 0..<10 { #expect(store.toggle(of: "W\(writer)/\(number)", for: .machine) == .on) }
            }
        }
    }

    @Test func `another process's lock is waited for, and then it is an error`() throws {
        try withFolder { folder in
            let path = folder + "/toggles.json"
            let store = FileToggleStore(path)
            try store.setToggle(of: "A", to: true, for: .machine)
            let script = "exec 9<>\"$0\"; flock 9; echo locked; read line"
            let (input, output) = (try ProgramPipe(), try ProgramPipe())
            let holder = try ChildProgram("/bin/sh", ["-c", script, path + ".lock"], input: input, output: output)
            try #require(String(decoding: output.readSome(), as: UTF8.self) == "locked\n")
            #expect(throws: ToggleStoreError.locked(path: path, seconds: 2)) {
                try store.setToggle(of: "A", to: false, for: .machine)
            }
            #expect(store.toggle(of: "A", for: .machine) == .on, "a reader waits for no lock")
            input.close()
            try holder.wait()
            try store.setToggle(of: "A", to: false, for: .machine)
            #expect(store.toggle(of: "A", for: .machine) == .off)
        }
    }

    // MARK: Shared helpers

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "toggles-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try setMode(0o600, of: path)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
