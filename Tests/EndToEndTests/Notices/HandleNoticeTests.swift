import Foundation
import Glibc
import TestSupport
import Testing

/// What a person sees of a click, from the launcher on.
@Suite struct HandleNoticeTests {
    @Test
    func `a refused click shows a notification after the launcher has its status, and the link is on no command line`()
        throws
    {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            var time = timespec()
            #expect(unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0)
            let variables = ["DEEPLINKD_SOCKET": stage.daemon.socket, "DEEPLINKD_HOPS": "1@\(time.tv_sec)"]
            let environment = stage.environment.merging(variables) { $1 }
            let run = try Program.run(Products.tool, ["handle", "t:/r/4711"], environment: environment)
            #expect(run.exit == .code(0) && run.output.isEmpty && run.errors.isEmpty, "\(run)")
            let first = try stage.service.shown()
            #expect(first.body == "Your switch “Recipes” is off." && first.labels == ["Switch on"])
            let lines = try Self.commandLines().filter { $0.contains("deeplinkctl notice") }
            #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("4711") }, "\(lines)")
            // What a button starts, such as a browser, is not handed the link.
            #expect(Self.environments(of: "deeplinkctl notice").allSatisfy { !$0.contains("DEEPLINKD_HOPS") })
            try stage.service.press(first, "Switch on")
            try stage.service.press(try stage.service.shown(), "Open it now", token: "token-9")
            _ = try stage.service.next()
            #expect(app.output == "t:/r/4711 token-9\n")
        }
    }

    /// The command lines of all processes.
    private static func commandLines() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap {
            FileManager.default.contents(atPath: "/proc/\($0)/cmdline").map {
                String(decoding: $0, as: UTF8.self).replacing("\0", with: " ")
            }
        }
    }

    @Test func `a link that was handed on too often, or clicked twice, shows no notification`() throws {
        try NoticeStage.with { stage in
            var time = timespec()
            #expect(unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0)
            let variables = ["DEEPLINKD_SOCKET": stage.daemon.socket, "DEEPLINKD_HOPS": "9@\(time.tv_sec)"]
            let loop = try Program.run(
                Products.tool, ["handle", "t:/r/4711"], environment: stage.environment.merging(variables) { $1 })
            #expect(loop.exit == .code(0) && loop.output.isEmpty && loop.errors.isEmpty, "\(loop)")
            let path = stage.daemon.folder.path(of: "deeplinkd/last-click.json")
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"code\":\"rejected.loop\""))
            // The first notification is that of the next click.
            let environment = stage.environment.merging(["DEEPLINKD_SOCKET": stage.daemon.socket]) { $1 }
            _ = try Program.run(Products.tool, ["handle", "t:/nowhere"], environment: environment)
            #expect(try stage.service.shown().summary == "Link not opened")
            let program = try stage.show(try stage.click("t:/r/1"), pause: "1ms")
            defer { program.kill() }
            #expect(try stage.service.shown().body == "Your switch “Recipes” is off.")
        }
    }

    /// The environments of processes with a command line that contains a text.
    private static func environments(of text: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { $0.allSatisfy(\.isNumber) }.compactMap { name in
            let files = ["cmdline", "environ"].compactMap {
                FileManager.default.contents(atPath: "/proc/\(name)/\($0)")
            }
            let texts = files.map { String(decoding: $0, as: UTF8.self).replacing("\0", with: " ") }
            return texts.count == 2 && texts[0].contains(text) ? texts[1] : nil
        }
    }

    @Test func `no daemon is told in a notification, and without one at the terminal`() throws {
        try NoticeStage.with { stage in
            let environment = stage.environment.merging(["DEEPLINKD_SOCKET": "/nowhere"]) { $1 }
            let run = try Program.run(Products.tool, ["handle", "t:/r/7"], environment: environment)
            #expect(run.exit == .code(1), "\(run)")
            let shown = try stage.service.shown()
            #expect(shown.body.hasPrefix("No link can be opened, because deeplinkd does not answer."))
            try stage.service.close(shown.number)
        }
        try withDaemon(table: NoticeStage.table) { daemon in
            let environment = [
                "DEEPLINKD_SOCKET": daemon.socket, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
            ]
            let shown = try Terminal.output(
                of: Products.tool, ["handle", "t:/r/7"], columns: 0, environment: environment)
            #expect(shown.contains("Recipes: Your switch “Recipes” is off."), "\(shown)")
        }
    }
}
