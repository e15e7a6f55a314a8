import EventLoop
import Glibc
import HostSystem

final class Counter {
    var count = 0
}

private func say(_ line: String) throws(LoopError) {
    try StandardStreams.write(Array((line + "\n").utf8), to: .output)
}

private func scratchPath() -> String {
    "/tmp/deeplinkd-probe-\(getpid())"
}

/// Five clients wait while the process has no descriptor left; then it closes some.
func exhaustion() throws(LoopError) {
    let loop = try Loop()
    let accepted = Counter()
    let failures = Counter()
    var code = ""
    var streams: [UnixStream] = []
    let listener = try UnixListener(loop: loop, path: scratchPath(), mode: 0o600) { stream in
        accepted.count += 1
        streams.append(stream)
        if accepted.count == 5 { loop.stop() }
    }
    listener.onFailure = {
        failures.count += 1
        code = $0.codeName ?? "?"
    }
    for _ in 0..<5 { streams.append(try UnixStream(loop: loop, connectingTo: scratchPath())) }
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    unsafe _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var hoard: [Int32] = []
    while case let descriptor = dup(0), descriptor >= 0 { hoard.append(descriptor) }
    let relief = try Timer(loop: loop) {
        for descriptor in hoard { close(descriptor) }
    }
    relief.start(after: .milliseconds(250))
    loop.run()
    relief.close()
    listener.close()
    for stream in streams { stream.close() }
    try loop.close()
    // Three pauses of 100 ms fit into 250 ms; a loop that retried at once would have failed thousands of times.
    try say("accepted=\(accepted.count) failures=\((1...4).contains(failures.count) ? "few" : "many") code=\(code)")
}

/// A process in a hundred groups connects to itself.
func groups() throws(LoopError) {
    let wanted = (1...100).map { gid_t(5000 + $0) }
    let isRoot = geteuid() == 0
    if isRoot { unsafe _ = setgroups(wanted.count, wanted) }
    var mine = [gid_t](repeating: 0, count: 65536)
    let count = unsafe getgroups(Int32(mine.count), &mine)
    mine.removeLast(mine.count - max(0, Int(count)))
    let loop = try Loop()
    let listener = try UnixListener(loop: loop, path: scratchPath(), mode: 0o600) { $0.close() }
    let stream = try UnixStream(loop: loop, connectingTo: scratchPath())
    let same = stream.peer?.groups.sorted() == mine.sorted()
    // Only root can join a hundred groups.
    try say("groups=\(isRoot ? stream.peer?.groups.count ?? 0 : 100) same=\(same)")
    stream.close()
    listener.close()
    try loop.close()
}

/// Connects to a path and ends when a reply arrives.
func visit(_ path: String) throws(LoopError) {
    let loop = try Loop()
    let stream = try UnixStream(loop: loop, connectingTo: path, patience: .seconds(5))
    stream.startReading({ _ in stream.close() }, onEnd: { stream.close() })
    loop.run()
    try loop.close()
}

private func descriptorCount() -> Int {
    (0..<256).count { fcntl($0, F_GETFD) >= 0 }
}

/// Uses and closes one of each handle; for LeakSanitizer and the count of descriptors.
func everything() throws(LoopError) {
    // The first loop of a process creates libuv's own signal pipe and its threads; both stay.
    try round()
    let before = descriptorCount()
    for _ in 0..<20 { try round() }
    try say("leaked=\(descriptorCount() - before)")
}

private func round() throws(LoopError) {
    let loop = try Loop()
    let path = scratchPath()
    let listener = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
        stream.startReading({ span in stream.write(span) }, onEnd: { stream.close() })
    }
    let timer = try Timer(loop: loop) {}
    timer.start(after: .zero, repeatingEvery: .milliseconds(1))
    let signal = try SignalWatch(loop: loop, signal: SIGUSR1) {}
    let wakeup = try Wakeup(loop: loop) {}
    wakeup.sender.send()
    let client = try UnixStream(loop: loop, connectingTo: path)
    client.write([UInt8](repeating: 1, count: 3 << 20))
    client.finishWriting()
    let ended = Counter()
    let endOne = {
        ended.count += 1
        guard ended.count == 4 else { return }
        timer.close()
        signal.close()
        wakeup.close()
        listener.close()
        client.close()
    }
    client.startReading({ _ in }, onEnd: endOne)
    try loop.work({ [1, 2, 3] }, then: { _ in endOne() })
    let start = ProcessStart(program: "/bin/sh", arguments: ["sh", "-c", "echo out; echo err >&2"], environment: [:])
    let child = try ChildProcess(loop: loop, start: start)
    child.output?.startReading({ _ in }, onEnd: endOne)
    child.onExit = { _ in
        child.output?.readAvailable(byteLimit: 1 << 20)
        child.close()
        endOne()
    }
    try refuse(loop, start)
    ChildProcess.start(loop: loop, start) { if case .success(let child) = $0 { child.detach {} } }
    loop.run()
    try loop.close()
}

