import Foundation
import Glibc
import HostSystem
import Testing

struct DurableFileTests {
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "/deeplinkd-durable-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    /// The system's name of the error that a step throws.
    private static func code(_ step: () throws(LoopError) -> Void) -> String? {
        do throws(LoopError) {
            try step()
            return nil
        } catch {
            return error.codeName ?? "\(error)"
        }
    }

    @Test func `a created file has its bytes, only its owner can read it, and it replaces no file`() throws {
        try Self.inFolder { folder in
            try DurableFile.create(folder + "/a", bytes: Array("one".utf8))
            let status = try FileStatus(of: folder + "/a")
            #expect(status.mode == 0o600)
            #expect(status.byteCount == 3)
            #expect(Self.code { () throws(LoopError) in try DurableFile.create(folder + "/a", bytes: []) } == "EEXIST")
            #expect(FileManager.default.contents(atPath: folder + "/a") == Data("one".utf8))
        }
    }

    @Test func `a published file has only its new name, and replaces no file`() throws {
        try Self.inFolder { folder in
            try DurableFile.create(folder + "/a.partial", bytes: [1])
            try DurableFile.publish(folder + "/a.partial", as: folder + "/a")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
            try DurableFile.create(folder + "/b", bytes: [2])
            #expect(
                Self.code { () throws(LoopError) in try DurableFile.publish(folder + "/b", as: folder + "/a") }
                    == "EEXIST")
            #expect(FileManager.default.contents(atPath: folder + "/a") == Data([1]))
            try DurableFile.remove(folder + "/b")
            #expect(Self.code { () throws(LoopError) in try DurableFile.remove(folder + "/b") } == "ENOENT")
        }
    }

    @Test func `a path with a NUL byte is refused, not shortened`() throws {
        let path = "/tmp/a\0b"
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.create(path, bytes: []) }
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.publish(path, as: "/tmp/x") }
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.publish("/tmp/x", as: path) }
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.remove(path) }
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.syncName(path) }
        #expect(throws: LoopError.unusableText(path)) { try FileStatus.isAnythingThere(path) }
        #expect(throws: LoopError.unusableText(path)) { try DurableFile.checkWritable(directory: path) }
    }

    @Test func `a name exists until it is removed, also as a dangling link, and its folder can be synced`() throws {
        try Self.inFolder { folder in
            let path = folder + "/a"
            #expect(try !FileStatus.isAnythingThere(path))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/at/all")
            #expect(try FileStatus.isAnythingThere(path))
            #expect(try !FileStatus.isAnythingThere(path + "/b"))
            try DurableFile.syncName(path)
            try DurableFile.remove(path)
            try DurableFile.syncName(path)
            #expect(try !FileStatus.isAnythingThere(path))
            let missing = folder + "/none/a"
            #expect(Self.code { () throws(LoopError) in try DurableFile.syncName(missing) } == "ENOENT")
        }
    }

    @Test func `a directory is checked for writing without a write`() throws {
        try Self.inFolder { folder in
            #expect(Self.code { () throws(LoopError) in try DurableFile.checkWritable(directory: folder) } == nil)
            let missing = folder + "/none"
            #expect(Self.code { () throws(LoopError) in try DurableFile.checkWritable(directory: missing) } == "ENOENT")
        }
    }

    @Test func `a replaced file has the mode and the owner that are asked for, whatever the umask says`() throws {
        try Self.inFolder { folder in
            let path = folder + "/a"
            try DurableFile.replace(path, bytes: [1], mode: 0o666)
            #expect(try FileStatus(of: path).mode == 0o666)
            try DurableFile.replace(path, bytes: [2])
            #expect(try FileStatus(of: path).mode == 0o600)
            if geteuid() == 0 {
                guard unsafe chown(path, 65_534, 65_533) == 0 else { throw CocoaError(.fileWriteNoPermission) }
                try DurableFile.replace(path, bytes: [3], mode: 0o640, owner: try FileStatus(of: path))
                let status = try FileStatus(of: path)
                #expect(status.ownerID == 65_534 && status.groupID == 65_533 && status.mode == 0o640)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `folders are created with those that they are in, and stay as they are where they are`() throws {
        try Self.inFolder { folder in
            try DurableFile.createFolders(folder + "/a/b/c")
            #expect(try FileStatus(of: folder + "/a/b/c").mode == 0o700)
            try DurableFile.createFolders(folder + "/a/b")
            #expect(try FileStatus(of: folder + "/a/b").mode == 0o700)
            try DurableFile.create(folder + "/file", bytes: [])
            let below = folder + "/file/x"
            #expect(Self.code { () throws(LoopError) in try DurableFile.createFolders(below) } == "ENOTDIR")
        }
    }
}
