import Dispatch
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import HostSystem

extension EventLoopTests {
    @Suite struct Children {
        /// The result of a program that ran to its end.
        struct Run {
            var exit: ChildProcess.Exit?
            var output = ""
            var errors = ""
        }

        private func run(_ start: ProcessStart) throws -> Run {
            let (run, failure) = (Box(Run()), Box<LoopError?>(nil))
            try onLoop { loop in
                ChildProcess.start(loop: loop, start) { result in
                    do throws(LoopError) { follow(try result.get(), run) } catch { failure.value = error }
                }
            }
            if let error = failure.value { throw error }
            return run.value
        }

        private func follow(_ child: ChildProcess, _ run: Box<Run>) {
            child.output?.startReading({ run.value.output += text($0) }, onEnd: {})
            child.errors?.startReading({ run.value.errors += text($0) }, onEnd: {})
            child.onExit = { exit in
                child.output?.readAvailable(byteLimit: 1 << 20)
                child.errors?.readAvailable(byteLimit: 1 << 20)
                run.value.exit = exit
                child.close()
            }
        }

        /// The error of a start that fails.
        private func failure(_ start: ProcessStart) throws -> LoopError? {
            do {
                _ = try run(start)
                return nil
            } catch let error as LoopError {
                return error
            }
        }

        private func shell(_ script: String, _ environment: [String: String] = [:]) -> ProcessStart {
            ProcessStart(program: "/bin/sh", arguments: ["sh", "-c", script], environment: environment)
        }

        @Test(arguments: [
            ("exit 0", ChildProcess.Exit.code(0)), ("exit 1", .code(1)), ("exit 255", .code(255)),
            ("kill -TERM $$", .signal(15)), ("kill -KILL $$", .signal(9)), ("exit 143", .code(143)),
        ])
        func `an exit code and a signal are distinguished`(script: String, exit: ChildProcess.Exit) throws {
            #expect(try run(shell(script)).exit == exit)
        }

        @Test func `output and errors arrive separately and complete`() throws {
            let run = try run(shell("i=0; while [ $i -lt 20000 ]; do echo line$i; i=$((i+1)); done; echo oops >&2"))
            #expect(run.output == (0..<20000).map { "line\($0)\n" }.joined())
            #expect(run.errors == "oops\n")
        }

        @Test func `a script may open its own standard error by name`() throws {
            #expect(try run(shell("echo x > /dev/stderr")).errors == "x\n")
        }

        @Test func `standard input is empty`() throws {
            let run = try run(shell("cat; readlink /proc/self/fd/0", ["PATH": "/bin:/usr/bin"]))
            #expect(run.output == "/dev/null\n")
        }

        @Test(arguments: [[:], ["A": "1", "B": "x=y z"], ["EMPTY": ""]])
        func `the environment is exactly the given one`(environment: [String: String]) throws {
            let run = try run(ProcessStart(program: "/usr/bin/env", arguments: ["env"], environment: environment))
            #expect(run.output == environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined())
        }

