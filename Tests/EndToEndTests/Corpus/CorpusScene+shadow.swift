extension CorpusScene {
    /// A second table that decides links otherwise in every way, and one that cannot be compared.
    static func compareTables(_ recorder: CorpusRecorder) throws {
        let table = """
            scheme t
            feature F {
                require toggle on
                action a {
                    input x string
                    input page uint = 1
                    respond
                }
                route r /r/$(x) do a
                route gone /gone do a {
                    with x gone
                }
            }

            """
        let other = table.replacing("toggle on", with: "runtime on").replacing("uint = 1", with: "uint = 2").replacing(
            "/gone", with: "/moved")
        try withFolder { folder in
            recorder.name(folder.path, "$TABLES")
            try folder.write("next.conf", other)
            try withDaemon(in: folder, table: "shadow next.conf\n" + table) { daemon in
                recorder.record(daemon)
                let client = try daemon.connect()
                for url in ["t://r/1", "t://r/2", "t://gone", "t://none"] { _ = try client.open(url) }
                _ = try client.call("io.deeplinkd.Monitor.Shadow")
                try folder.write("next.conf", "scheme t\n")
                for method in ["Reload", "Shadow"] { _ = try client.call("io.deeplinkd.Monitor." + method) }
                try folder.write("next.conf", "scheme t {\n")
                for method in ["Reload", "Shadow"] { _ = try client.call("io.deeplinkd.Monitor." + method) }
            }
        }
    }
}
