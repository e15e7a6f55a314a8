import Contract
import Features
import PermissionRules

@testable import ExecRules
@testable import PurchaseRules

/// One setting of constraints and facts, told twice: to the verifier as its own types, to the oracle as rows.
struct GateCase {
    /// Per feature, the outermost first.
    var declared: [[Constraint]]
    var facts = Facts()
    var caller = Caller(uid: 1000)
    /// Per feature, in the order of `declared`.
    var expected: [[OracleConstraint]] = []

    /// A place on the chain with nothing on it yet.
    init(depth: Int) {
        declared = Array(repeating: [], count: depth)
        expected = Array(repeating: [], count: depth)
        facts.source = "host"
    }

    /// *Shape*: `A/B` for 1.
    static func path(_ depth: Int) -> String { ["A", "A/B", "A/B/C", "A/B/C/D"][depth] }

    mutating func add(_ constraint: Constraint, _ id: String, _ row: String, at depth: Int) {
        guard let row = OracleRow.all[row] else { preconditionFailure("no row \(row)") }
        declared[depth].append(constraint)
        expected[depth].append(OracleConstraint(id: id, depth: depth, row: row))
    }

    // MARK: One of each kind, by a row of the oracle

    mutating func addPlatform(_ name: String, _ row: String, at depth: Int) {
        let component = ["linux", "systemd"].contains(name)
        var requirement = PlatformRequirement(platform: name, bound: .minimum(version("6.1")))
        switch row {
        case "platform.ok": facts[.platform(name)] = .platform(.present("6.1.0-18-amd64"))
        case "platform.low": facts[.platform(name)] = .platform(.present("5.19"))
        case "platform.elsewhere": facts[.platform(name)] = .platform(.absent)
        case "platform.undeterminable": facts[.platform(name)] = .platform(.present("rolling"))
        default:
            requirement = component ? requirement : .init(platform: name, bound: .minimum(version("6.1")), isOnly: true)
            facts[.platform(name)] = .platform(.absent)
        }
        let id = "platform:" + (requirement.isOnly ? "only " : "") + name + " 6.1"
        let known = row == "platform.undeterminable" ? "platform.unsupported" : row
        add(.platform(requirement), id, known, at: depth)
    }

    mutating func addProfile(_ row: String, at depth: Int) {
        let requirement = ProfileRequirement(.development, inForce: row == "profile.same" ? .development : .production)
        add(.profile(requirement), "profile:development", row, at: depth)
    }

    mutating func addProgram(_ path: String, _ state: ProgramState, at depth: Int) {
        let rows: [ProgramState: String] = [.present: "present", .unknown: "unknown"]
        facts[.program(path)] = .program(state)
        add(.program(.init(path)), "program:" + path, "program." + rows[state, default: "missing"], at: depth)
    }

    mutating func addRuntime(_ row: String, byDefault: Bool = true, at depth: Int) {
        let states: [String: SwitchState] = ["runtime.on": .on, "runtime.off": .off, "runtime.unknown": .unknown]
        facts[.runtime(Self.path(depth))] = states[row].map(FactValue.state)
        let known = states[row] == nil ? (byDefault ? "runtime.on" : "runtime.off") : row
        add(.runtime(byDefault: byDefault), "runtime:" + Self.path(depth), known, at: depth)
    }

    mutating func addToggle(_ row: String, at depth: Int) {
        let states: [String: SwitchState] = ["toggle.on": .on, "toggle.off": .off, "toggle.unknown": .unknown]
        facts[.toggle(Self.path(depth))] = states[row].map(FactValue.state)
        let isOn = row == "toggle.onByDefault"
        let known = isOn ? "toggle.on" : row
        add(.toggle(byDefault: isOn), "toggle:" + Self.path(depth), known, at: depth)
    }

    mutating func addPermission(_ name: String, _ row: String, at depth: Int) {
        let states: [String: PermissionStatus] = [
            "permission.authorized": .authorized, "permission.unsupported": .unsupported,
            "permission.restricted": .restricted, "permission.denied": .denied,
            "permission.unasked": .notDetermined, "permission.unknown": .unknown,
        ]
        if let permission = Permission(name) {
            facts[.permission(permission)] = states[row].map(FactValue.permission)
            if row == "permission.sourceless" { facts.sourceless.insert(.permission(permission)) }
        }
        add(permission(name), "permission:" + name, row, at: depth)
    }