        @Test func `arguments arrive unsplit and unexpanded, and the first is the program's own name`() throws {
            let words = ["", " ", "$(id)", "a\nb", "*", "--", "ü\u{202e}"]
            let start = ProcessStart(
                program: "/bin/sh", arguments: ["my name", "-c", #"printf '<%s>' "$0" "$@""#, "zero"] + words,
                environment: [:])
            #expect(try run(start).output == (["zero"] + words).map { "<\($0)>" }.joined())
            let named = ProcessStart(program: "/bin/sh", arguments: ["my name", "-c", "nosuchthing"], environment: [:])
            #expect(try run(named).errors.hasPrefix("my name:"))
        }

        @Test func `a program starts in the given directory`() throws {
            var start = shell("pwd")
            start.directory = "/usr/lib"
            #expect(try run(start).output == "/usr/lib\n")
        }

        @Test func `a program leads a session and a process group of its own`() throws {
            // pid, name, state, parent, group, session
            let output = try run(shell("read -r a b c d e f g < /proc/self/stat; echo $a $e $f; exec 1>&-")).output
            let numbers = output.split(whereSeparator: \.isWhitespace)
            #expect(numbers.count == 3)
            #expect(Set(numbers).count == 1)
        }

        @Test func `a program inherits no ignored and no blocked signal`() throws {
            var blocked = sigset_t()
            unsafe _ = sigemptyset(&blocked)
            unsafe _ = sigaddset(&blocked, SIGTERM)
            var before = sigset_t()
            unsafe _ = pthread_sigmask(SIG_BLOCK, &blocked, &before)
            defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
            // grep directly, so that no shell changes the masks.
            let output = try run(
                ProcessStart(
                    program: "/bin/grep", arguments: ["grep", "-E", "^Sig(Ign|Blk)", "/proc/self/status"],
                    environment: [:])
            ).output
            let masks = output.split(separator: "\n").compactMap { line in
                line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
            }
            #expect(masks == [0, 0])
        }

        @Test func `a program inherits only the three standard descriptors`() throws {
            let leaky = unsafe open("/dev/null", O_RDONLY)
            defer { close(leaky) }
            try #require(fcntl(leaky, F_GETFD) == 0)
            let start = ProcessStart(program: "/bin/ls", arguments: ["ls", "/proc/self/fd"], environment: [:])
            // The fourth is the directory that ls reads.
            #expect(try run(start).output == "0\n1\n2\n3\n")
        }

        @Test func `a failed start is an error with the system's error name`() throws {
            try withScratch { directory in
                try put("text", at: directory + "/plain")
                try put("#!/nowhere/interpreter\n", at: directory + "/script", mode: 0o755)
                try put("\u{7F}ELF, and no program", at: directory + "/damaged", mode: 0o755)
                var noDirectory = shell("true")
                noDirectory.directory = directory + "/none"
                let long = ProcessStart(
                    program: "/bin/true", arguments: ["true", String(repeating: "x", count: 1 << 18)], environment: [:])
                func start(_ path: String) -> ProcessStart {
                    ProcessStart(program: path, arguments: ["x"], environment: [:])
                }
                let table = [
                    (start(directory + "/none"), "ENOENT"), (start(directory + "/plain"), "EACCES"),
                    (start(directory), "EACCES"), (start(directory + "/script"), "ENOENT"),
                    (start(directory + "/damaged"), "ENOEXEC"),
                    (start("/dev/null/x"), "ENOTDIR"), (noDirectory, "ENOENT"), (long, "E2BIG"),
                ]
                for (var start, code) in table {
                    let thrown = try failure(start)
                    #expect(thrown?.codeName == code)
                    #expect(thrown?.description.hasPrefix("cannot start \(start.program)") == true)
                    start.isRead = false
                    let launched = try failure(start)
                    #expect(launched == thrown)
                }
            }
        }

        @Test func `a script inherits no descriptor, and its interpreter gets its path`() throws {
            try withScratch { directory in
                let script = directory + "/script"
                // The fourth is the directory that ls reads.
                try put("#!/bin/ls /proc/self/fd\n", at: script, mode: 0o755)
                let start = ProcessStart(program: script, arguments: ["x"], environment: [:])
                #expect(try run(start).output == "\(script)\n\n/proc/self/fd:\n0\n1\n2\n3\n")
            }
        }

        @Test func `a program is not started if others can write it, or anything on the way to it`() throws {
            try withScratch { directory in
                let script = directory + "/script"
                try put("#!/bin/sh\n", at: script, mode: 0o775)
                let start = ProcessStart(program: script, arguments: ["x"], environment: [:])
                #expect(
                    try failure(start)
                        == .untrusted(PathFault(path: script, kind: .file, reason: .writable(mode: 0o775))))
                #expect(unsafe chmod(script, 0o755) == 0 && chmod(directory, 0o777) == 0)
                #expect(
                    try failure(start)
                        == .untrusted(PathFault(path: directory, kind: .folder, reason: .writable(mode: 0o777)))
                )
                #expect(unsafe chmod(directory, 0o700) == 0)
                #expect(try run(start).exit == .code(0))
            }
        }

        @Test func `sh runs an executable text without an interpreter line, as with execvp`() throws {
            try withScratch { directory in
                try put("exit $(($1 + $#))", at: directory + "/text", mode: 0o755)
                var start = ProcessStart(program: directory + "/text", arguments: ["x"], environment: [:])
                start.arguments += ["3", "4"]
                #expect(try run(start).exit == .code(5))
            }
        }

