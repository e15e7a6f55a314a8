import ChannelWire
import PurchaseWire
import TestSupport
import Testing

/// What a program of another package can do with the client library, of which it imports nothing but `DeepLinkClient`.
@Suite(.enabled("needs swiftc and the modules of this build") { Compiler.find(for: "ForeignProgramTests") != nil })
struct ForeignProgramTests {
    private static func program(_ body: String) -> String {
        "import DeepLinkClient\nfunc use(_ daemon: DeepLinkDaemon) async throws {\n\(body)\n}\n"
    }

    @Test func `every report can be named and read`() throws {
        let body = """
            let outcome: Outcome = try await daemon.perform("P.p", inputs: ["id": 7, "on": true, "of": ["a": [1]]])
            switch outcome.outcomeClass {
            case .ok: print(outcome.code, outcome.inputs["id"]?.int ?? 0, outcome["timings"]?["parseNs"] ?? .null)
            case .blocked: print(outcome.remedies.map(\\.personSentence), outcome.isActionable)
            case .rejected, .pending, .failed, .unknown: print(outcome)
            }
            if case .code(let status)? = outcome.execution?.exit { print(status, outcome.execution?.stdout?.text ?? "") }
            let candidates: [CandidateReport] = try await daemon.explain("t://x").candidates
            print(candidates.map(\\.failure))
            for try await change in daemon.watchFeatures() {
                let blocked: [FeatureReport] = change.features.filter { $0.availability == .blocked }
                print(blocked.map(\\.code), blocked.filter { $0.toggle == .off }.map(\\.path))
            }
            let products: [ProductReport] = try await daemon.products()
            print(products.compactMap(\\.trial).max() ?? .zero, products.compactMap(\\.shop))
            let held: [PurchaseReport] = try await daemon.purchases()
            print(held.map(\\.isEntitled), held.compactMap(\\.licence?.keyID), held.compactMap(\\.trial?.left))
            for item in try await daemon.ingest(["x"]) where item.result == .rejected {
                print(item.code ?? "", item.products.map { $0.before + $0.after })
            }
            let channels: [ChannelReport] = try await daemon.channels()
            print(channels.map(\\.waiting), try await daemon.restorePurchases().codes)
            for try await link in daemon.subscribe(to: "player") {
                print(link.action, link.inputs["id"]?.int ?? 0, link.acknowledgeWithin ?? .zero, link.link.uid)
            }
            for try await event in daemon.authorise(.link("t://x"), pace: .machine) {
                switch event {
                case .asking(let question): try await question.answer(.granted)
                case .completed(let completion, let outcome): print(outcome?.message ?? completion.message)
                case .began, .answered: continue
                }
            }
            """
        #expect(try Compiler.errors(of: Self.program(body), isForeign: true) == [])
    }

    @Test(arguments: [
        ("var report = try await daemon.channels()[0]\nreport.name = \"x\"", "setter is inaccessible"),
        ("_ = FeatureReport()", "initializer is inaccessible"),
        ("print(try await daemon.purchases()[0].evidence as Any)", "'evidence' is inaccessible"),
        ("print(OutcomeCode.allCases)", "cannot find 'OutcomeCode'"),
    ])
    func `a report can be neither made nor changed, and has no parts that only this package knows`(
        _ body: String, _ error: String
    ) throws {
        let errors = try Compiler.errors(of: Self.program(body), isForeign: true)
        #expect(!errors.isEmpty && errors.allSatisfy { $0.contains(error) }, "\(errors)")
    }
}
