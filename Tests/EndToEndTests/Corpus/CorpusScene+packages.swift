/// Packages that are left out at a start, and kept at a reload.
extension CorpusScene {
    static func losePackages(_ recorder: CorpusRecorder) throws {
        func package(_ name: String, _ lines: String = "") -> String {
            "package \(name)\nscheme \(name)\n\(lines)feature F {\n    action a {\n        respond\n    }\n"
                + "    route r /r do a\n}\n"
        }
        let packages = [
            "radio.conf": package("radio"), "shop.conf": package("shop", "nonsense\n"),
            "users.conf": package("users", "instances user\n"),
        ]
        // As the system instance, whichever user runs the tests.
        let environment = ["DEEPLINKD_EXEC": "no"]
        try withDaemon(table: "scheme t\nvalues unused x\n", packages: packages, environment: environment) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            for url in ["shop:r", "radio:r", "users:r"] {
                _ = try client.open(url)
                _ = try client.outcome("Explain", ["url": url, "candidates": true])
            }
            _ = try client.outcome("Open", ["action": "radio/F.a"])
            _ = try client.call("io.deeplinkd.Monitor.Status")
            try daemon.folder.write("radio.conf", package("radio", "nonsense\n"))
            for method in ["Check", "Reload", "Status", "Table"] {
                _ = try client.call("io.deeplinkd.Monitor." + method)
            }
            _ = try client.call("io.deeplinkd.Monitor.Table", ["files": true])
            for after in ["7c4f:r", "nowhere"] {
                _ = try client.call("io.deeplinkd.Monitor.Table", ["after": after])
            }
            _ = try client.open("radio:r")
        }
    }
}
