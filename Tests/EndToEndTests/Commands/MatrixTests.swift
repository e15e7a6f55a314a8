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

    @Test func `every permutation is a line with its code`() throws {
        let run = try Program.tool("matrix", "-f", "-", "Inner", input: Self.table)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(run.exit == .code(0) && lines.count == 1 + 3 * 4 * 8, "\(run)")
        #expect(lines.first == "runtime Outer toggle Outer/Inner purchase pro code of Outer/Inner")
        #expect(lines.contains("on on active ok.wouldPerform"))
        #expect(lines.contains("on default none blocked.purchase.required (purchase:pro)"))
        #expect(lines.contains("on off none blocked.toggle.off (toggle:Outer/Inner)"))
        #expect(lines.contains("off on active blocked.feature.disabled (runtime:Outer)"))
    }

    @Test func `with JSON each permutation is an object, and the last one names the limit`() throws {
        let run = try Program.tool(
            "matrix", "-f", "-", "Outer/Inner", "--format", "json", "--limit", "5", input: Self.table)
        #expect(
            run.exit == .code(0) && run.errors.contains("only the first 5 of 96 permutations are printed; --with"),
            "\(run)")
        let lines = try run.lines
        #expect(lines.count == 6)
        #expect(lines[0]["facts.purchase pro"].text == "active" && lines[0]["code"].text == "ok.wouldPerform")
        #expect(lines[2]["primary"].text == "purchase:pro")
        #expect(lines[5]["cutAt"].text == "5" && lines[5]["of"].text == "96")
        let whole = try Program.tool("matrix", "-f", "-", "Outer", "--format", "json", input: Self.table)
        #expect(try whole.lines.count == 3 && whole.errors.isEmpty, "\(whole)")
    }

    @Test func `an unknown feature and a limit of zero are usage errors`() throws {
        let missing = try Program.tool("matrix", "-f", "-", "Innre", input: Self.table)
        #expect(missing.exit == .code(2), "\(missing)")
        #expect(missing.errors == "Error: there is no feature `Innre`; did you mean `Inner`?\n")
        #expect(try Program.tool("matrix", "-f", "-", "Outer", "--limit", "0", input: Self.table).exit == .code(2))
    }

    // MARK: Held facts

    @Test func `--with fixes facts, by path or name, and repeated for one fact allows each value`() throws {
        let run = try Program.tool(
            "matrix", "-f", "-", "Inner", "--with", "runtime Outer on", "--with", "toggle Inner  off", "--with",
            "purchase pro expired", "--with", "purchase pro active", input: Self.table)
        #expect(
            run.output == """
                purchase pro  code of Outer/Inner with runtime Outer on, toggle Outer/Inner off
                active        blocked.toggle.off (toggle:Outer/Inner)
                expired       blocked.toggle.off (toggle:Outer/Inner)

                """, "\(run)")
        let json = try Program.tool(
            "matrix", "-f", "-", "Inner", "--with", "toggle Outer/Inner on", "--format", "json", input: Self.table)
        #expect(try json.lines.count == 3 * 8 && json.lines.allSatisfy { $0["facts.toggle Outer/Inner"].text == "on" })
    }

    @Test(arguments: [
        ("permission camera denied", "the feature does not depend on `permission camera`; one of: runtime Outer, "),
        ("purchase pro expird", "`purchase pro` cannot be `expird` here; did you mean `expired`?"),
        ("toggle Innre on", "there is no feature `Innre`; did you mean `Inner`?"),
        ("runtime", "the feature does not depend on `runtime`; one of: runtime Outer, "),
        ("", "--with takes a fact, as in --with 'permission camera denied'."),
    ])
    func `a fact that the feature does not depend on, or an impossible value, is a usage error`(
        fact: String, error: String
    )
        throws
    {
        let run = try Program.tool("matrix", "-f", "-", "Inner", "--with", fact, input: Self.table)
        #expect(run.exit == .code(2) && run.output == "" && run.errors.hasPrefix("Error: " + error), "\(run)")
    }

    // MARK: Folded

    @Test func `the folded matrix nests facts by precedence, and omits facts without effect`() throws {
        let run = try Program.tool(
            "matrix", "-f", "-", "Inner", "--fold", "--with", "runtime Outer on", input: Self.table)
        #expect(
            run.output == """
                code of Outer/Inner with runtime Outer on: toggle Outer/Inner
                ├─ on: purchase pro
                │  ├─ active → ok.wouldPerform
                │  ├─ billingRetry → blocked.purchase.billingRetry (purchase:pro)
                │  ├─ paused → blocked.purchase.paused (purchase:pro)
                │  ├─ pendingApproval → blocked.purchase.pendingApproval (purchase:pro)
                │  ├─ expired → blocked.purchase.expired (purchase:pro)
                │  ├─ revoked → blocked.purchase.revoked (purchase:pro)
                │  ├─ none → blocked.purchase.required (purchase:pro)
                │  └─ unknown → pending.undetermined (purchase:pro)
                ├─ off → blocked.toggle.off (toggle:Outer/Inner)
                ├─ default: purchase pro
                │  ├─ active, unknown → blocked.toggle.off (toggle:Outer/Inner)
                │  ├─ billingRetry → blocked.purchase.billingRetry (purchase:pro)
                │  ├─ paused → blocked.purchase.paused (purchase:pro)
                │  ├─ pendingApproval → blocked.purchase.pendingApproval (purchase:pro)
                │  ├─ expired → blocked.purchase.expired (purchase:pro)
                │  ├─ revoked → blocked.purchase.revoked (purchase:pro)
                │  └─ none → blocked.purchase.required (purchase:pro)
                └─ unknown: purchase pro
                   ├─ active, unknown → pending.undetermined (toggle:Outer/Inner)
                   ├─ billingRetry → blocked.purchase.billingRetry (purchase:pro)
                   ├─ paused → blocked.purchase.paused (purchase:pro)
                   ├─ pendingApproval → blocked.purchase.pendingApproval (purchase:pro)
                   ├─ expired → blocked.purchase.expired (purchase:pro)
                   ├─ revoked → blocked.purchase.revoked (purchase:pro)
                   └─ none → blocked.purchase.required (purchase:pro)

                """, "\(run)")
    }

    @Test func `every permutation is in one leaf of the folded matrix, with the same code`() throws {
        let rows = try Program.tool("matrix", "-f", "-", "Inner", "--format", "json", input: Self.table).lines
        let leaves = try Program.tool("matrix", "-f", "-", "Inner", "--format", "json", "--fold", input: Self.table)
            .lines
        #expect(rows.count == 96 && leaves.count < 50, "\(leaves.count)")
        for row in rows {
            let taking = leaves.filter { leaf in
                guard case .object(let asked)? = leaf["facts"], case .object(let facts)? = row["facts"] else {
                    return false
                }
                return asked.allSatisfy { name, labels in facts[name].map(labels.elements.contains) ?? false }
            }
            #expect(taking.count == 1 && taking.first?["code"] == row["code"], "\(row)")
            #expect(taking.first?["primary"] == row["primary"])
        }
    }

    @Test func `a matrix too large to fold is an error with a remedy`() throws {
        let run = try Program.tool("matrix", "-f", "-", "Inner", "--fold", "--limit", "95", input: Self.table)
        #expect(run.exit == .code(2) && run.output == "", "\(run)")
        #expect(
            run.errors
                == "Error: `Outer/Inner` has 96 permutations, and the limit for folding is 95; fix some facts, as in "
                + "--with 'purchase pro active', or set --limit\n", "\(run)")
        let products = (0..<30).map { "product p\($0) {\n}\n" }.joined()
        let all = (0..<30).map { " p\($0)" }.joined()
        let huge = "scheme t\n\(products)feature F {\nrequire purchase any\(all)\n}\n"
        let counted = try Program.tool("matrix", "-f", "-", "F", "--fold", input: huge)
        #expect(
            counted.exit == .code(2) && counted.errors.contains("more than \(Int.max) permutations"), "\(counted)")
        let none = try Program.tool("matrix", "-f", "-", "F", "--fold", input: "scheme t\nfeature F {\n}\n")
        #expect(none.exit == .code(0) && none.output == "code of F → ok.wouldPerform\n", "\(none)")
    }
}