        @Test func `a text with a NUL byte or an invalid variable name is refused`() throws {
            let good = ProcessStart(program: "/bin/true", arguments: ["true"], environment: [:])
            var argument = good
            argument.arguments.append("a\0b")
            var value = good
            value.environment["A"] = "\0"
            var name = good
            name.environment["A=B"] = ""
            var noName = good
            noName.environment[""] = "x"
            var directory = good
            directory.directory = "/\0"
            var program = good
            program.program = "/bin/true\0x"
            var relative = good
            relative.program = "true"
            var nothing = good
            nothing.arguments = []
            let table = [
                (argument, "a\0b"), (value, "A=\0"), (name, "A=B"), (noName, ""), (directory, "/\0"),
                (program, "/bin/true\0x"), (relative, "true"), (nothing, "/bin/true"),
            ]
            for (start, text) in table {
                let thrown = try failure(start)
                #expect(thrown == .unusableText(text))
            }
        }

        @Test func `a grandchild that ignores SIGTERM and holds the pipes delays no exit, and ends with its group`()
            throws
        {
            let events = Box<[String]>([])
            try onLoop { loop in
                let start = shell("trap '' TERM; (echo ready; while :; do read x < /dev/zero; done) & exit 3")
                let child = try ChildProcess(loop: loop, start: start)
                let isReady = Box(false)
                let finish = {
                    guard isReady.value, child.exit != nil else { return }
                    #expect(child.signalGroup(SIGTERM))
                    // Reaps the child if the kernel can signal a group without its founder; the group is not empty yet.
                    #expect(child.hasOtherProcesses())
                    #expect(child.signalGroup(SIGKILL))
                }
                child.onExit = {
                    events.value.append("\($0)")
                    finish()
                }
                child.output?.startReading(
                    { _ in
                        isReady.value = true
                        finish()
                    },
                    onEnd: {
                        events.value.append("end")
                        child.close()
                        #expect(!child.signalGroup(SIGKILL))
                    })
                child.errors?.startReading({ _ in }, onEnd: {})
            }
            #expect(events.value == ["code(3)", "end"])
        }