    mutating func addPurchase(_ product: String, _ state: PurchaseState, at depth: Int) {
        let rows: [PurchaseState: String] = [
            .active: "held", .trial: "held", .grace: "held", .cancelled: "held", .none: "none", .expired: "expired",
            .billingRetry: "billingRetry", .paused: "paused", .revoked: "revoked", .pendingApproval: "pending",
            .unknown: "unknown",
        ]
        facts[.purchase(product)] = .purchase(Purchase(state))
        add(.purchase(.product(product)), "purchase:" + product, "purchase." + (rows[state] ?? ""), at: depth)
    }

    /// Adds a product that no source of the host answers.
    mutating func addSourcelessPurchase(_ product: String, at depth: Int) {
        facts.sourceless.insert(.purchase(product))
        add(.purchase(.product(product)), "purchase:" + product, "purchase.sourceless", at: depth)
    }

    /// The caller is uid 1000 with group 29.
    mutating func addCaller(admitted: Bool, at depth: Int) {
        caller = Caller(uid: 1000, gids: [29])
        let value = CallerRequirement.Value(text: "audio", id: admitted ? 29 : 30)
        add(
            .caller(.init(kind: .group, values: [value])), "caller:group audio",
            admitted ? "caller.ok" : "caller.no", at: depth)
    }

    // MARK: Both answers

    /// What the rules ask for.
    var answer: OracleAnswer { OracleAnswer(expected.flatMap(\.self)) }

    /// Its constraints in a catalogue of their own.
    var catalogue: FeatureCatalogue {
        var catalogue = FeatureCatalogue()
        var parent: Int?
        for (depth, constraints) in declared.enumerated() {
            let path = Self.path(depth)
            parent = catalogue.add(
                Feature(path: path, name: path, parent: parent, description: nil, constraints: constraints))
        }
        return catalogue
    }

    /// What is wrong with the verifier's answer; nil if nothing is.
    func mismatch(in catalogue: FeatureCatalogue) -> String? {
        let assessment = Verifier.assess(catalogue.innermost, in: catalogue, facts: facts, caller: caller)
        if let text = mismatchOfMemory(in: catalogue, assessment) { return text }
        let actual = OracleAnswer(assessment)
        if actual != answer { return "expected \(answer)\n  actual \(actual)\n   facts \(facts)" }
        for (report, expected) in zip(assessment.constraints, expected.flatMap(\.self)) {
            let letters: [ConstraintReport.Status: Character] = [
                .satisfied: "y", .unsatisfied: "n", .undetermined: "?", .inactive: "-",
            ]
            let ancestor = expected.depth == declared.count - 1 ? nil : Self.path(expected.depth)
            guard report.id == expected.id, letters[report.status] == expected.row.answer,
                report.inheritedFrom == ancestor
            else { return "expected \(expected), actual \(report)" }
        }
        let count = expected.reduce(0) { $0 + $1.count }
        return assessment.constraints.count == count ? nil : "\(assessment.constraints.count) reports of \(count)"
    }
}

extension GateCase {
    /// What is wrong with what a cache remembers of these facts, the first time and the second; nil if nothing is.
    private func mismatchOfMemory(in catalogue: FeatureCatalogue, _ assessment: Assessment) -> String? {
        var catalogue = catalogue
        let action = catalogue.add(
            Action(
                name: "go", feature: catalogue.innermost, inputs: [], performer: .respond(nil), limits: ActionLimits()))
        let cache = VerificationCache(store: FactStore(facts), capacity: 1)
        for _ in 0..<2 {
            switch cache.verify(
                catalogue.binding(of: action), inputs: [], in: Shared(catalogue), caller: caller, tableRevision: "t")
            {
            case .verified: if assessment.refusal != nil { return "the cache verifies what is refused: \(facts)" }
            case .refused(let refusal):
                if refusal != assessment.refusal { return "the cache answers \(refusal)\n   facts \(facts)" }
            }
        }
        return cache.missCount <= 1 ? nil : "an answer was worked out twice"
    }
}

extension OracleAnswer {
    /// The verifier's answer in the oracle's words.
    init(_ assessment: Assessment) {
        self.init()
        guard let refusal = assessment.refusal else { return }
        outcomeClass = refusal.code.outcomeClass.rawValue
        code = refusal.code.rawValue
        primary = refusal.primary
        offered = refusal.remedies.map(\.words)
        for report in assessment.constraints {
            for remedy in report.remedies {
                guard let because = remedy.withheldBecause else { continue }
                withheld.insert("\(report.id) \(remedy.words) because \(because)")
            }
        }
        var outcome = Outcome(refusal.code)
        outcome.constraints = refusal.constraints
        exit = outcome.exitStatus
    }
}
