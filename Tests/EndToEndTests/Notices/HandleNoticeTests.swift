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
            let environment = stage.environment.merging(["DEEPLINKD_SOCKET": stage.daemon.socket]) { $1 }
            let run = try Program.run(Products.tool, ["handle", "t:/r/4711"], environment: environment)
            #expect(run.exit == .code(0) && run.output.isEmpty && run.errors.isEmpty, "\(run)")
            let first = try stage.service.shown()
            #expect(first.body == "Your switch “Recipes” is off." && first.labels == ["Switch on"])
            let lines = try Self.commandLines().filter { $0.contains("deeplinkctl notice") }
            #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("4711") }, "\(lines)")
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
