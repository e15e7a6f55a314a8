import Foundation
import Glibc
import TestSupport
import Testing

/// An app in C that gets links while the daemon is killed again and again.
@Suite(.serialized) struct CLibraryDeliveryTests {
    private static let count = 1000
    private static let kills = 10
    private static let table = """
        scheme t
        channel jobs {
            kind held
            durable
            hold 1000 for 10m
            acknowledge within 30s
        }
        feature Play {
            action play {
                input id uint
                channel jobs
                detach
            }
            route play /play/$(id:uint) do play
        }

        """

    @Test func `threads of one client get links, acknowledge them and wait for outcomes side by side`() throws {
        guard CLibrary.folder != nil else { return }
        let program = try CLibrary.compileSanitized("threads", with: CLibrary.allSources, by: "thread")
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: Self.table, stateDirectory: state) { daemon in
                let run = try Program.run(
                    program, [daemon.socket], environment: CLibrary.environment, patience: 60_000)
                guard !run.errors.contains("unexpected memory mapping") else {
                    return print("skipped: libdeeplink under ThreadSanitizer: it does not start on this kernel")
                }
                #expect(run.output == "100 links, 100 acknowledged\n" && run.errors == "", "\(run)")
            }
        }
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(3))), arguments: CLibrary.Form.allCases)
    func `of a thousand links over ten kills of the daemon none is lost, and none is given twice`(
        _ form: CLibrary.Form
    ) throws {
        guard let words = try CLibrary.probe(form) else { return }
        var random = SeededGenerator(for: "a thousand links for an app in C")
        try withFolder { folder in
            let (state, file) = (try folder.makeFolder("state"), folder.path(of: "ids"))
            try withDaemon(in: folder, table: Self.table, stateDirectory: state) { daemon in
                let app = try BackgroundProgram(
                    words + [daemon.socket, "receive", "jobs", file], environment: CLibrary.environment, in: folder)
                defer { app.program.kill() }
                var client: RawClient?
                for number in 1...Self.count {
                    if number.isMultiple(of: Self.count / Self.kills) {
                        usleep(UInt32.random(in: 0...5000, using: &random))
                        try daemon.restartKilled()
                        client = nil
                    }
                    let sender = try client ?? daemon.connect()
                    client = sender
                    let link = ["url": "t://play/\(number)", "idempotencyKey": "\(number)"]
                    let code = try sender.call("io.deeplinkd.Dispatch.Open", link)["parameters.outcome.code"].text
                    guard code == "ok.accepted" else { throw TestFailure("link \(number): \(code)") }
                }
                func ids() throws -> [Int] {
                    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { Int($0) }
                }
                try Patience.lookFor("every link to be acknowledged: \(app.errors)") {
                    let report = try daemon.connect().call("io.deeplinkd.Channels.List")
                    return report["parameters.channels"]?.elements.first?["waiting"].text == "0"
                }
                app.program.signal(SIGTERM)
                #expect(try app.program.wait() == .code(0), "\(app.errors)")
                #expect(app.errors == "")
                #expect(try ids().sorted() == Array(1...Self.count))
            }
        }
    }
}