        @Test func `the pipes can be closed while a grandchild holds them`() throws {
            let grandchild = Box<Int32>(0)
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("(echo; exec sleep 1000) & exit 0"))
                child.onExit = { _ in
                    child.output?.readAvailable(byteLimit: 100)
                    grandchild.value = child.processID
                    #expect(child.signalGroup(0))
                    child.signalGroup(SIGKILL)
                    child.close()
                }
            }
            #expect(grandchild.value > 0)
        }

        @Test func `the group of a closed child is no longer signalled`() throws {
            let answers = Box<[Bool]>([])
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("exit 0"))
                child.onExit = { _ in
                    answers.value.append(child.signalGroup(SIGTERM))
                    child.close()
                    answers.value.append(child.signalGroup(SIGTERM))
                    answers.value.append(child.hasOtherProcesses())
                }
            }
            #expect(answers.value == [true, false, false])
        }

        @Test func `a child that has ended keeps its number until it is closed`() throws {
            let answers = Box<[Int32]>([])
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("exit 0"))
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    // Some turns later; only the child itself could have kept it.
                    answers.value.append(kill(child.processID, 0))
                    child.close()
                    answers.value.append(kill(child.processID, 0))
                    timer.value?.close()
                }
                child.onExit = { _ in timer.value?.start(after: .milliseconds(20)) }
            }
            #expect(answers.value == [0, -1])
        }

        @Test func `an empty group is recognised if the kernel reports it`() throws {
            let isEmpty = Box<Bool?>(nil)
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("exit 0"))
                child.onExit = { _ in
                    isEmpty.value = !child.hasOtherProcesses()
                    child.close()
                }
            }
            let release = try FileReader.read("/proc/sys/kernel/osrelease", byteLimit: 1000).bytes
            let version = String(decoding: release, as: UTF8.self).split(separator: ".").prefix(2).compactMap {
                Int($0)
            }
            #expect(isEmpty.value == (version.lexicographicallyPrecedes([6, 9]) ? false : true))
        }

        @Test func `the exit of a child that was let go is reported, and the loop does not wait for it`() throws {
            let exits = Box<[ChildProcess.Exit]>([])
            let loop = try Loop()
            let child = try ChildProcess(loop: loop, start: shell("exec sleep 60"))
            child.output?.close()
            child.errors?.close()
            child.onExit = { exits.value.append($0) }
            child.unreference()
            loop.run()
            #expect(exits.value.isEmpty)
            #expect(child.signalGroup(SIGKILL))
            let timer = Box<Timer?>(nil)
            timer.value = try Timer(loop: loop) { if !exits.value.isEmpty { timer.value?.close() } }
            timer.value?.start(after: .zero, repeatingEvery: .milliseconds(1))
            loop.run()
            #expect(exits.value == [.signal(SIGKILL)])
            child.close()
            try loop.close()
        }

        @Test func `orphans are adopted and reaped, and the loop's own children are not`() throws {
            #expect(try probe("orphans") == "adopted=1 session=own exits=3,4 held=true reaped=true\n")
        }

        @Test func `a child of another thread is not mistaken for an orphan before it is handed over`() throws {
            #expect(try probe("starts") == "adopted=0 exits=40\n")
        }

        @Test func `a signal to its group ends a running child`() throws {
            let exit = Box<ChildProcess.Exit?>(nil)
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("echo; while :; do :; done"))
                child.output?.startReading({ _ in #expect(child.signalGroup(SIGTERM)) }, onEnd: {})
                child.onExit = {
                    exit.value = $0
                    child.close()
                }
            }
            #expect(exit.value == .signal(SIGTERM))
        }

        @Test func `closed pipes give a writing child SIGPIPE`() throws {
            let exit = Box<ChildProcess.Exit?>(nil)
            try onLoop { loop in
                let start = ProcessStart(program: "/usr/bin/yes", arguments: ["yes"], environment: [:])
                let child = try ChildProcess(loop: loop, start: start)
                child.output?.startReading({ _ in child.output?.close() }, onEnd: {})
                child.onExit = {
                    exit.value = $0
                    child.close()
                }
            }
            #expect(exit.value == .signal(SIGPIPE))
        }

        @Test func `a child closed while it runs neither keeps the loop running nor stays a zombie`() throws {
            try onLoop { loop in
                let child = try ChildProcess(loop: loop, start: shell("exit 7"))
                child.onExit = { _ in Issue.record("a closed child reports nothing") }
                child.close()
                child.close()
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    if kill(child.processID, 0) == -1 { timer.value?.close() }
                }
                timer.value?.start(after: .zero, repeatingEvery: .milliseconds(1))
            }
        }

        @Test func `a launched program outlives the loop, with /dev/null for its streams and a session of its own`()
            throws
        {
            try withScratch { directory in
                try put("", at: directory + "/go")
                // The links would show a redirection of a built-in, but not that of a separate program.
                let script =
                    "(for i in 0 1 2; do readlink /proc/$$/fd/$i; done; read -r a b c d e f g < /proc/$$/stat; echo $f) > new; mv new done;"
                var start = shell(script + " while [ -e go ]; do sleep 0.01; done; exit 9", ["PATH": "/bin:/usr/bin"])
                start.directory = directory
                start.isRead = false
                let launched = Box<Int32>(0)
                try onLoop { loop in
                    ChildProcess.start(loop: loop, start) { result in
                        guard case .success(let child) = result else { return }
                        launched.value = child.processID
                        child.detach {}
                    }
                }
                let processID = launched.value
                try #require(processID > 1)
                // The loop that would have reaped is gone, but the program is still a child of this process.
                #expect(kill(processID, 0) == 0)
                try until { unsafe access(directory + "/done", F_OK) == 0 }
                let file = try FileReader.read(directory + "/done", byteLimit: 1000)
                let words = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                #expect(words == ["/dev/null", "/dev/null", "/dev/null", "\(processID)"])
                unsafe _ = unlink(directory + "/go")
                var status: Int32 = 0
                #expect(unsafe waitpid(processID, &status, 0) == processID)
                #expect(status == 9 << 8)
            }
        }

        @Test func `a loop that continues to run reaps a launched program`() throws {
            try onLoop { loop in
                let (processID, ends) = (Box<Int32>(0), Box(0))
                ChildProcess.start(loop: loop, shell("exit 0")) { result in
                    guard case .success(let child) = result else { return }
                    processID.value = child.processID
                    child.detach { ends.value += 1 }
                }
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    guard ends.value > 0, kill(processID.value, 0) == -1 else { return }
                    #expect(ends.value == 1)
                    timer.value?.close()
                }
                timer.value?.start(after: .zero, repeatingEvery: .milliseconds(1))
            }
        }

        @Test func `the end of every child is reported, even while others are started`() throws {
            let exits = Box<[Int32: Int]>([:])
            try onLoop { loop in
                for code in 0..<100 {
                    ChildProcess.start(loop: loop, shell("exit \(code % 4)")) { result in
                        guard case .success(let child) = result else { return }
                        child.onExit = {
                            if case .code(let code) = $0 { exits.value[code, default: 0] += 1 }
                            child.close()
                        }
                    }
                }
            }
            #expect(exits.value == [0: 25, 1: 25, 2: 25, 3: 25])
        }

        @Test func `programs that wait are started without a turn of the loop`() throws {
            try withScratch { directory in
                let (log, endings) = (directory + "/log", Box(0))
                try onLoop { loop in
                    for _ in 0..<8 {
                        ChildProcess.start(loop: loop, shell("echo x >> \(log)")) { result in
                            guard case .success(let child) = result else { return }
                            child.onExit = { _ in
                                endings.value += 1
                                child.close()
                            }
                        }
                    }
                    let deadline = HostClock.monotonicNs + 30_000_000_000
                    while HostClock.monotonicNs < deadline {
                        // ignored: there is no file before the first program has run.
                        if let file = try? FileReader.read(log, byteLimit: 100), file.bytes.count == 16 { break }
                        usleep(2000)
                    }
                    let bytes = try FileReader.read(log, byteLimit: 100).bytes
                    #expect(bytes.count == 16)
                    #expect(endings.value == 0)
                }
                #expect(endings.value == 8)
            }
        }

        @Test func `a start that fails delays none of those that wait behind it`() throws {
            let results = Box<[String]>([])
            try onLoop { loop in
                for program in ["/nowhere", "/bin/true", "/nowhere", "/nowhere", "/bin/true"] {
                    ChildProcess.start(
                        loop: loop, ProcessStart(program: program, arguments: ["x"], environment: [:])
                    ) { result in
                        switch result {
                        case .success(let child):
                            results.value.append("started")
                            child.close()
                        case .failure(let error): results.value.append(error.codeName ?? "")
                        }
                    }
                }
            }
            #expect(results.value.sorted() == ["ENOENT", "ENOENT", "ENOENT", "started", "started"])
        }

        @Test func `the loop turns while a program waits to be started`() throws {
            let events = Box<[String]>([])
            try onLoop { loop in
                let gate = DispatchSemaphore(value: 0)
                // As many as libuv has threads.
                for _ in 0..<4 { try loop.work({ _ = gate.wait(timeout: .now() + 30) }, then: { _ in }) }
                ChildProcess.start(loop: loop, shell("exit 0")) { result in
                    events.value.append("started")
                    if case .success(let child) = result { child.close() }
                }
                let timer = Box<Timer?>(nil)
                timer.value = try Timer(loop: loop) {
                    events.value.append("tick")
                    guard events.value.count == 3 else { return }
                    timer.value?.close()
                    for _ in 0..<4 { gate.signal() }
                }
                timer.value?.start(after: .zero, repeatingEvery: .milliseconds(1))
            }
            #expect(events.value == ["tick", "tick", "tick", "started"])
        }
    }
}

/// Turns a loop until the condition holds, for conditions without an event.
func until(_ condition: @escaping () -> Bool) throws {
    try onLoop { loop in
        let timer = Box<Timer?>(nil)
        timer.value = try Timer(loop: loop) { if condition() { timer.value?.close() } }
        timer.value?.start(after: .zero, repeatingEvery: .milliseconds(2))
    }
}
