import Contract
import Features
import Foundation
import PermissionRules
import PurchaseRules
import TestSupport
import Testing

private let path = "flint/flint-constraint-cases.json"

/// What the framework whose idea this is answers, as measured from outside: where its answers were judged right ours are
/// the same, where they were judged wrong ours follow the proposal beside them.
@Suite(.enabled("needs flint/flint-constraint-cases.json") { SharedData.has(path, for: "FlintOracleTests") })
struct FlintOracleTests {
    /// The rows that are not followed, and why; a test holds that the list is complete.
    private static let rejected: [(ids: [String], reason: String)] = [
        (
            ["pu-10", "pu-12", "pu-21", "pu-23"],
            "its answer differs from process to process; ours never depends on order"
        ),
        (["pu-28", "pu-29", "pu-30", "pu-33"], "it takes any-of several requirements as all-of"),
        (["pu-32", "pu-34", "pu-35"], "any-of with something unknown and nothing held is not known"),
        (["pu-40", "pu-44", "pu-46", "pu-51", "pu-62"], "it takes unknown for no where requirements nest"),
        (["pu-56"], "a definite no outweighs what is unknown"),
        (["pu-69", "pu-70", "pu-71"], "an empty requirement means nothing and is refused"),
    ]

    private struct Oracle {
        let root: [String: Any]

        init() throws {
            let folder = try #require(SharedData.folder)
            let data = try Data(contentsOf: folder.appendingPathComponent(path))
            root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func rows(_ section: String) throws -> [[String: Any]] {
            if let rows = root[section] as? [[String: Any]] { return rows }
            return try #require((root[section] as? [String: Any])?["cases"] as? [[String: Any]])
        }
    }

    /// `true`, `false` or `unknown`, as the oracle writes it.
    private static func value(_ declared: [[Constraint]], _ facts: Facts) -> String {
        var catalogue = FeatureCatalogue()
        var parent: Int?
        for (depth, constraints) in declared.enumerated() {
            parent = catalogue.add(
                Feature(
                    path: "F\(depth)", name: "F\(depth)", parent: parent, description: nil, constraints: constraints))
        }
        let assessment = Verifier.assess(catalogue.innermost, in: catalogue, facts: facts, caller: Caller(uid: 1))
        switch assessment.refusal?.code.outcomeClass {
        case nil: return "true"
        case .pending: return "unknown"
        default: return "false"
        }
    }

    // MARK: Purchases

    /// *Shape*: `any{A,B}`, `all{K}x5`, `any{A} deps[any{B,C}]`; products, then requirements, each by the mode.
    private static func requirement(_ text: String) -> PurchaseRequirement? {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let mode: PurchaseRequirement.Mode = parts[0].hasPrefix("any") ? .any : .all
        let count = parts[0].split(separator: "x").last.flatMap { Int($0) } ?? 1
        let direct = products(parts[0]).compactMap { PurchaseRequirement.product($0, units: count) }
        guard parts.count == 2, parts[1].hasPrefix("deps[") else { return .group(mode, direct) }
        let dependencies = parts[1].dropFirst(5).dropLast().split(separator: ",{").map(String.init).compactMap { text in
            PurchaseRequirement.group(text.hasPrefix("any") ? .any : .all, products(text).map { .product($0) })
        }
        return .group(.all, [.group(mode, direct), .group(mode, dependencies)].compactMap(\.self))
    }

    private static func products(_ text: String) -> [String] {
        guard let open = text.firstIndex(of: "{") ?? text.indices.first else { return [] }
        let inner = text[open...].drop { $0 == "{" }.prefix { $0 != "}" }
        return inner.split(separator: ",").map(String.init)
    }

