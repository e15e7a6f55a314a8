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

    @Test func `a client that does not read its replies does not delay the end of the daemon`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            try client.flood()
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }
}
