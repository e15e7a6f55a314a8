import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

extension EventLoopTests {
    @Suite struct Programs {
        private func fault(_ path: String) -> LoopError? {
            error { () throws(LoopError) in _ = try ProgramFile(path) }
        }

        /// Replaces a file in the way of an installer.
        private func replace(_ path: String, with other: String) throws {
            try FileManager.default.copyItem(atPath: other, toPath: path + ".new")
            try #require(unsafe rename(path + ".new", path) == 0)
        }

        private func exitCode(_ path: String) throws -> Int32 {
            var processID: pid_t = 0
            let name = unsafe strdup("x")
            defer { unsafe free(name) }
            var arguments = unsafe [name, nil]
            try #require(unsafe posix_spawn(&processID, path, nil, nil, &arguments, nil) == 0)
            var status: Int32 = 0
            try #require(unsafe waitpid(processID, &status, 0) == processID)
            return status >> 8
        }

        @Test func `an ELF program is started by the checked descriptor, even after its path was replaced`()
            throws
        {
            try withScratch { directory in
                let path = directory + "/program"
                try replace(path, with: "/bin/false")
                let program = try ProgramFile(path)
                try replace(path, with: "/bin/true")
                #expect(program.path.hasPrefix("/proc/self/fd/"))
                #expect(try exitCode(program.path) == 1)
                #expect(try exitCode(path) == 0)
                let number = try #require(Int32(program.path.split(separator: "/").last ?? ""))
                #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
            }
        }

        @Test func `the descriptor is open as long as the program value exists`() throws {
            var number: Int32 = -1
            do {
                let program = try ProgramFile("/bin/true")
                number = try #require(Int32(program.path.split(separator: "/").last ?? ""))
                #expect(fcntl(number, F_GETFD) >= 0)
            }
            #expect(fcntl(number, F_GETFD) == -1)
        }

        @Test func `a script, a text, and an ELF file of another architecture are started by their paths`() throws {
            try withScratch { directory in
                let path = directory + "/program"
                var foreign = Array(try FileReader.prefix("/bin/true", byteCount: 64))
                foreign[18] ^= 0xFF
                for text in ["#!/bin/sh\n", "exit 5", "", "\u{7F}EL"] {
                    try put(text, at: path, mode: 0o755)
                    #expect(try ProgramFile(path).path == path, "\(text)")
                }
                try Data(foreign).write(to: URL(fileURLWithPath: path))
                #expect(try ProgramFile(path).path == path)
            }
        }

        @Test func `the interpreter of a script is checked too, and the interpreter of that`() throws {
            try withScratch { directory in
                let (script, interpreter) = (directory + "/script", directory + "/interpreter")
                try put("#!\(interpreter) -x\n", at: script, mode: 0o755)
                #expect(fault(script)?.codeName == "ENOENT")
                #expect(fault(script)?.description.contains("with its interpreter \(interpreter): ") == true)
                for (text, mode) in [("#!/bin/sh\n", 0o755), ("text", 0o700)] as [(String, Int)] {
                    try put(text, at: interpreter, mode: mode)
                    #expect(fault(script) == nil)
                }
                try put("#!/bin/sh\n", at: interpreter, mode: 0o757)
                let open = PathFault(path: interpreter, kind: .file, reason: .writable(mode: 0o757))
                #expect(fault(script) == .untrusted(open))
                try put("#!/usr/bin/env \(interpreter)\n", at: script, mode: 0o755)
                #expect(fault(script) == nil, "what env looks for is not checked")
                try put("#!\(script)\n", at: script, mode: 0o755)
                #expect(fault(script)?.codeName == "ELOOP")
                try put("#!sh\n", at: script, mode: 0o755)
                #expect(fault(script)?.description.contains("sh, which is not an absolute path") == true)
            }
        }

        @Test func `an interpreter or a link's target that is not UTF-8 is refused, not repaired`() throws {
            try withScratch { directory in
                let (script, link) = (directory + "/script", directory + "/link")
                // The file of the repaired name is trusted.
                try put("#!/bin/sh\n", at: directory + "/int\u{FFFD}", mode: 0o755)
                let name = Array((directory + "/int").utf8) + [0xFF]
                try Data(Array("#!".utf8) + name + [0x0A]).write(to: URL(fileURLWithPath: script))
                try #require(unsafe chmod(script, 0o755) == 0)
                #expect(fault(script)?.codeName == "EILSEQ")
                let reason = fault(script)?.description
                #expect(reason?.contains("\(script): the name of its interpreter is not UTF-8") == true)
                try #require(unsafe symlink((name + [0]).map { CChar(bitPattern: $0) }, link) == 0)
                #expect(fault(link)?.codeName == "EILSEQ")
                #expect(fault(link)?.description.contains("the target of the link \(link) is not UTF-8") == true)
            }
        }

        @Test func `what keeps a program from being started is its absence, its kind, its mode or who can change it`()
            throws
        {
            try withScratch { directory in
                let path = directory + "/program"
                func hindrance(_ path: String) throws -> ProgramFile.Hindrance? { try ProgramFile.hindrance(of: path) }
                #expect(try hindrance(path) == .absent)
                #expect(try hindrance(path + "/in/a/file") == .absent)
                #expect(try hindrance(directory) == .unusable)
                #expect(try hindrance("/dev/null") == .unusable)
                #expect(try hindrance("/bin/true") == nil)
                let steps: [(text: String, mode: Int, hindrance: ProgramFile.Hindrance?)] = [
                    ("#!/bin/sh\n", 0o644, .unusable), ("#!/bin/sh\n", 0o755, nil), ("#!/bin/sh\n", 0o757, .untrusted),
                    ("text", 0o755, nil), ("#!/not/there\n", 0o755, .unusable), ("#!sh\n", 0o755, .unusable),
                ]
                for (text, mode, expected) in steps {
                    try put(text, at: path, mode: mode)
                    #expect(try hindrance(path) == expected, "\(text) \(mode)")
                }
                try #require(unsafe chmod(directory, 0o777) == 0)
                #expect(try hindrance(path) == .untrusted)
            }
        }

        @Test(arguments: [
            ("#!/bin/sh\nx", "/bin/sh"), ("#! \t/bin/sh -e -x\n", "/bin/sh"), ("#!/bin/sh", "/bin/sh"),
            ("#!/bin/sh\0x\n", "/bin/sh"), ("#!/bin/a\tb", "/bin/a"), ("#!\n/bin/sh", nil), ("#!", nil), ("#", nil),
            ("", nil), (" #!/bin/sh\n", nil),
            ("#!/" + String(repeating: "x", count: 252) + "\n", "/" + String(repeating: "x", count: 252)),
            ("#!/" + String(repeating: "x", count: 253), nil),
        ])
        func `the interpreter is the first word after #!, within the kernel's buffer`(
            head: String, interpreter: String?
        ) {
            let found = ProgramFile.interpreter(in: Array(head.utf8.prefix(256)))
            #expect(found.map { String(decoding: $0, as: UTF8.self) } == interpreter)
        }
    }
}
