import Contract
import Features
import Testing

@testable import PermissionRules

/// Permissions of which one is enough: every combination of statuses, against a second reading of the rules.
@Suite struct AnyPermissionTests {
    /// Each status by its word; `none` is no fact, and `sourceless` a permission that no source of the host answers.
    private static let states = [
        "authorized", "unknown", "notDetermined", "none", "denied", "restricted", "unsupported", "sourceless",
    ]

    private static func rule(_ names: [String], usage: String? = nil) throws -> PermissionRequirement {
        let text = usage.map { LocalizedText($0) }
        let permissions = try names.map { NeededPermission(try #require(Permission($0)), usage: text) }
        return try #require(PermissionRequirement(any: permissions))
    }

    private static func facts(_ states: [(name: String, state: String)]) throws -> Facts {
        var facts = Facts()
        facts.source = "host"
        for (name, state) in states {
            let permission = try #require(Permission(name))
            facts[.permission(permission)] = PermissionStatus(rawValue: state).map(FactValue.permission)
            if state == "sourceless" { facts.sourceless.insert(.permission(permission)) }
        }
        return facts
    }

    /// What the rules make of some states, in the words of `judge`.
    private static func expected(_ states: [String]) -> String {
        if states.contains("authorized") { return "satisfied - authorized host" }
        if states.contains("unknown") { return "undetermined - unknown host" }
        for (code, words) in [
            ("notDetermined", ["notDetermined", "none"]), ("denied", ["denied"]), ("restricted", ["restricted"]),
            ("unsupported", ["unsupported", "sourceless"]),
        ] {
            guard let first = states.first(where: words.contains) else { continue }
            let (reason, source) =
                switch first {
                case "none": ("notDetermined", "table")
                case "sourceless": ("noSource", "none")
                default: (first, "host")
                }
            return "unsatisfied blocked.permission.\(code) \(reason) \(source)"
        }
        return "?"
    }

    /// The remedies that the rules name, the nearest to a grant first.
    private static func remedies(_ named: [(name: String, state: String)]) -> [String] {
        let kinds: [(states: [String], remedy: String)] = [
            (["notDetermined", "none"], "requestPermissions"), (["denied"], "openSettings"),
            (["restricted"], "contactAdministrator"), (["sourceless"], "contactAdministrator"),
        ]
        return kinds.flatMap { kind in
            named.filter { kind.states.contains($0.state) }.map { "\(kind.remedy) \($0.name)" }
        }
    }

    @Test(arguments: [["camera", "microphone"], ["microphone", "camera", "photos"]])
    func `one that is granted is enough, and otherwise the nearest to a grant decides`(_ names: [String]) throws {
        let rule = try Self.rule(names)
        var rows: [[String]] = [[]]
        for _ in names { rows = rows.flatMap { row in Self.states.map { row + [$0] } } }
        #expect(rows.count == (names.count == 2 ? 64 : 512))
        let catalogue = chain([Constraint(rule)])
        for row in rows {
            let named = Array(zip(names, row)).map { (name: $0, state: $1) }
            let facts = try Self.facts(named)
            let assessment = Verifier.assess(
                catalogue.innermost, in: catalogue, facts: facts, caller: Caller(uid: 1000))
            let report = try #require(assessment.constraints.first)
            let words = [report.status.rawValue, report.code?.rawValue ?? "-", report.reason, report.evidence.source]
            #expect(words.joined(separator: " ") == Self.expected(row), "\(row)")
            #expect((assessment.refusal == nil) == row.contains("authorized"), "\(row)")
            let offered = report.remedies.map { "\($0.kind.rawValue) \($0.argument("permission")?.text ?? "")" }
            let isBlocked = report.status == .unsatisfied
            #expect(offered == (isBlocked ? Self.remedies(named) : []), "\(row)")
        }
    }

    @Test func `the gate opens by what is granted alone, and stays open while one is`() throws {
        let store = FactStore(Facts())
        var catalogue = chain([Constraint(try Self.rule(["camera", "microphone"]))])
        let action = catalogue.add(
            Action(
                name: "go", feature: catalogue.innermost, inputs: [], performer: .respond(nil), limits: ActionLimits()))
        let caller = Caller(uid: 1000)
        func isOpen() -> Bool {
            switch Verifier.verify(
                catalogue.binding(of: action), inputs: [], in: catalogue, facts: store.facts, caller: caller,
                tableRevision: "t")
            {
            case .verified: true
            case .refused: false
            }
        }
        let steps: [(Permission, PermissionStatus?, Bool)] = [
            (.photos, .authorized, false), (.camera, .denied, false), (.microphone, .authorized, true),
            (.camera, .authorized, true), (.microphone, .denied, true), (.camera, .restricted, false),
            (.microphone, .authorized, true), (.microphone, nil, false),
        ]
        for (number, (permission, status, expected)) in steps.enumerated() {
            store.set(.permission(permission), to: status.map { Fact(.permission($0)) }, of: .uid(1000))
            #expect(isOpen() == expected, "step \(number)")
        }
    }

    @Test func `a wider permission is enough for the narrower one of several`() throws {
        let catalogue = chain([Constraint(try Self.rule(["camera", "location"]))])
        for (state, expected) in [("authorized", true), ("denied", false), ("none", false)] {
            let facts = try Self.facts([("location.always", state), ("camera", "denied")])
            let found = Verifier.assess(catalogue.innermost, in: catalogue, facts: facts, caller: Caller(uid: 1000))
            #expect((found.refusal == nil) == expected, "\(state)")
        }
    }

    @Test func `it is named in one order, prints in that of the declaration, and has the axes of each`() throws {
        let rule = try Self.rule(["photos", "store:a b/c", "camera", "photos"], usage: "To add a picture")
        #expect(rule.subject == #"any "store:a b/c" camera photos"#)
        #expect(rule.condition == "permission " + rule.subject)
        #expect(rule.declaration == #"permission any photos "store:a b/c" camera "To add a picture""#)
        #expect(rule.axes(among: [rule]).count == 3 && rule.keys.count == 3)
        let one = try Self.rule(["camera", "camera"])
        #expect(one.subject == "camera" && one.declaration == "permission camera")
        #expect(PermissionRequirement(any: []) == nil)
    }

    @Test func `an ancestor's requirement implies one that is met wherever it is`() throws {
        let rows: [(inherited: [String], own: [String], isImplied: Bool)] = [
            (["camera"], ["camera", "photos"], true), (["photos", "camera"], ["camera", "photos"], true),
            (["camera", "photos"], ["camera"], false), (["camera", "motion"], ["camera", "photos"], false),
            (["camera"], ["camera"], true),
        ]
        for row in rows {
            let (own, inherited) = (try Self.rule(row.own, usage: "a"), try Self.rule(row.inherited, usage: "b"))
            #expect(own.isImplied(by: inherited) == row.isImplied, "\(row)")
        }
    }

    @Test func `a person is asked for one: for what is asked for anyway, else for the first that can be`()
        throws
    {
        let rule = try Self.rule(["camera", "microphone", "photos"])
        let rows: [(states: [String], others: Set<Permission>, isRepeatable: Bool, expected: String?)] = [
            (["none", "none", "none"], [], false, "camera"), (["none", "none", "none"], [.photos], false, "photos"),
            (["denied", "none", "none"], [], true, "microphone"),
            (["denied", "none", "none"], [.camera], false, "microphone"),
            (["denied", "none", "none"], [.camera], true, "camera"), (["denied", "denied", "denied"], [], false, nil),
            (["restricted", "denied", "unsupported"], [], true, "microphone"),
            (["restricted", "sourceless", "unsupported"], [.camera], true, nil),
            (["none", "unknown", "none"], [.camera], true, nil), (["none", "none", "authorized"], [], true, nil),
        ]
        for row in rows {
            let named = Array(zip(["camera", "microphone", "photos"], row.states)).map { (name: $0, state: $1) }
            let facts = try Self.facts(named).of(.uid(1000))
            let asked = rule.asked(facts, beside: row.others) { _ in row.isRepeatable }
            #expect(asked?.permission.description == row.expected, "\(row)")
        }
    }
}
