import Contract
import EventLoop
import Features
import Foundation
import Glibc
import Serving
import TestSupport
import Testing

@testable import ExecRules

extension RunningTests {
    /// What a program gets, and how its end is told.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct Exec {
        private func output(_ script: String, environment: [String: String] = [:], allowed: [String] = []) throws
            -> String?
        {
            try outcome(script, environment: environment) { $0.environment = allowed }.execution?.stdout?.text
        }

        // MARK: What it gets

        @Test func `arguments arrive as the template says, one slot one argument`() throws {
            let values = ["", " a  b ", "$(v)", "`id`", "'\"\\", "*", "a\nb", "ü\u{202e}", "-x"]
            for value in values {
                let template = ProgramTemplate(
                    program: "/bin/sh",
                    arguments: try [
                        "-c", #"printf '<%s>' "$0" "$@""#, "zero", "--", "$(v)", "--k=$(v)",
                    ].map { .text(try TextTemplate($0)) })
                let performance = try outcome(.exec(template), ActionLimits(), [.init("v", .string(value))])
                #expect(performance.execution?.stdout?.text == "<zero><--><\(value)><--k=\(value)>")
            }
        }

        @Test func `the environment is empty but for the names that the action allows`() throws {
            let environment = ["HOME": "/root", "LANG": "C.UTF-8", "SECRET": "s3cret"]
            let env = try exec("/usr/bin/env")
            // How often the link was handed on is said to every program.
            func variables(_ limits: ActionLimits = ActionLimits()) throws -> [Substring] {
                let text = try outcome(env, environment: environment, limits).execution?.stdout?.text
                return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("DEEPLINKD_HOPS=1@") }
            }
            #expect(try variables() == [])
            var limits = ActionLimits()
            limits.environment = ["LANG", "MISSING"]
            #expect(try variables(limits) == ["LANG=C.UTF-8"])
        }

        @Test func `it starts in the root directory, with an empty standard input`() throws {
            #expect(try output("pwd; read x || echo empty") == "/\nempty\n")
        }

        @Test func `it leads a session and a group of its own`() throws {
            let text = try output(
                "read -r pid n s parent group session rest < /proc/self/stat; echo $pid $group $session")
            let numbers = (text ?? "").split(whereSeparator: \.isWhitespace)
            #expect(numbers.count == 3)
            #expect(Set(numbers).count == 1)
        }

        @Test func `it inherits no descriptor`() throws {
            let leaky = unsafe open("/dev/null", O_RDONLY)
            defer { close(leaky) }
            try #require(fcntl(leaky, F_GETFD) == 0)
            // The fourth is the directory that ls reads.
            #expect(try outcome(exec("/bin/ls", "/proc/self/fd")).execution?.stdout?.text == "0\n1\n2\n3\n")
        }

        @Test func `a program is not started where others can write a folder above it, and the reason says which`()
            throws
        {
            try withScratch { folder in
                let program = folder + "/program"
                try put("#!/bin/sh\necho ran", at: program, mode: 0o755)
                #expect(try outcome(exec(program)).execution?.stdout?.text == "ran\n")
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
                for isDetached in [false, true] {
                    var limits = ActionLimits()
                    limits.isDetached = isDetached
                    guard case .failed(let error) = try outcome(exec(program), limits) else {
                        Issue.record("it was started")
                        return
                    }
                    #expect(
                        error.message == "The program \(program) was not started: the folder \(folder) is writable by "
                            + "users other than its owner (mode 0777); run `chmod go-w \(folder)`, or use another path."
                    )
                }
            }
        }

        // MARK: How it ends

        private static let ends: [(String, Set<Int32>, String, Execution.Exit)] = [
            ("exit 0", [0], "success", .code(0)), ("exit 1", [0], "failure", .code(1)),
            ("exit 3", [0, 3], "success", .code(3)), ("exit 0", [3], "failure", .code(0)),
            ("exit 255", [255], "success", .code(255)), ("exit 143", [143], "success", .code(143)),
            ("kill -TERM $$", [0, 15, 143], "failure", .signal(15)), ("kill -KILL $$", [0], "failure", .signal(9)),
        ]

        @Test(arguments: ends)
        func `an exit status is a success if the action says so, a signal never is`(
            script: String, codes: Set<Int32>, word: String, exit: Execution.Exit
        ) throws {
            let performance = try outcome(script) { $0.successCodes = codes }
            #expect(performance.word == word)
            #expect(performance.execution?.exit == exit)
            #expect(performance.execution?.kind == "exec")
        }

        @Test func `what a program leaves in its group is killed when it ends, and its answer does not wait`() throws {
            let performance = try outcome("trap '' TERM HUP; sleep 60 & echo $!; exit 4")
            #expect(performance.execution?.exit == .code(4))
            let left = try #require(Int32((performance.execution?.stdout?.text ?? "").dropLast()))
            #expect(isGone(left))
        }

        // MARK: What it says

        @Test func `both streams arrive apart and whole`() throws {
            let execution = try outcome("echo out; echo err >&2").execution
            #expect(execution?.stdout == .init { ($0.text, $0.bytes) = ("out\n", 4) })
            #expect(execution?.stderr == .init { ($0.text, $0.bytes) = ("err\n", 4) })
        }

        @Test func `much on both streams at once does not stop the program`() throws {
            let script =
                "i=0; while [ $i -lt 3000 ]; do printf '%0999d\\n' $i; printf '%0999d\\n' $i >&2; i=$((i+1)); done"
            let execution = try outcome(script) { $0.outputBytes = 4 << 20 }.execution
            for stream in [execution?.stdout, execution?.stderr] {
                #expect(stream?.bytes == 3_000_000)
                #expect(stream?.truncated == false)
                #expect(stream?.text.utf8.count == 3_000_000)
                #expect(stream?.text.hasSuffix("2999\n") == true)
            }
        }

        @Test(arguments: [
            (10, 10, false), (11, 10, false), (9, 10, true), (0, 10, true), (1, 60_000, true), (100, 0, false),
            // Read slowly once there is no more room.
            (70_000, 5_000_000, true),
        ])
        func `output is kept up to the limit and counted beyond it`(limit: Int, bytes: Int, isTruncated: Bool) throws {
            for _ in 0..<5 {
                let script = bytes == 0 ? ":" : "printf '%0\(bytes)d' 7; printf '%0\(bytes)d' 8 >&2"
                let execution = try outcome(script) { $0.outputBytes = limit }.execution
                for stream in [execution?.stdout, execution?.stderr] {
                    #expect(stream?.bytes == bytes)
                    #expect(stream?.truncated == isTruncated)
                    #expect(stream?.text.utf8.count == min(limit, bytes))
                }
            }
        }

        @Test(
            arguments: [
                ("printf 12345678", nil, nil), ("printf 12345678 >&2", nil, nil), (":", nil, nil),
                ("printf 123456789", "output.", .code(0)), ("printf 123456789 >&2; exit 3", "error.", .code(3)),
                ("printf 1234; printf 56789", "output.", .code(0)),
                ("printf 123456789; sleep 60", "output and was stopped.", .signal(15)),
                ("while :; do echo 12345678 >&2; done", "error and was stopped.", .signal(15)),
                ("trap 'exit 0' TERM; while :; do echo 12345678; done", "output and was stopped.", .code(0)),
            ] as [(String, String?, Execution.Exit?)])
        func `more output than the limit is a failure if the action says so, and ends the program`(
            script: String, end: String?, exit: Execution.Exit?
        ) throws {
            let performance = try outcome(script) { ($0.outputBytes, $0.failsOverOutput) = (8, true) }
            guard let end else {
                #expect(performance.word == "success")
                return
            }
            guard case .failed(let error) = performance else {
                Issue.record("\(performance)")
                return
            }
            let (message, execution) = (error.message, error.execution)
            #expect(error.code == .failedLimit)
            // A program that ends at once may be stopped a moment before its own end.
            let sentence = "The program wrote more than 8 bytes to its standard "
            #expect(message == sentence + end || message == sentence + end.dropLast() + " and was stopped.")
            #expect(execution?.exit == exit || message.hasSuffix(" and was stopped."))
            #expect([execution?.stdout, execution?.stderr].contains { $0?.text.count == 8 && $0?.truncated == true })
        }

        @Test func `bytes that are no text read as replacement characters`() throws {
            let stream = try outcome(#"printf 'a\377\300\000b\303'"#).execution?.stdout
            #expect(stream?.text == "a\u{fffd}\u{fffd}\u{0}b\u{fffd}")
            #expect(stream?.bytes == 6)
            #expect(stream?.truncated == false)
        }

        @Test func `a character cut by the limit reads as a replacement character`() throws {
            let stream = try outcome(#"printf 'a\303\274'"#) { $0.outputBytes = 2 }.execution?.stdout
            #expect(stream == .init { ($0.text, $0.bytes, $0.truncated) = ("a\u{fffd}", 3, true) })
        }

        // MARK: What cannot be started

        private func failure(_ program: String, _ inputs: [Value.Member] = [], detached: Bool = false) throws
            -> RunningError?
        {
            var limits = ActionLimits()
            limits.isDetached = detached
            let template = ProgramTemplate(program: program, arguments: [.text(try TextTemplate("$(v)"))])
            guard case .failed(let error) = try outcome(.exec(template), limits, inputs) else { return nil }
            return error
        }

        @Test(arguments: [false, true])
        func `a program that cannot be started is told with the system's name for it`(detached: Bool) throws {
            try withScratch { folder in
                try put("echo hello\n", at: folder + "/plain")
                try put("#!/nowhere/interpreter\n", at: folder + "/script", mode: 0o755)
                for (program, code) in [
                    ("/nowhere/program", "ENOENT"), (folder + "/plain", "EACCES"), (folder, "EACCES"),
                    (folder + "/script", "ENOENT"), (folder + "/plain/x", "ENOTDIR"), ("relative", "EINVAL"),
                ] {
                    let error = try #require(try failure(program, detached: detached), "\(program) started")
                    let start = "The program \(program) could not be started: "
                    #expect(error.message.hasPrefix(start) && error.message.utf8.count > start.utf8.count + 1)
                    #expect(error.code == .failedSpawn)
                    #expect(error.execution?.error == code)
                }
            }
        }

        @Test func `a NUL byte in an argument starts nothing`() throws {
            let error = try failure("/bin/echo", [.init("v", .string("a\u{0}b"))])
            #expect(error?.code == .failedSpawn && error?.execution?.error == "EINVAL")
        }

        // MARK: Detached

        @Test func `what a detached program leaves in its group goes on`() throws {
            try withScratch { folder in
                let file = folder + "/pid"
                var limits = ActionLimits()
                limits.isDetached = true
                try onStage { stage in
                    try stage.shell("sleep 60 & echo $$ $! > \(file).new; mv \(file).new \(file)", limits) { _ in }
                    try wait(on: stage.loop) {
                        guard let pids = try? Self.pids(in: file) else { return false }
                        return kill(pids[0], 0) == -1
                    }
                }
                let left = try Self.pids(in: file)[1]
                #expect(isRunning(left))
                #expect(kill(left, SIGKILL) == 0)
            }
        }

        @Test func `the duration counts from the start, also if the loop learns of the program later`() throws {
            let execution = Box<Execution?>(nil)
            try onStage { stage in
                try stage.shell("exec sleep 0.05") { execution.value = $0.execution }
                // The program starts and ends on other threads while the loop does not turn.
                usleep(200_000)
            }
            #expect(try #require(execution.value).duration >= .milliseconds(50))
        }

        private static func pids(in file: String) throws -> [Int32] {
            try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
                .compactMap { Int32($0) }
        }

        @Test func `a detached program outlives the call, and its output is not captured`() throws {
            try withScratch { folder in
                let file = folder + "/pid"
                var limits = ActionLimits()
                limits.isDetached = true
                limits.timeout = .milliseconds(1)
                let word = Box("")
                try onStage { stage in
                    try stage.shell("echo $$ > \(file).new; mv \(file).new \(file); exec sleep 60", limits) {
                        word.value = $0.word
                        #expect($0.execution?.exit == nil)
                        #expect($0.execution?.stdout == nil)
                    }
                    try wait(on: stage.loop) { unsafe access(file, F_OK) == 0 && word.value == "launched" }
                }
                let text = try String(contentsOfFile: file, encoding: .utf8)
                let pid = try #require(Int32(text.dropLast()))
                #expect(isRunning(pid))
                #expect(kill(pid, SIGKILL) == 0)
                var status: Int32 = 0
                unsafe #expect(waitpid(pid, &status, 0) == pid)
            }
        }
    }
}
