import Contract
import Features
import Testing

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

    private static func report(_ mode: PurchaseRequirement.Mode, _ states: [PurchaseState?]) -> ConstraintReport? {
        let products = states.indices.map { "p\($0)" }
        let catalogue = chain([.purchase(.init(mode: mode, products: products))])
        var facts = Facts()
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

    @Test func `a product without a fact is one that was not bought, by the table's word`() {
        #expect(Self.report(.any, [nil])?.evidence.source == "table")
        #expect(Self.report(.any, [.some(.none)])?.reason == "none")
    }
}
