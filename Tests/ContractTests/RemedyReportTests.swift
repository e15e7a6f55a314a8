import Testing

@testable import Contract

/// The type of remedies that programs see.
@Suite struct RemedyReportTests {
    @Test func `each kind and each actor has a name for programs`() {
        let kinds: [RemedyReport.Kind] = [
            .purchase, .restorePurchases, .updatePayment, .resumeSubscription, .requestPermissions, .confirm,
            .openSettings, .contactAdministrator, .contactVendor, .enableToggle, .enableRuntime, .hideEntryPoint,
            .upgradePlatform, .installProgram, .wait,
        ]
        #expect(kinds.map(\.rawValue) == Remedy.Kind.allCases.map(\.rawValue))
        let actors: [RemedyReport.Actor] = [.client, .user, .thirdPerson, .administrator, .developer, .noOne]
        #expect(actors.map(\.rawValue) == Actor.allCases.map(\.rawValue))
    }

    @Test func `a remedy is the same from the wire and from the dispatcher`() throws {
        var remedy = Remedy(
            kind: .purchase, actor: .user, message: "Buy it.", arguments: [.init("products", ["pro", "basic"])])
        remedy.withheldBecause = "permission:camera"
        var writer = JSONWriter()
        remedy.write(to: &writer)
        let value = try JSONText.value(of: String(decoding: writer.finish(), as: UTF8.self))
        let report = RemedyReport(value)
        #expect(report == RemedyReport(remedy) && report.kind == .purchase && report.actor == .user)
        #expect(report.message == "Buy it." && report.arguments == ["products": ["pro", "basic"]])
        #expect(report.withheldBecause == "permission:camera")
    }

    @Test func `a remedy of a newer daemon keeps its words, and one without members is empty`() {
        let report = RemedyReport(["kind": "callVendor", "actor": "robot", "message": 7, "arguments": []])
        #expect(report.kind == "callVendor" && report.actor == "robot" && report.message.isEmpty)
        #expect("\(report.kind) \([report.kind])" == #"callVendor ["callVendor"]"#)
        #expect(RemedyReport(.null).kind.rawValue.isEmpty && RemedyReport(.null).arguments.isEmpty)
    }
}
