import Foundation
import Glibc
import HostSystem
import Testing

@Suite struct FolderTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "deeplinkd-folder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func `a folder's names do not include itself and its parent`() throws {
        try withFolder { folder in
            for name in ["b", ".a", "é", String(repeating: "x", count: 255)] {
                try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let read = try FolderReader.read(folder, nameLimit: 4)
            #expect(read.sorted() == [".a", "b", String(repeating: "x", count: 255), "é"])
            let thrown = error { () throws(LoopError) in _ = try FolderReader.read(folder, nameLimit: 3) }
            #expect(thrown == .folderTooLarge(path: folder, nameLimit: 3))
        }
    }

    @Test func `reading a path that is not a folder fails with the system's error name`() throws {
        try withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder + "/file"))
            #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
            for (name, code) in [("file", "ENOTDIR"), ("pipe", "ENOTDIR"), ("gone", "ENOENT")] {
                let thrown = error { () throws(LoopError) in
                    _ = try FolderReader.read(folder + "/" + name, nameLimit: 9)
                }
                #expect(thrown?.codeName == code)
            }
            let thrown = error { () throws(LoopError) in _ = try FolderReader.read("a\0", nameLimit: 9) }
            #expect(thrown == .unusableText("a\0"))
        }
    }

    @Test func `a status has the kind of the file at a path`() throws {
        try withFolder { folder in
            try Data("four".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/mask", withDestinationPath: "/dev/null")
            #expect(try FileStatus(of: folder + "/file").byteCount == 4)
            let rows: [(String, FileStatus.Kind)] = [
                (folder + "/file", .file), (folder, .folder), (folder + "/mask", .nothing), ("/dev/null", .nothing),
                ("/dev/zero", .other),
            ]
            for (path, kind) in rows { #expect(try FileStatus(of: path).kind == kind) }
        }
    }

    @Test func `a file that is written to while it is read is refused`() throws {
        try withFolder { folder in
            let path = folder + "/file"
            // Large enough to be read in many pieces, and written to throughout.
            try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path))
            let writer = try #require(FileHandle(forWritingAtPath: path))
            let isDone = Flag()
            let thread = Thread {
                while !isDone.isSet {
                    writer.seek(toFileOffset: 0)
                    writer.write(Data([1]))
                    writer.truncateFile(atOffset: UInt64.random(in: 1 << 19...1 << 20))
                }
                isDone.end()
            }
            thread.start()
            var isRefused = false
            for _ in 0..<2000 where !isRefused {
                let thrown = error { () throws(LoopError) in _ = try FileReader.read(path, byteLimit: 1 << 21) }
                isRefused = thrown == .fileChanged(path: path)
            }
            isDone.set()
            isDone.awaitEnd()
            #expect(isRefused)
        }
    }
}

/// Signals an end to another thread, and the other way round.
private final class Flag: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOver = false
    private var hasEnded = false

    var isSet: Bool { condition.withLock { isOver } }

    func set() { condition.withLock { isOver = true } }

    func end() {
        condition.withLock {
            hasEnded = true
            condition.broadcast()
        }
    }

    func awaitEnd() {
        condition.lock()
        while !hasEnded { condition.wait() }
        condition.unlock()
    }
}
