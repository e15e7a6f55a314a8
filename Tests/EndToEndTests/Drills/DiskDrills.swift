import Foundation
import Testing

/// A full and a read-only disk, with all that is written to it.
@Suite(.serialized) struct DiskDrills {
    @Test(.enabled(if: Mount.isPossible(for: "the drill of a full disk")), .timeLimit(.minutes(4)))
    func `a full disk refuses changes and stops no link, and with room again nothing confirmed is lost`() throws {
        try Mount.with(options: "size=4m,mode=0700") { state in
            try DrillStage.with(state: state) { stage in
                #expect(try stage.toggle(true) == nil)
                let before = try stage.daemon.connect().open("t://plain")["outcomeId"].text
                // Its end writes the timeline, which may be half a second behind.
                try stage.daemon.stop()
                try stage.daemon.restartKilled()
                var (last, refusals) = (true, [JSONTree]())
                // The ledger gives up its reserve first, and the pages of a file that is there may have room for a while.
                // A file that is written anew gives a page back, so both are looked at in one reply.
                try Patience.lookFor("a status of a disk without room") {
                    try Mount.fill(state + "/filler")
                    for _ in 0..<50 { #expect(try stage.open("t://plain") == "ok.performed") }
                    if let refusal = try stage.toggle(!last) { refusals.append(refusal) } else { last.toggle() }
                    let shown = try stage.daemon.tool("status")
                    return shown.exit == .code(6) && shown.output.contains("timeline not written")
                        && shown.output.contains("ledger   read, but not written (ledger.full)")
                }
                #expect(refusals.allSatisfy { $0["parameters.code"].text == "ledger.full" }, "\(refusals)")
                let rows = try stage.audit().count
                try stage.daemon.awaitLog("the timeline cannot be written")
                try Mount.fill(state + "/filler")
                let copy = state + "/copy"
                let backup = try Program.run(
                    Products.tool, ["ledger", "backup", copy, "--socket", stage.daemon.socket])
                #expect(backup.exit != .code(0) && !FileManager.default.fileExists(atPath: copy), "\(backup)")
                try stage.daemon.restartKilled()
                #expect(try stage.open("t://plain") == "ok.performed" && stage.isOn() == last)
                #expect(try stage.audit().count == rows)
                try DrillPage("disk").run(on: stage.daemon, state: state) { _ in
                    try FileManager.default.removeItem(atPath: state + "/filler")
                }
                try stage.expectHealth()
                #expect(try stage.isOn() == last && stage.audit().count > rows)
                #expect(try stage.timeline().contains(before))
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "the drill of a read-only disk")))
    func `a read-only disk is read from and opens links, and is written to again after the page's commands`() throws {
        try Mount.with(options: "size=4m,mode=0700") { state in
            try DrillStage.with(state: state) { stage in
                #expect(try stage.toggle(true) == nil)
                _ = try stage.open("t://plain")
                stage.daemon.program.kill()
                let mount = try Program.run("/bin/mount", ["-o", "remount,ro", state])
                try #require(mount.exit == .code(0), "\(mount)")
                try stage.daemon.restartKilled()
                #expect(try stage.open("t://plain") == "ok.performed" && stage.isOn())
                #expect(try stage.toggle(false)?["parameters.code"].text == "ledger.readOnly")
                let shown = try stage.fault()
                #expect(shown.contains("ledger   read, but not written (ledger.readOnly)"), "\(shown)")
                #expect(shown.contains("timeline not written"), "\(shown)")
                let outcome = try stage.daemon.connect().open("t://plain")["outcomeId"].text
                try DrillPage("read-only").run(on: stage.daemon, state: state)
                try stage.expectHealth()
                #expect(try stage.isOn() && stage.timeline().contains(outcome))
            }
        }
    }
}
