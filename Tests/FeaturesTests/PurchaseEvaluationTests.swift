import Contract
import Features
import Testing

@testable import PurchaseRules

/// Products and their states: who is entitled by them, what a refusal is called, and what mends it.
struct PurchaseEvaluationTests {
    @Test(arguments: Product.Kind.allCases)
    func `what is used up is bought again, never restored`(_ kind: Product.Kind) throws {
        var catalogue = FeatureCatalogue(products: [Product("p", name: "p", kind: kind)])
        let number = catalogue.add(
            Feature(
                path: "F", name: "F", parent: nil, description: nil, constraints: [.purchase(.product("p"))]))
        let refusal = try #require(
            Verifier.assess(number, in: catalogue, facts: Facts(), caller: Caller(uid: 1)).refusal)
        let kinds: [Remedy.Kind] = kind == .consumable ? [.purchase] : [.purchase, .restorePurchases]
        #expect(refusal.remedies.map(\.kind) == kinds)
    }

    /// The result of a requirement of one product for each state: yes, no or unknown, and the code of a no.
    private static let table: [(state: PurchaseState?, answer: Character, code: String, remedies: [String])] = [
        (nil, "n", "required", ["purchase/user", "restorePurchases/user"]),
        (PurchaseState.none, "n", "required", ["purchase/user", "restorePurchases/user"]),
        (.expired, "n", "expired", ["purchase/user", "restorePurchases/user"]),
        (.billingRetry, "n", "billingRetry", ["updatePayment/user"]),
        (.paused, "n", "paused", ["resumeSubscription/user"]),
        (.revoked, "n", "revoked", ["contactVendor/user", "purchase/user"]),
        (.pendingApproval, "n", "pendingApproval", ["wait/thirdPerson"]),
        (.active, "y", "", []), (.trial, "y", "", []), (.grace, "y", "", []), (.cancelled, "y", "", []),
        (.unknown, "?", "", []),
    ]

    /// - Parameter sourceless: products that no source of the host answers.
    private static func report(
        _ mode: PurchaseRequirement.Mode, _ states: [PurchaseState?], sourceless: [String] = [],
        _ change: (inout Facts) -> Void = { _ in }
    ) -> ConstraintReport? {
        let products = states.indices.map { "p\($0)" }
        let catalogue = chain([.purchase(.init(mode: mode, products: products))])
        var facts = Facts()
        facts.sourceless = Set(sourceless.map(FactKey.purchase))
        change(&facts)
        for (product, state) in zip(products, states) {
            facts[.purchase(product)] = state.map { .purchase(Purchase($0)) }
        }
        return Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).constraints.first
    }

    @Test(arguments: table.indices, [PurchaseRequirement.Mode.any, .all])
    func `one product alone grants or refuses by its state`(row: Int, mode: PurchaseRequirement.Mode) throws {
        let (state, answer, code, remedies) = Self.table[row]
        let report = try #require(Self.report(mode, [state]))
        let statuses: [Character: ConstraintReport.Status] = [
            "y": .satisfied, "n": .unsatisfied, "?": .undetermined,
        ]
        #expect(report.status == statuses[answer])
        #expect(report.code?.rawValue == (code.isEmpty ? nil : "blocked.purchase." + code))
        #expect(report.remedies.map(\.words) == remedies)
    }

    @Test func `every state stands in the table`() {
        #expect(Set(Self.table.compactMap(\.state)) == Set(PurchaseState.allCases))
    }

    @Test func `any is met by one and all are broken by one, whatever the others are`() throws {
        for first in Self.table {
            for second in Self.table {
                for third in Self.table {
                    let answers = [first.answer, second.answer, third.answer]
                    let states = [first.state, second.state, third.state]
                    let any = try #require(Self.report(.any, states)).status
                    let all = try #require(Self.report(.all, states)).status
                    let expectedAny: ConstraintReport.Status =
                        answers.contains("y") ? .satisfied : answers.contains("?") ? .undetermined : .unsatisfied
                    let expectedAll: ConstraintReport.Status =
                        answers.contains("n") ? .unsatisfied : answers.contains("?") ? .undetermined : .satisfied
                    if any != expectedAny { Issue.record("any \(states): \(any)") }
                    if all != expectedAll { Issue.record("all \(states): \(all)") }
                }
            }
        }
    }

    @Test(arguments: [
        (PurchaseRequirement.Mode.any, [PurchaseState.none, .expired], "expired"),
        (.any, [.none, .pendingApproval], "pendingApproval"),
        (.any, [.revoked, .billingRetry], "billingRetry"),
        (.any, [.paused, .expired], "paused"),
        (.any, [.none, .none], "required"),
        (.all, [.none, .expired], "required"),
        (.all, [.pendingApproval, .active], "pendingApproval"),
        (.all, [.expired, .unknown], "expired"),
        (.all, [.revoked, .expired], "revoked"),
        (.all, [.billingRetry, .pendingApproval], "billingRetry"),
    ])
    func `of several, any is named by the nearest to being granted and all by the farthest`(
        mode: PurchaseRequirement.Mode, states: [PurchaseState], code: String
    ) {
        #expect(Self.report(mode, states)?.code?.rawValue == "blocked.purchase." + code)
        #expect(Self.report(mode, states.reversed())?.code?.rawValue == "blocked.purchase." + code)
    }

    @Test func `a remedy names the products it is about, and nothing unknown or owned is sold`() throws {
        let report = try #require(
            Self.report(.all, [PurchaseState.none, .active, .unknown, .billingRetry, .revoked, .pendingApproval]))
        let said = report.remedies.map { remedy in
            remedy.words + " " + remedy.arguments.map { "\($0.name)=\($0.value.argumentText)" }.joined(separator: " ")
        }
        #expect(
            said == [
                "wait/thirdPerson products=p5",
                "updatePayment/user products=p3",
                "contactVendor/user products=p4",
                "purchase/user products=p0/p4 mode=all",
                "restorePurchases/user products=p0",
            ])
    }

    // MARK: Products without a source

    @Test(arguments: [
        // Without a fact of its own p0 has no source.
        (PurchaseRequirement.Mode.any, [nil], "unsatisfied unsupported", ["contactAdministrator p0"]),
        (.any, [nil, PurchaseState.none], "unsatisfied required", ["purchase p1", "restorePurchases p1"]),
        (.any, [nil, .expired], "unsatisfied expired", ["purchase p1", "restorePurchases p1"]),
        (.any, [nil, .active], "satisfied", []),
        (.any, [nil, .unknown], "undetermined", []),
        (.all, [nil, PurchaseState.none], "unsatisfied unsupported", ["contactAdministrator p0"]),
        (.all, [nil, .active], "unsatisfied unsupported", ["contactAdministrator p0"]),
        (.all, [nil, .unknown], "unsatisfied unsupported", ["contactAdministrator p0"]),
        // What has a fact counts by that, wherever it came from.
        (.any, [.active], "satisfied", []),
        (.any, [.expired], "unsatisfied expired", ["purchase p0", "restorePurchases p0"]),
        (.all, [.active, PurchaseState.none], "unsatisfied required", ["purchase p1", "restorePurchases p1"]),
    ])
    func `a product without a source is unsupported and never sold`(
        mode: PurchaseRequirement.Mode, states: [PurchaseState?], result: String, remedies: [String]
    ) throws {
        let report = try #require(Self.report(mode, states, sourceless: ["p0"]))
        let code = report.code.map { " " + $0.rawValue.dropFirst("blocked.purchase.".count) } ?? ""
        #expect(report.status.rawValue + code == result)
        let words = report.remedies.map { remedy in
            remedy.kind.rawValue + " " + (remedy.arguments.first { $0.name == "products" }?.value.argumentText ?? "")
        }
        #expect(words == remedies)
        guard report.code == .purchaseUnsupported else { return }
        #expect(report.reason == "noSource" && report.evidence == .init(source: "none"))
        #expect(report.remedies.map(\.actor) == [.administrator])
    }

    @Test func `an override is a source, and with an unread ledger a product without one is undetermined`() {
        let overridden = Self.report(.any, [nil], sourceless: ["p0"]) {
            $0.overrides[.purchase("p0")] = .overriding(.purchase(Purchase(.active)))
        }
        #expect(overridden?.status == .satisfied && overridden?.evidence.isOverride == true)
        let gone = ConstraintReport.Evidence(source: "ledger", fault: "gone")
        let unread = Self.report(.any, [nil], sourceless: ["p0"]) { $0.unanswered[.purchase] = gone }
        #expect(unread?.status == .undetermined && unread?.evidence == gone)
    }

    @Test(arguments: [
        (PurchaseRequirement.Mode.any, ["p0", "p1"], true), (.any, ["p0"], false), (.all, ["p0"], true),
        (.all, [], false),
    ])
    func `a doubt that may turn out unsupported withholds what comes after that, any other does not`(
        mode: PurchaseRequirement.Mode, sourceless: [String], withholds: Bool
    ) throws {
        var facts = Facts()
        facts.unanswered[.purchase] = .init(source: "ledger", fault: "gone")
        facts.sourceless = Set(sourceless.map(FactKey.purchase))
        facts[.toggle("A")] = .off
        let catalogue = chain([.purchase(.init(mode: mode, products: ["p0", "p1"])), .toggle(byDefault: true)])
        let refusal = try #require(
            Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal)
        #expect(refusal.code == .toggleOff && refusal.remedies.isEmpty == withholds)
    }

    @Test func `a product without a fact is one that was not bought, by the table's word`() {
        #expect(Self.report(.any, [nil])?.evidence.source == "table")
        #expect(Self.report(.any, [.some(.none)])?.reason == "none")
    }
}
