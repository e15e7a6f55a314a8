import Foundation
import Glibc
import Testing

/// The subscribers of Examples/subscribers, as their readers run them.
@Suite struct ExampleSubscriberTests {
    @Test(arguments: ExampleSubscriber.allCases)
    func `an example performs a link, refuses another with its reason, and fails when the daemon ends`(
        _ example: ExampleSubscriber
    ) throws {
        guard let command = try example.command() else { return }
        try withDaemon(table: PlayerTable.text()) { daemon in
            let subscriber = try BackgroundProgram(command + [daemon.socket], in: daemon.folder)
            defer { subscriber.program.kill() }
            let sender = try daemon.connect()
            let performed = try sender.open("podcast://episodes/7")
            #expect(performed["code"].text == "ok.performed", "\(performed) \(subscriber.errors)")
            #expect(performed["execution.kind"].text == "channel" && performed["execution.channel"].text == "player")
            let refused = try sender.open("podcast://delete/9")
            #expect(refused["code"].text == "failed.channel.refused", "\(refused)")
            #expect(refused["execution.reason"].text == "This player cannot delete.", "\(refused)")
            #expect(try sender.open("podcast://episodes/8")["code"].text == "ok.performed")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            #expect(subscriber.output == "play episode 7\nplay episode 8\n")
            if example.reconnects { return }
            // A service manager, or the table's `start`, has to see that it does not work any more.
            guard case .code(let status) = try subscriber.program.wait(), status != 0 else {
                throw TestFailure("\(example) ended with success")
            }
        }
    }

    @Test(arguments: ExampleSubscriber.allCases)
    func `an example is short enough to be copied`(_ example: ExampleSubscriber) throws {
        let lines = try example.code.count
        #expect((10...40).contains(lines), "\(example): \(lines) lines of code")
    }

    @Test func `varlinkctl subscribes and acknowledges`() throws {
        let test = "a subscription with varlinkctl"
        guard let varlinkctl = HostPrograms.paths(of: ["varlinkctl"], for: test)?.first else { return }
        let help = try Program.run(varlinkctl, ["--help"], environment: ProcessInfo.processInfo.environment)
        guard help.output.contains("--timeout=infinity") else {
            print("skipped: \(test): this one has no -E, and gives up 45 s after the last link (systemd 257 has it)")
            return
        }
        try withDaemon(table: PlayerTable.text()) { daemon in
            let address = "unix:" + daemon.socket
            let method = "io.deeplinkd.Channels."
            let subscriber = try BackgroundProgram(
                [varlinkctl, "call", "-E", "--json=short", address, method + "Subscribe", #"{"channel":"player"}"#],
                in: daemon.folder)
            defer { subscriber.program.kill() }
            let sender = try daemon.connect()
            try sender.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "podcast://episodes/7"]))
            try Patience.lookFor("the link: \(subscriber.errors)") { subscriber.output.contains("delivery") }
            // Each message begins with the record separator of JSON text sequences.
            let messages = try subscriber.output.split(separator: "\u{1E}").map {
                try JSONTree(parsing: Array($0.utf8))
            }
            #expect(messages.count == 2 && messages[0]["link"] == nil)
            #expect(messages[1]["link.inputs.episode"] == .integer(7))
            let answer = ["delivery": messages[1]["link.delivery"].text, "result": "performed"]
            let acknowledged = try Program.run(
                varlinkctl, ["call", address, method + "Acknowledge", try JSONTree.write(answer)],
                environment: ProcessInfo.processInfo.environment)
            #expect(acknowledged.exit == .code(0), "\(acknowledged)")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
        }
    }
}
