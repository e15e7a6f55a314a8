import Contract
import EventLoop
import FactSources
import Features
import Foundation
import PermissionRules
import TestSupport
import Testing

@testable import HostSystem
@testable import PermissionAdapters

struct DevicePermissionTests {
    private typealias Entry = NodeAccess.Entry

    private static func node(_ mode: mode_t, _ more: [Entry] = []) -> NodeAccess {
        NodeAccess(ownerID: 10, groupID: 20, entries: NodeAccess.entries(of: mode) + more)
    }

    private static func entry(_ tag: Entry.Tag, _ id: UInt32, _ permissions: UInt16) -> Entry {
        Entry(tag: tag, permissions: permissions, id: id)
    }

    @Test(
        arguments: [
            (node(0o600), 10, [], true), (node(0o600), 11, [], false), (node(0o400), 10, [], false),
            (node(0o200), 10, [], false), (node(0o660), 11, [20], true), (node(0o660), 11, [21], false),
            (node(0o606), 11, [], true), (node(0o606), 11, [20], false), (node(0o066), 10, [20], false),
            (node(0o000), 0, [], true),
            (node(0o660, [entry(.user, 11, 6), entry(.mask, 0, 7)]), 11, [], true),
            (node(0o660, [entry(.user, 11, 6), entry(.mask, 0, 4)]), 11, [], false),
            (node(0o666, [entry(.user, 11, 0), entry(.mask, 0, 7)]), 11, [20], false),
            (node(0o660, [entry(.group, 30, 6), entry(.mask, 0, 7)]), 11, [30], true),
            (node(0o600, [entry(.group, 30, 6), entry(.mask, 0, 7)]), 11, [20, 30], true),
            (node(0o600, [entry(.group, 30, 6), entry(.mask, 0, 2)]), 11, [20, 30], false),
            (node(0o666, [entry(.group, 30, 0), entry(.mask, 0, 7)]), 11, [30], false),
        ] as [(NodeAccess, UInt32, Set<UInt32>, Bool)])
    func `access is decided by the first class of entries that fits, as the kernel decides it`(
        _ node: NodeAccess, _ user: UInt32, _ groups: Set<UInt32>, _ isAllowed: Bool
    ) {
        #expect(node.allowsReadingAndWriting(userID: user, groupIDs: groups) == isAllowed)
    }

    @Test(arguments: [[], [2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0, 1]] as [[UInt8]])
    func `an access list that is none is an error`(_ bytes: [UInt8]) {
        #expect(throws: LoopError.self) { _ = try NodeAccess.entries(of: bytes, "look") }
    }

    @Test func `an access list is read as the kernel writes it`() throws {
        let bytes: [UInt8] = [
            2, 0, 0, 0, 2, 0, 6, 0, 0xE8, 3, 0, 0, 0x10, 0, 7, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x40, 0, 7, 0, 0, 0, 0, 0,
        ]
        #expect(
            try NodeAccess.entries(of: bytes, "look") == [Self.entry(.user, 1000, 6), Self.entry(.mask, .max, 7)])
    }

    @Test func `what is not there, or is no device, is unsupported`() {
        for path in ["/nowhere/video0", "/etc/passwd", "/etc/passwd/video0", "/etc"] {
            let reply = DevicePermission.look(at: path, for: 1).reply(to: FactKey(.permission, "camera"))
            #expect(reply.status == .unsupported, "\(path)")
        }
        #expect(DevicePermission.look(at: "/dev/null", for: 1) == .status(.authorized))
    }

    @Test func `a change of a node's access list is announced and counts`() throws {
        let folder = NSTemporaryDirectory() + "deeplinkd-device-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Major 1 and minor 3: /dev/null, under another name and with another mode.
        guard unsafe mknod(folder + "/video0", S_IFCHR | 0o660, 0x103) == 0,
            unsafe chmod(folder + "/video0", 0o660) == 0
        else {
            return print("skipped: \(#function): no device can be made here")
        }
        try onLoop { loop in
            let lane = PoolLane(loop: loop)
            let source = DevicePermission(path: "/video0", root: folder, loop: loop, lane: lane)
            #expect(source.answer("camera", of: .uid(1), on: loop).status == .denied)
            #expect(source.answer("camera", of: .uid(0), on: loop).status == .authorized)
            #expect(source.answer("camera", of: .account("ann"), on: loop).status == .unsupported)
            var changes = 0
            source.onChange = { _ in changes += 1 }
            try grant(folder + "/video0")
            try run(loop) { changes > 0 }
            #expect(changes > 0)
            #expect(source.answer("camera", of: .uid(1), on: loop).status == .authorized)
            #expect(source.answer("camera", of: .uid(2), on: loop).status == .denied)
            source.close()
            lane.close()
        }
    }

    /// As logind does it; by mode where there are no access lists.
    private func grant(_ path: String) throws {
        let run = try? ChildProgram.run("/usr/bin/setfacl", ["-m", "u:1:rw", path])
        if run?.exit != .code(0) { unsafe #expect(chown(path, 1, 0) == 0) }
    }
}