    private static func facts(_ state: String) -> Facts {
        let states: [String: PurchaseState] = ["T": .active, "F": .none, "U": .unknown]
        var facts = Facts()
        for pair in state.split(separator: ",") {
            let words = pair.split(separator: "=").map(String.init)
            if words.count == 2 { facts[.purchase(words[0])] = states[words[1]].map { .purchase(Purchase($0)) } }
        }
        // An earlier purchase that is honoured stands in the place of what the source says.
        guard state.split(separator: ",").contains("past") else { return facts }
        for product in ["A", "B", "C", "K", "S"] {
            facts[.purchase(product)] = .purchase(Purchase(.active, units: 5))
        }
        return facts
    }

    @Test func `purchases: adopted rows hold and rejected rows follow the proposal`() throws {
        let rows = try Oracle().rows("purchase_requirements")
        #expect(rows.count == 71)
        for row in rows {
            let id = try #require(row["id"] as? String)
            let proposed = try #require(row["proposed"] as? String)
            let text = try #require(row["requirement"] as? String)
            let requirement = Self.requirement(text)
            guard proposed != "refuse at load" else {
                #expect(requirement == nil, "\(id)")
                continue
            }
            let declared = [[Constraint.purchase(try #require(requirement, "\(id)"))]]
            let value = Self.value(declared, Self.facts(try #require(row["state"] as? String)))
            #expect(value == proposed, "\(id) \(text)")
            if row["verdict"] as? String == "adopt" { #expect(value == row["flint"] as? String, "\(id)") }
        }
    }

    @Test func `every rejected row is listed with its reason`() throws {
        let rejected = try Oracle().rows("purchase_requirements").filter { $0["verdict"] as? String == "reject" }
        #expect(Set(rejected.compactMap { $0["id"] as? String }) == Set(Self.rejected.flatMap(\.ids)))
        #expect(Self.rejected.allSatisfy { !$0.reason.isEmpty })
    }

    // MARK: Constraints by themselves and together

    private static let camera = permission("camera")
    private static let bought = Constraint.purchase(.product("A"))

    /// By the oracle's words: constraints, facts, and our answer where it is meant to be another.
    private static let singles: [(text: String, constraints: [Constraint], facts: String, ours: String?)] = [
        ("runtimeEnabled, isEnabled=true", [.runtime(byDefault: true)], "", nil),
        ("runtimeEnabled, isEnabled=false", [.runtime(byDefault: false)], "", nil),
        ("runtimeEnabled, isEnabled not defined", [.runtime(byDefault: true)], "runtime unknown", nil),
        ("userToggled(default true), no stored value", [.toggle(byDefault: true)], "", nil),
        ("userToggled(default false), no stored value", [.toggle(byDefault: false)], "", nil),
        ("userToggled(default true), stored false", [.toggle(byDefault: true)], "toggle off", nil),
        ("purchase A unknown", [bought], "A unknown", nil),
        ("purchase A not bought", [bought], "A none", nil),
        ("purchase A bought", [bought], "A active", nil),
        // The user was not asked yet: that is a no with a remedy, not an unknown (the ranks put it last).
        ("permission camera notDetermined", [camera], "camera notDetermined", "false"),
        ("permission camera denied", [camera], "camera denied", nil),
        ("permission camera restricted", [camera], "camera restricted", nil),
        ("permission camera unsupported", [camera], "camera unsupported", nil),
        ("permission camera authorized", [camera], "camera authorized", nil),
        ("this platform unsupported", [.platform(.init(platform: "debian", bound: .unsupported))], "debian", nil),
    ]

    private static func facts(words: String) -> Facts {
        var facts = Facts()
        let parts = words.split(separator: " ").map(String.init)
        switch parts.first {
        case "runtime": facts[.runtime("F0")] = SwitchState(rawValue: parts[1]).map(FactValue.state)
        case "toggle": facts[.toggle("F0")] = SwitchState(rawValue: parts[1]).map(FactValue.state)
        case "A": facts[.purchase("A")] = PurchaseState(rawValue: parts[1]).map { .purchase(Purchase($0)) }
        case "camera": facts.everyone = status("camera", PermissionStatus(rawValue: parts[1]))
        case "debian": facts[.platform("debian")] = .platform(.present("12"))
        default: break
        }
        return facts
    }

    @Test func `one constraint has the expected result, with a reason that Flint sometimes lacks`() throws {
        let rows = try Oracle().rows("single_constraint")
        var seen = 0
        for row in rows {
            let text = try #require(row["constraint"] as? String)
            guard let own = Self.singles.first(where: { $0.text == text }) else { continue }
            seen += 1
            let facts = Self.facts(words: own.facts)
            #expect(Self.value([own.constraints], facts) == own.ours ?? row["value"] as? String, "\(text)")
            let report = Verifier.assess(1, in: chain(own.constraints), facts: facts, caller: Caller(uid: 1))
            #expect(report.constraints.allSatisfy { !$0.reason.isEmpty })
        }
        // The others are about declarations: a second toggle is a load error, and amounts tell requirements apart.
        #expect(seen == Self.singles.count && rows.count == seen + 2)
    }

    @Test func `a definite no outweighs an open question, between constraints and between ancestors`() throws {
        let own = try Oracle().rows("own_availability")
        let mixed = try #require(own.first { $0["verdict"] as? String == "reject" })
        #expect(mixed["proposed"] as? String == Self.value([[.runtime(byDefault: false), Self.camera]], Facts()))
        let states: [String: SwitchState] = ["true": .on, "false": .off, "unknown": .unknown]
        for row in try Oracle().rows("ancestors") {
            let words = try ["child", "parent", "value"].map { try #require(row[$0] as? String) }
            var facts = Facts()
            facts[.runtime("F0")] = .state(try #require(states[words[1]]))
            facts[.runtime("F1")] = .state(try #require(states[words[0]]))
            let value = Self.value(Array(repeating: [.runtime(byDefault: true)], count: 2), facts)
            #expect(value == (words.prefix(2).contains("false") ? "false" : words[2]), "\(words)")
        }
    }

    /// Flint keeps a child's yes after its parent was switched off, and does not see what changes outside.
    @Test func `a change is seen by the next question, without anybody telling the cache`() throws {
        let isRejected = try Oracle().rows("cache").contains { $0["verdict"] as? String == "reject" }
        #expect(isRejected)
        var catalogue = chain([.runtime(byDefault: true)], [], [.toggle(byDefault: true)])
        let action = catalogue.add(
            Action(name: "go", feature: 3, inputs: [], performer: .respond(nil), limits: ActionLimits()))
        let store = FactStore()
        let cache = VerificationCache(store: store)
        let ask = { () -> OutcomeCode? in
            switch cache.verify(
                catalogue.binding(of: action), inputs: [], in: Shared(catalogue), caller: Caller(uid: 1),
                tableRevision: "t")
            {
            case .verified: nil
            case .refused(let refusal): refusal.code
            }
        }
        var codes = [ask()]
        store.set(.runtime("A"), to: Fact(.off))
        codes.append(ask())
        store.set(.runtime("A"), to: Fact(.on))
        codes.append(ask())
        store.set(.toggle("A/B/C"), to: Fact(.off), of: .uid(1))
        codes.append(ask())
        #expect(codes == [nil, .featureDisabled, nil, .toggleOff])
    }

    @Test func `versions are read as they should be`() throws {
        for row in try Oracle().rows("platform_versions") {
            guard let literal = row["literal"] as? String else { continue }
            let parsed = (row["parsed"] as? [Int])?.map(String.init).joined(separator: ".")
            let isRefused = row["verdict"] as? String == "reject" || parsed == nil
            // Four numbers are taken: kernels and distributions have them.
            guard literal != "1.2.3.4" else { continue }
            #expect((PlatformVersion(literal) == nil) == isRefused, "\(literal)")
            if !isRefused { #expect(PlatformVersion(literal) == parsed.flatMap { PlatformVersion($0) }, "\(literal)") }
        }
    }
}
