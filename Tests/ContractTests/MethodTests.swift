import ChannelWire
import Contract
import OperateWire
import PermissionWire
import PurchaseWire
import TestTables
import Testing

@Suite struct MethodTests {
    private static let methods = Interface.all.flatMap(\.methods)

    @Test(arguments: Interface.all.map(\.name))
    func `a method's name is its interface, a dot, and a member name`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        for method in interface.methods {
            #expect(method.interface == name && method.name == name + "." + method.member)
            #expect(method.member.first?.isUppercase == true)
            #expect(method.member.allSatisfy { $0.isASCII && $0.isLetter })
        }
    }

    @Test func `no two methods have one name`() {
        #expect(Set(Self.methods.map { $0.name }).count == Self.methods.count)
        #expect(Set(Interface.all.map(\.name)).count == Interface.all.count)
    }

    @Test func `what steers the daemon, or looks at its machine, is for operators and everything else for anyone`() {
        let steering = Self.methods.filter { $0.audience == .operator }.map { $0.name }
        #expect(
            steering == [
                SetRuntime.name, ListReservations.name, DecideReservation.name, CheckTable.name, ReloadTable.name,
                OverrideFact.name, ClearCache.name,
                AcknowledgeLinks.name, BackUpLedger.name, InspectLedger.name, ListAudit.name, CompareTables.name,
                SetFocus.name,
            ])
    }

    @Test func `methods that take or perform a link answer an outcome, and no others do`() {
        let answering = Self.methods.filter { $0.answersOutcome }.map { $0.name }
        #expect(answering == [OpenLink.name, VerifyLink.name, PerformBinding.name, ExplainLink.name])
    }

    @Test func `a refusal is the answer of the method with the outcome`() throws {
        let outcome = Outcome(.loop)
        #expect(try #require(OpenLink.refusal(with: outcome)).isEqual(to: OutcomeAnswer(outcome)))
        let verified = try #require(VerifyLink.refusal(with: outcome))
        #expect(verified.isEqual(to: VerifyLink.Answer { $0.outcome = outcome }))
    }

    @Test func `every parameter that a refusal names is one of a method`() {
        let texts = Interface.all.map(\.text).joined()
        for parameter in Parameter.allCases { #expect(texts.contains("    \(parameter.rawValue): ")) }
    }

    @Test func `watches, subscriptions, flows, copies, numbers and the timeline alone are answered again and again`() {
        #expect(
            Self.methods.filter { $0.isStreaming }.map { $0.name } == [
                WatchFeatures.name, Authorise.name, WatchPurchases.name, SubscribeToChannel.name, BackUpLedger.name,
                GetMetrics.name, GetTimeline.name, ListSystemMetrics.name, DescribeSystemMetrics.name,
            ])
    }

    @Test func `only an action, the reading of a table or of the ledger and a copy may take long`() {
        #expect(
            Self.methods.filter { $0.mayTakeLong }.map { $0.name } == [
                OpenLink.name, PerformBinding.name, CheckTable.name, ReloadTable.name, BackUpLedger.name,
                InspectLedger.name,
            ])
    }
}
