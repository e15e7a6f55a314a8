import Testing

/// Every kind of requirement as a table has it, with the outcome for each state of its fact, best first.
@Suite struct RequirementMatrixTests {
    private static let switched = [
        "on ok.wouldPerform", "off blocked.feature.disabled", "unknown pending.undetermined",
    ]
    private static let callers = ["allowed ok.wouldPerform", "notAllowed blocked.caller.notAllowed"]

    /// A requirement, the fact that it depends on, and the states of the fact with their codes.
    private static let rows: [(requirement: String, fact: String, codes: [String])] = [
        ("platform linux any", "platform linux", ["1 ok.wouldPerform", "none blocked.platform.unsupported"]),
        (
            "platform linux 6.1", "platform linux",
            ["6.1 ok.wouldPerform", "0 blocked.platform.versionTooLow", "none blocked.platform.unsupported"]
        ),
        ("platform systemd any", "platform systemd", ["1 ok.wouldPerform", "none blocked.platform.unsupported"]),
        (
            "platform arch x86_64", "platform arch",
            ["x86_64 ok.wouldPerform", "other blocked.platform.unsupported", "none blocked.platform.unsupported"]
        ),
        // A requirement about a distribution does not matter on another one, unless it says `only`.
        (
            "platform debian 12", "platform debian",
            ["12 ok.wouldPerform", "0 blocked.platform.versionTooLow", "none ok.wouldPerform"]
        ),
        (
            "platform debian unsupported", "platform debian",
            ["1 blocked.platform.unsupported", "none ok.wouldPerform"]
        ),
        ("platform only debian any", "platform debian", ["1 ok.wouldPerform", "none blocked.platform.unsupported"]),
        (
            "platform only debian 12.5", "platform debian",
            ["12.5 ok.wouldPerform", "0 blocked.platform.versionTooLow", "none blocked.platform.unsupported"]
        ),
        ("runtime on", "runtime F", switched), ("runtime off", "runtime F", switched),
        ("runtime from file /run/x", "runtime F", switched),
        ("runtime from varlink unix:/run/f io.example.Flags.Get = on", "runtime F", switched),
        ("toggle on", "toggle F", ["on ok.wouldPerform", "off blocked.toggle.off", "unknown pending.undetermined"]),
        (
            "toggle off", "toggle F",
            [
                "on ok.wouldPerform", "off blocked.toggle.off", "default blocked.toggle.off",
                "unknown pending.undetermined",
            ]
        ),
        (
            "toggle off shared", "toggle F",
            [
                "on ok.wouldPerform", "off blocked.toggle.off", "default blocked.toggle.off",
                "unknown pending.undetermined",
            ]
        ),
        (
            "permission camera", "permission camera",
            [
                "authorized ok.wouldPerform", "denied blocked.permission.denied",
                "restricted blocked.permission.restricted", "notDetermined blocked.permission.notDetermined",
                "unsupported blocked.permission.unsupported", "unknown pending.undetermined",
            ]
        ),
        (
            "purchase pro", "purchase pro",
            [
                "active ok.wouldPerform", "billingRetry blocked.purchase.billingRetry",
                "paused blocked.purchase.paused", "pendingApproval blocked.purchase.pendingApproval",
                "expired blocked.purchase.expired", "revoked blocked.purchase.revoked",
                "none blocked.purchase.required", "unknown pending.undetermined",
            ]
        ),
        ("caller uid 0", "caller", callers), ("caller user root", "caller", callers),
        ("caller gid 5", "caller", callers), ("caller group audio", "caller", callers),
        ("caller socket varlink", "caller", callers),
    ]

    private static func table(_ requirements: String...) -> String {
        "scheme t\nproduct pro {\n    kind subscription\n}\nproduct founder {\n    kind oneTime\n}\nfeature F {\n"
            + requirements.map { "    require \($0)\n" }.joined()
            + "    action a {\n        respond\n    }\n    route r /r do a\n}\n"
    }

    private static func matrix(_ table: String, _ options: String...) throws -> [JSONTree] {
        let arguments = ["matrix", "-f", "-", "F", "--format", "json"] + options
        return try Program.run(Products.tool, arguments, input: table).lines
    }

    @Test(arguments: rows.indices)
    func `a requirement has one fact, and a code for each state of it`(_ index: Int) throws {
        let row = Self.rows[index]
        let found = try Self.matrix(Self.table(row.requirement))
        #expect(found.allSatisfy { $0["facts"].text == row.fact }, "\(found)")
        let codes = found.map { $0["facts"].member(row.fact).text + " " + $0["code"].text }
        #expect(codes == row.codes)
        for line in found {
            let isFine = line["code"].text.hasPrefix("ok.")
            #expect((line["primary"] == nil) == isFine, "a refusal names its constraint: \(line)")
        }
    }

    @Test func `of two products any one or both are required, and an unknown one leaves open what it decides`() throws {
        let states = [
            "active", "billingRetry", "paused", "pendingApproval", "expired", "revoked", "none", "unknown",
        ]
        for (mode, isAny) in [("any", true), ("all", false)] {
            let found = try Self.matrix(Self.table("purchase \(mode) pro founder"))
            #expect(found.count == states.count * states.count)
            for (index, line) in found.enumerated() {
                let (pro, founder) = (states[index / states.count], states[index % states.count])
                #expect(
                    line["facts"].member("purchase pro").text == pro
                        && line["facts"].member("purchase founder").text == founder)
                let granted = [pro, founder].count { $0 == "active" }
                let code = line["code"].text
                #expect((code == "ok.wouldPerform") == (isAny ? granted > 0 : granted == 2), "\(line)")
                // An unknown purchase matters only where the other one leaves the result open.
                let open = [pro, founder].allSatisfy { isAny ? $0 != "active" : ["active", "unknown"].contains($0) }
                let isPending = [pro, founder].contains("unknown") && open
                #expect((code == "pending.undetermined") == isPending, "\(line)")
                if pro == founder, pro != "active", pro != "unknown" {
                    #expect(code == "blocked.purchase." + (pro == "none" ? "required" : pro))
                }
            }
        }
    }

    @Test func `with fixes a fact, and leaves the rows of its state`() throws {
        let table = Self.table("runtime on", "permission camera")
        #expect(try Self.matrix(table).count == 3 * 6)
        let held = try Self.matrix(table, "--with", "runtime F off", "--with", "permission camera denied")
        #expect(held.map { $0["code"].text } == ["blocked.feature.disabled"])
        let two = try Self.matrix(table, "--with", "runtime F on", "--with", "runtime F unknown")
        #expect(two.count == 2 * 6 && !two.contains { $0["facts"].member("runtime F").text == "off" })
        let same = try Self.matrix(table, "--with", "runtime F on", "--with", "runtime F on")
        #expect(same.count == 6)
    }
}

extension JSONTree? {
    /// The member of an object by its whole name, which may contain dots.
    fileprivate func member(_ name: String) -> JSONTree? {
        if case .object(let members)? = self { members[name] } else { nil }
    }
}
