import Testing

/// `deeplinkctl matrix`.
@Suite struct MatrixTests {
    private static let table = """
        scheme t
        product pro {
            kind oneTime
        }
        feature Outer {
            require runtime on
            feature Inner {
                require toggle off shared
                require purchase pro
                action a {
                    respond
                }
                route r /r do a
            }
        }
        """

    @Test func `every permutation is a line, with the code it comes to`() throws {
        let run = try Program.tool("matrix", "-f", "-", "Inner", input: Self.table)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(run.exit == .code(0) && lines.count == 1 + 3 * 4 * 8, "\(run)")
        #expect(lines.first == "runtime Outer toggle Outer/Inner purchase pro code of Outer/Inner")
        #expect(lines.contains("on on active ok.wouldPerform"))
        #expect(lines.contains("on default none blocked.purchase.required (purchase:pro)"))
        #expect(lines.contains("on off none blocked.toggle.off (toggle:Outer/Inner)"))
        #expect(lines.contains("off on active blocked.feature.disabled (runtime:Outer)"))
    }

    @Test func `programs get an object for each, and the last says where it was cut`() throws {
        let run = try Program.tool(
            "matrix", "-f", "-", "Outer/Inner", "--format", "json", "--limit", "5", input: Self.table)
        #expect(run.exit == .code(0) && run.errors.contains("cut at 5 of 96"), "\(run)")
        let lines = try run.lines
        #expect(lines.count == 6)
        #expect(lines[0]["facts.purchase pro"].text == "active" && lines[0]["code"].text == "ok.wouldPerform")
        #expect(lines[2]["primary"].text == "purchase:pro")
        #expect(lines[5]["cutAt"].text == "5" && lines[5]["of"].text == "96")
        let whole = try Program.tool("matrix", "-f", "-", "Outer", "--format", "json", input: Self.table)
        #expect(try whole.lines.count == 3 && whole.errors.isEmpty, "\(whole)")
    }

    @Test func `a feature that is not there and a limit of nothing are misuse`() throws {
        let missing = try Program.tool("matrix", "-f", "-", "Innre", input: Self.table)
        #expect(missing.exit == .code(2), "\(missing)")
        #expect(missing.errors == "Error: there is no feature `Innre`; did you mean `Inner`?\n")
        #expect(try Program.tool("matrix", "-f", "-", "Outer", "--limit", "0", input: Self.table).exit == .code(2))
    }
}
