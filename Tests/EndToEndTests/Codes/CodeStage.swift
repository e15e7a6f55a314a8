import Glibc

/// A daemon with the table of codes, and the FIFOs through which its programs report that they run and that they have
/// ended.
final class CodeStage {
    let daemon: RunningDaemon
    private let held: Int32
    private let ready: Int32
    private var waiting: [RawClient] = []

    private init(daemon: RunningDaemon, held: Int32, ready: Int32) {
        self.daemon = daemon
        self.held = held
        self.ready = ready
    }

    static func with(_ body: (CodeStage) throws -> Void) throws {
        try withFolder { fifos in
            let held = try fifos.makeFIFO("held")
            let ready = try fifos.makeFIFO("ready", keptOpen: true)
            defer { for descriptor in [held, ready] { close(descriptor) } }
            let table = CodeTable.text(held: fifos.path(of: "held"), ready: fifos.path(of: "ready"))
            let state = try fifos.makeFolder("state")
            try withDaemon(table: table, facts: CodeTable.facts, stateDirectory: state) { daemon in
                try body(CodeStage(daemon: daemon, held: held, ready: ready))
            }
        }
    }

    /// Waits until that many more programs have reported that they run.
    func awaitPrograms(_ count: Int) throws {
        for _ in 0..<count { try read(ready, 1) }
    }

    /// Waits until no process holds the FIFO open.
    func awaitNobodyHolds() throws { try read(held, 0) }

    /// Starts that many programs at once; returns one more client.
    func occupy(_ count: Int) throws -> RawClient {
        for _ in 0..<count {
            let client = try daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
            waiting.append(client)
        }
        try awaitPrograms(count)
        return try daemon.connect()
    }

    private func read(_ descriptor: Int32, _ expected: Int) throws {
        var byte: UInt8 = 0
        while true {
            try Patience.awaitReadable(descriptor, "a word from a program")
            let count = unsafe Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EAGAIN { continue }
            guard count == expected else { throw TestFailure("read \(count) bytes, not \(expected): errno \(errno)") }
            return
        }
    }
}
