import Foundation
import Glibc
import Testing

/// A limit on the size of files, as `LimitFSIZE=` of a unit sets it.
@Suite struct FileSizeTests {
    private static let table =
        "scheme t\nfeature T {\n    require toggle on\n    action a {\n        respond\n    }\n    route t /t do a\n}\n"

    @Test func `a ledger that reaches the limit is full, and the daemon goes on`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                func limit(_ bytes: String) throws {
                    let run = try Program.run(
                        "/usr/bin/prlimit", ["--pid", "\(daemon.program.processID)", "--fsize=" + bytes])
                    #expect(run.exit == .code(0), "\(run.errors)")
                }
                func set(_ number: Int) throws -> JSONTree {
                    try daemon.connect().call(
                        "io.deeplinkd.Features.SetToggle",
                        ["feature": "T", "on": true, "subject": "account:user-\(number)"])
                }
                try limit("100000:unlimited")
                var (number, answer) = (0, try set(0))
                while answer["error"] == nil, number < 500 {
                    number += 1
                    answer = try set(number)
                }
                #expect(answer["parameters.code"].text == "ledger.full", "\(answer)")
                #expect(try daemon.connect().open("t://t")["code"].text == "ok.performed")
                try limit("unlimited:unlimited")
                #expect(try daemon.tool("reload").exit == .code(0))
                try Patience.lookFor("the ledger") { try set(number)["error"] == nil }
            }
        }
    }
}
