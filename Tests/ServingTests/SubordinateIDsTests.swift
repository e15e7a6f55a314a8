import EventLoop
import Foundation
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

    @Test func `the file is read again when it has changed, and without it there are none`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("subuid").path
        let loop = try Loop()
        let users = SubordinateUsers(loop: loop, path: path)
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
