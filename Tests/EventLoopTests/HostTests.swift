import CLibUV
import Glibc
import TestSupport
import Testing

@testable import EventLoop
@testable import HostSystem

extension EventLoopTests {
    @Suite struct Hosts {
        @Test func `the monotonic clock never goes back, and the wall clock is in this century`() {
            let first = HostClock.monotonicNs
            #expect(HostClock.monotonicNs >= first)
            #expect(HostClock.wallMs > 1_700_000_000_000)
        }

        @Test func `random bits differ`() throws {
            let numbers = try (0..<100).map { _ in try HostFacts.randomBits() }
            #expect(Set(numbers).count == 100)
        }

        @Test(
            arguments: [("root", 0), ("nobody", 65534), ("no such user", nil), ("", nil), ("a\0", nil)]
                as [(String, UInt32?)])
        func `users are found by name`(name: String, id: UInt32?) throws {
            #expect(try HostFacts.userID(named: name) == id)
        }

        @Test(arguments: [("root", 0), ("nogroup", 65534), ("no such group", nil), ("", nil)] as [(String, UInt32?)])
        func `groups are found by name`(name: String, id: UInt32?) throws {
            #expect(try HostFacts.groupID(named: name) == id)
        }

        @Test func `the kernel's release and the process's ids are available`() {
            #expect(HostFacts.kernelRelease.first?.isNumber == true)
            #expect(HostFacts.userID == geteuid())
            #expect(HostFacts.groupID == getegid())
            #expect(HostFacts.processID == getpid())
        }

        @Test func `the environment is the one that the process was started with`() {
            let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
            #expect(HostFacts.environment["PATH"] == path)
            #expect(HostFacts.environment["no such variable"] == nil)
        }
    }

    @Suite struct Files {
        @Test(arguments: [0, 1, 99, 100, 65_536, 300_000])
        func `a file is read whole, with its identity, up to and at the limit`(size: Int) throws {
            try withScratch { directory in
                let path = directory + "/f"
                try put(String(repeating: "x", count: size), at: path, mode: 0o640)
                let file = try FileReader.read(path, byteLimit: size)
                #expect(file.bytes == [UInt8](repeating: UInt8(ascii: "x"), count: size))
                #expect(file.inode != 0)
                let more = try FileReader.read(path, byteLimit: size + 1)
                #expect(more == file)
                guard size > 0 else { return }
                let thrown = error { () throws(LoopError) in _ = try FileReader.read(path, byteLimit: size - 1) }
                #expect(thrown == .fileTooLarge(path: path, byteLimit: size - 1))
            }
        }

        @Test func `a file of unknown size is read whole`() throws {
            let file = try FileReader.read("/proc/self/status", byteLimit: 1 << 20)
            #expect(String(decoding: file.bytes, as: UTF8.self).contains("SigIgn"))
        }

        @Test func `a path that is not a regular file is refused without waiting`() throws {
            try withScratch { directory in
                try #require(unsafe mkfifo(directory + "/fifo", 0o600) == 0)
                close(try boundSocket(directory + "/socket", SOCK_STREAM))
                for path in [directory, directory + "/fifo", directory + "/socket", "/dev/zero", "/dev/null"] {
                    let thrown = error { () throws(LoopError) in _ = try FileReader.read(path, byteLimit: 100) }
                    #expect(thrown == .notAFile(path: path))
                }
            }
        }

        @Test(arguments: [("/nowhere/at/all", "ENOENT"), ("/dev/null/x", "ENOTDIR"), ("", "ENOENT")])
        func `a file that cannot be opened is an error with the system's error name`(path: String, code: String) {
            let thrown = error { () throws(LoopError) in _ = try FileReader.read(path, byteLimit: 100) }
            #expect(thrown?.codeName == code)
        }

        @Test func `a path with a NUL is refused`() {
            let thrown = error { () throws(LoopError) in _ = try FileReader.read("/etc/passwd\0x", byteLimit: 100) }
            #expect(thrown == .unusableText("/etc/passwd\0x"))
        }
    }

    @Suite struct Standard {
        @Test func `all bytes are written, also to a pipe that is full and non-blocking`() throws {
            let received = Box(0)
            let sent = [UInt8](repeating: 5, count: 1 << 20)
            try onLoop { loop in
                var ends: [Int32] = [-1, -1]
                try #require(unsafe pipe(&ends) == 0)
                let (reader, writer) = (ends[0], ends[1])
                try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
                try loop.work(
                    {
                        let thrown = error { () throws(LoopError) in
                            try writeAll(sent, to: writer, task: "write")
                        }
                        close(writer)
                        return thrown
                    }, then: { #expect($0 == nil) })
                let stream = try UnixStream(loop: loop, descriptor: OwnedDescriptor(reader), peer: nil)
                stream.startReading({ received.value += $0.count }, onEnd: { stream.close() })
            }
            #expect(received.value == sent.count)
        }

        @Test func `writing to a reader that is gone is an error`() throws {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            close(ends[0])
            defer { close(ends[1]) }
            try onLoop { _ in }
            let thrown = error { () throws(LoopError) in try writeAll([1], to: ends[1], task: "write") }
            #expect(thrown?.codeName == "EPIPE")
            try StandardStreams.write([], to: .output)
        }
    }

    @Suite struct Errors {
        @Test(arguments: [
            (SystemCode(ENOENT), "ENOENT", "no such file or directory"),
            (SystemCode(EAGAIN), "EAGAIN", "resource temporarily unavailable"),
            (SystemCode(987_654), "error 987654", "unknown error 987654"),
            (SystemCode(answer: .min), "error 2147483647", "unknown error 2147483647"),
        ])
        func `error codes have the system's name and text`(code: SystemCode, name: String, text: String) {
            #expect(code.name == name)
            #expect(code.text == text)
        }
    }

    @Suite struct Leaks {
        @Test func `after one of each handle is used and closed, no descriptor is open`() throws {
            #expect(try probe("everything") == "leaked=0\n")
        }
    }
}