/// Failed starts must leave nothing behind either.
private func refuse(_ loop: Loop, _ start: ProcessStart) throws(LoopError) {
    var missing = start
    missing.program = "/nowhere/at/all"
    var bad = start
    bad.arguments.append("a\0b")
    do throws(LoopError) { _ = try ChildProcess(loop: loop, start: missing) } catch {}
    do throws(LoopError) { _ = try ChildProcess(loop: loop, start: bad) } catch {}
    ChildProcess.start(loop: loop, missing) { if case .success = $0 { fatalError("it was started") } }
    do throws(LoopError) { _ = try UnixStream(loop: loop, connectingTo: "/nowhere") } catch {}
    do throws(LoopError) { _ = try UnixListener(loop: loop, path: scratchPath(), mode: 0o600) { _ in } } catch {}
    do throws(LoopError) { _ = try UnixListener(loop: loop, path: "/nowhere/s", mode: 0o600) { _ in } } catch {}
    do throws(LoopError) { _ = try SignalWatch(loop: loop, signal: SIGKILL) {} } catch {}
    do throws(LoopError) { _ = try FileReader.read("/dev/null", byteLimit: 1) } catch {}
}

/// A process adopts the orphan of a program that ended, between two children of its own that are not closed yet.
func orphans() throws(LoopError) {
    let loop = try Loop()
    try loop.adoptOrphans()
    func start(_ script: String) throws(LoopError) -> ChildProcess {
        try ChildProcess(
            loop: loop, start: ProcessStart(program: "/bin/sh", arguments: ["sh", "-c", script], environment: [:]))
    }
    var exits: [String] = []
    let before = try start("exit 3")
    // The shell ends when its child has founded a session: then the sixth word of the child's status is its pid.
    let parent = try start(
        "/usr/bin/setsid /bin/sleep 60 & until read -r a b c d e f g < /proc/$!/stat && [ $f = $! ]; do :; done")
    let after = try start("exit 4")
    for child in [before, after] { child.onExit = { if case .code(let code) = $0 { exits.append("\(code)") } } }
    parent.onExit = { _ in parent.close() }
    var orphan: AdoptedProcess?
    try turn(loop) {
        let adopted = loop.adoptedProcesses() ?? []
        if adopted.count == 1, adopted[0].sessionID == adopted[0].processID { orphan = adopted[0] }
        return orphan != nil && exits.count == 2
    }
    guard let orphan else { return }
    kill(orphan.processID, SIGKILL)
    try turn(loop) {
        let status = try? FileReader.read("/proc/\(orphan.processID)/stat", byteLimit: 4096)
        return status.map { String(decoding: $0.bytes, as: UTF8.self).contains(") Z ") } ?? true
    }
    let isHeld = kill(before.processID, 0) == 0 && kill(after.processID, 0) == 0
    before.close()
    after.close()
    let isReaped = kill(orphan.processID, 0) == -1 && loop.adoptedProcesses() == []
    try loop.close()
    try say(
        "adopted=1 session=own exits=\(exits.sorted().joined(separator: ",")) held=\(isHeld) reaped=\(isReaped)")
}

/// Children that other threads start end while this thread looks for orphans, before it gets the children.
func starts() throws(LoopError) {
    let loop = try Loop()
    try loop.adoptOrphans()
    var (exits, adopted) = (0, 0)
    for _ in 0..<40 {
        ChildProcess.start(
            loop: loop, ProcessStart(program: "/bin/true", arguments: ["true"], environment: [:], isRead: false)
        ) { result in
            guard case .success(let child) = result else { return }
            child.onExit = {
                if $0 == .code(0) { exits += 1 }
                child.close()
            }
        }
    }
    try turn(loop) {
        // Long enough for some to start and end.
        usleep(5000)
        adopted += loop.adoptedProcesses()?.count ?? 1
        return exits == 40
    }
    try loop.close()
    try say("adopted=\(adopted) exits=\(exits)")
}

/// Turns the loop until the condition holds; the caller of the probe ends it if that never happens.
private func turn(_ loop: Loop, until condition: @escaping () -> Bool) throws(LoopError) {
    let timer = try Timer(loop: loop) { if condition() { loop.stop() } }
    timer.start(after: .zero, repeatingEvery: .milliseconds(2))
    loop.run()
    timer.close()
}
