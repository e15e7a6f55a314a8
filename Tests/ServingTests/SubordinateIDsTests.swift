import Contract
import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Serving

@Suite struct SubordinateIDsTests {
    private static let text = """
        ann:100000:65536
        1001:200000:10
        gone:300000:65536

        no line
        bob:400000:0
        bob:x:10
        root:0:10
        bob:4294967290:100
        eve:100005:10
        ann:500000:1
        root:600000:10
        0:600010:10
        """

    @Test(arguments: [
        (UInt32(99_999), UInt32(99_999)), (100_000, 1000), (165_535, 1000), (165_536, 165_536),
        // A line may name a uid.
        (200_000, 1001), (200_009, 1001), (200_010, 200_010),
        // Of a user that is not there, of no uids, and what is no line.
        (300_000, 300_000), (400_000, 400_000),
        // Root is its own, whatever the file says.
        (0, 0), (5, 5),
        // Of root's ranges each is a user of its own.
        (600_000, 600_000), (600_009, 600_000), (600_010, 600_010), (600_019, 600_010), (600_020, 600_020),
        // To the last uid there is.
        (4_294_967_290, 1002), (.max, 1002),
        // The first line that names a uid counts, and a user may have several.
        (100_006, 1000), (500_000, 1000),
    ])
    func `a subordinate uid counts for its owner, any other for itself`(uid: UInt32, owner: UInt32) {
        let names: [String: UInt32] = ["ann": 1000, "bob": 1002, "eve": 1003, "root": 0]
        #expect(SubordinateIDs(text: Self.text) { names[$0] }.owner(of: uid) == owner)
    }

    private static let silent = Log()

    /// Runs a body with a file of subordinate uids.
    private func withFile(_ text: String, _ body: (_ path: String, Loop) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("subuid").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let loop = try Loop()
        try body(path, loop)
        try loop.close()
    }

    @Test func `a user who is not known yet is looked up again after a while`() throws {
        try withFile("ann:700000:10\n1234:800000:10\n") { path, loop in
            let nowNs = Box<Int64>(0)
            let lookUps = Mutex(0)
            let isKnown = Mutex(false)
            let users = SubordinateUsers(loop: loop, path: path, log: Self.silent, clock: { nowNs.value }) { _ in
                lookUps.withLock { $0 += 1 }
                return isKnown.withLock { $0 } ? 1000 : nil
            }
            func owner(atSecond second: Int64) -> UInt32 {
                nowNs.value = second * 1_000_000_000
                users.refresh()
                loop.run()
                return users.owner(of: 700_001)
            }
            #expect(owner(atSecond: 100) == 700_001)
            #expect(users.owner(of: 800_001) == 1234)
            isKnown.withLock { $0 = true }
            #expect(owner(atSecond: 159) == 700_001)
            #expect(lookUps.withLock { $0 } == 1, "a stranger's connections cost no look-ups")
            #expect(owner(atSecond: 160) == 1000)
            #expect(owner(atSecond: 400) == 1000)
            #expect(lookUps.withLock { $0 } == 2)
        }
    }

    @Test func `of a file over the limit the lines below it count`() throws {
        let line = "1234:700000:10\n"
        let padding = String(repeating: "#\n", count: (Limits.subordinateFileBytes - line.utf8.count) / 2)
        // The last line is cut in the midst of its count.
        try withFile(line + padding + "1235:800000:65536\n") { path, loop in
            let users = SubordinateUsers(loop: loop, path: path, log: Self.silent)
            users.refresh()
            loop.run()
            #expect(users.owner(of: 700_001) == 1234)
            #expect(users.owner(of: 800_001) == 800_001)
        }
    }

    @Test func `the file is read again when it has changed, and without it there are none`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("subuid").path
        let loop = try Loop()
        let users = SubordinateUsers(loop: loop, path: path, log: Self.silent)
        let told = Box(0)
        func owner() -> UInt32 {
            users.refresh { told.value += 1 }
            loop.run()
            return users.owner(of: 700_001)
        }
        #expect(owner() == 700_001)
        try Data("1234:700000:10\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(owner() == 1234)
        #expect(owner() == 1234)
        try Data("root:700000:10\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        #expect(owner() == 700_000, "names are looked up")
        try FileManager.default.removeItem(atPath: path)
        #expect(owner() == 700_001)
        #expect(told.value == 5)
        try loop.close()
    }
}
