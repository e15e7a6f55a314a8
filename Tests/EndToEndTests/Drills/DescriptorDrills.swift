import Foundation
import Glibc
import Testing

/// Users take all connections that a low limit of open files leaves.
@Suite struct DescriptorDrills {
    private static let table = """
        limit connections 512
        scheme t
        feature F {
            action run {
                exec /bin/true
            }
            route run /run do run
        }

        """

    @Test(.enabled(if: OtherUser.isPossible(for: "the drill of exhausted descriptors")))
    func `operators get in while users fill the daemon, programs start, and everyone is served afterwards`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let daemon = try RunningDaemon(
                in: folder, table: Self.table, stateDirectory: state, inheriting: [("varlink", listening)],
                openFiles: 128)
            defer { daemon.program.kill() }
            try daemon.awaitLog("the limit of open files is too low")
            var crowd: [RawClient] = []
            for uid in UInt32(54_321)...54_324 {
                for _ in 0..<64 { crowd.append(try OtherUser(uid: uid).connect(to: address)) }
            }
            let admin = RawClient(adopting: try address.connect())
            #expect(try admin.open("t://run")["code"].text == "ok.performed")
            let status = try admin.call("io.deeplinkd.Monitor.Status")
            let count = try #require(Int(status["parameters.connections"].text))
            #expect(count <= 64, "\(status)")
            try daemon.awaitLog("connection refused")
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.program.processID)/fd").count
            #expect(open < 128, "\(open)")
            crowd.removeAll()
            try Patience.lookFor("room") {
                Int(try admin.call("io.deeplinkd.Monitor.Status")["parameters.connections"].text) == 1
            }
            let later = try OtherUser(uid: 54_325).connect(to: address)
            #expect(try later.open("t://run")["code"].text == "ok.performed")
            try daemon.stop()
        }
    }
}
