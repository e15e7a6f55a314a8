import Glibc
import Testing

/// The daemon's end.
@Suite struct ShutdownTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends an idle daemon and its connections`(signal: Int32) throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            _ = try client.open("t://say")
            daemon.program.signal(signal)
            #expect(try client.isClosedByPeer())
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `a second signal leaves no programs behind`() throws {
        try CodeStage.with { stage in
            let client = try stage.daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://resist"]))
            try stage.awaitPrograms(1)
            stage.daemon.program.signal(SIGTERM)
            try stage.daemon.notifications.await("STOPPING=1")
            stage.daemon.program.signal(SIGTERM)
            #expect(try client.receive()?["parameters.outcome.code"].text == "failed.cancelled")
            #expect(try client.isClosedByPeer())
            try stage.awaitNobodyHolds()
        }
    }

    // MARK: Calls at the end

    /// Starts daemons one after the other on a socket of the test, as a service manager does.
    private func withSocket(_ body: (SocketAddress, RunningDaemon) throws -> Void) throws {
        let address = SocketAddress.makeAbstract()
        let descriptor = try address.listen()
        defer { close(descriptor) }
        try withFolder { folder in
            let daemon = try RunningDaemon(
                in: folder, table: CodeTable.text(), inheriting: [("varlink", descriptor)])
            defer { daemon.program.kill() }
            try body(address, daemon)
        }
    }

    /// The codes of a call that has its answer around the end of a daemon.
    private static let answers = ["ok.performed", "rejected.shuttingDown"]

    fileprivate static let call =
        Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say"}}"#.utf8) + [0]

    /// The code of the next outcome; `none` where the connection ends without one.
    private static func code(_ client: RawClient) throws -> String {
        try client.receive()?["parameters.outcome.code"].text ?? "none"
    }

    /// While the daemon is halted, the connections wait in the queue of the socket.
    ///
    /// Then it finds them and the signal in one turn of its loop, or in two where a thread of it that is not the loop's gets
    /// the signal.
    @Test
    func `callers that wait on the socket of a unit when the daemon is told to end are answered by it or the next`()
        throws
    {
        try withSocket { address, daemon in
            daemon.program.signal(SIGSTOP)
            let clients = try (0..<40).map { _ in RawClient(adopting: try address.connect()) }
            for client in clients { #expect(try client.send(bytes: Self.call)) }
            daemon.program.signal(SIGTERM)
            daemon.program.signal(SIGCONT)
            #expect(try daemon.program.wait() == .code(0))
            try daemon.restartKilled()
            for client in clients { #expect(try Self.answers.contains(Self.code(client))) }
        }
    }

    /// What a client of the flood sends at first.
    private enum Sent: CaseIterable {
        case nothing, half, whole, several

        var bytes: [UInt8] {
            switch self {
            case .nothing: []
            case .half: Array(ShutdownTests.call.prefix(20))
            case .whole: ShutdownTests.call
            case .several: ShutdownTests.call + ShutdownTests.call + ShutdownTests.call
            }
        }

        /// What it sends afterwards.
        var rest: [UInt8] { Array(ShutdownTests.call.dropFirst(bytes.count)) }
        var callCount: Int { self == .several ? 3 : 1 }
    }

    /// Each round tells a daemon to end while clients connect and send, at another moment of what they do.
    @Test func `each call in a flood has its answer while daemons end and start, unless its bytes were refused`() throws
    {
        try withSocket { address, daemon in
            var codes: [String: Int] = [:]
            for round in 0..<12 {
                var clients: [(client: RawClient, sent: Sent, isTaken: Bool)] = []
                for step in 0..<36 {
                    if step == round * 3 { daemon.program.signal(SIGTERM) }
                    let client = RawClient(adopting: try address.connect())
                    let sent = Sent.allCases[step % Sent.allCases.count]
                    clients.append((client, sent, try client.send(bytes: sent.bytes)))
                }
                // What was not sent is sent now: to a daemon that ends, and refuses it, or for the next.
                let awaited = try clients.filter { client, sent, isTaken in
                    try isTaken && client.send(bytes: sent.rest)
                }
                #expect(try daemon.program.wait() == .code(0), "\(daemon.log)")
                try daemon.restartKilled()
                for (client, sent, _) in awaited {
                    for _ in 0..<sent.callCount { codes[try Self.code(client), default: 0] += 1 }
                }
            }
            #expect(Set(codes.keys).isSubset(of: Self.answers), "\(codes)")
            #expect(codes["ok.performed", default: 0] > 0)
        }
    }

    @Test func `a stream that is asked for in the moment of the end is answered`() throws {
        try withSocket { address, daemon in
            // The connection is there before the daemon is halted, and the call comes with the signal.
            let client = RawClient(adopting: try address.connect())
            #expect(try client.open("t://say")["code"].text == "ok.performed")
            daemon.program.signal(SIGSTOP)
            try client.send(JSONTree.write(["method": "io.deeplinkd.Features.Watch", "more": true]))
            daemon.program.signal(SIGTERM)
            daemon.program.signal(SIGCONT)
            // The daemon may hear of either first: where it is the call, the last answer comes after the first.
            var answers = [try #require(try client.receive())]
            while answers.last?["continues"] != nil, answers.count < 3 {
                answers.append(try #require(try client.receive()))
            }
            #expect(answers.allSatisfy { $0["parameters.features"] != nil }, "\(answers)")
            #expect(answers.last?["continues"] == nil, "\(answers)")
            #expect(try client.isClosedByPeer())
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `clients that send nothing, half a call or calls without end do not keep the daemon`() throws {
        try withSocket { address, daemon in
            let idle = try (0..<20).map { _ in RawClient(adopting: try address.connect()) }
            for client in idle.dropFirst(10) { try client.send(bytes: Array(Self.call.dropLast())) }
            let polite = RawClient(adopting: try address.connect())
            #expect(try polite.open("t://say")["code"].text == "ok.performed")
            daemon.program.signal(SIGTERM)
            for client in idle + [polite] { #expect(try client.isClosedByPeer()) }
            #expect(try daemon.program.wait() == .code(0))
            try daemon.restartKilled()
            let greedy = RawClient(adopting: try address.connect())
            try greedy.flood()
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            // The end drops the answers that the client did not take, and no bytes of a message are missing before.
            while let answer = try greedy.receive() { #expect(answer["parameters.outcome"] != nil) }
        }
    }

    @Test func `a client that does not read its replies does not delay the end of the daemon`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            try client.flood()
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }
}
