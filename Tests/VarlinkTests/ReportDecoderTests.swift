import Testing
import Varlink

@testable import Contract

@Suite struct ReportDecoderTests {
    private static let available = FeatureReport { ($0.path, $0.name, $0.availability) = ("A", "A", .available) }
    private static let candidate = CandidateReport { ($0.route, $0.feature, $0.action) = ("r", "F", "a") }

    @Test func `every reply comes back from its message`() throws {
        let features = [Samples.feature, Self.available]
        let candidates = [
            Self.candidate, .init { ($0.route, $0.feature, $0.action, $0.failure) = ("s", "F", "b", "x") },
        ]
        let reload = ReloadReport {
            ($0.tableRevision, $0.routes, $0.warnings) = ("t", 2, [Samples.diagnostic])
        }
        let replies: [(Method, Reply)] = [
            (.open, .outcome(Samples.outcome)), (.perform, .outcome(Outcome(.loop))),
            (.verify, .verified(Samples.outcome, binding: "b", expiresAfterMs: 5)),
            (.verify, .verified(Outcome(.loop), binding: nil, expiresAfterMs: nil)),
            (.explain, .explained(Outcome(.loop), candidates: candidates, preview: Samples.preview)),
            (.explain, .explained(Outcome(.loop), candidates: nil)),
            (.link, .link(url: "a://b")),
            (.list, .features(features, next: "A")), (.list, .features([])), (.describe, .feature(Samples.feature)),
            (.watch, .watched(features, removed: ["B"])), (.setToggle, .switched(isDurable: true)),
            (.subscribe, .subscribed(sequence: 7, link: Samples.link, missed: 2)),
            (.subscribe, .subscribed(sequence: 7, link: nil, missed: nil)),
            (.acknowledge, .acknowledged), (.channels, .channels([Samples.channel])), (.clear, .cleared(links: 1)),
            (.setPermission, .switched(isDurable: true)), (.setPurchase, .switched(isDurable: false)),
            (.authorise, .authorisation(Samples.flow, Samples.outcome)),
            (.authorise, .authorisation(FlowReport(), nil)),
            (.answer, .taken), (.consents, .consents([Samples.consent])), (.withdraw, .switched(isDurable: true)),
            (.ingest, .report(Samples.ingest)), (.products, .report(Samples.products)),
            (.purchases, .report(Samples.purchases)), (.watchPurchases, .report(Samples.purchases)),
            (.restore, .report(Samples.restore)), (.startTrial, .report(Samples.trial)),
            (.setRuntime, .switched(isDurable: false)), (.status, .report(Samples.status)),
            (.table, .report(Samples.table)),
            (.check, .report(Samples.check)), (.reload, .report(reload)),
            (.override, .overridden(endsAfterMs: 7)), (.override, .overridden(endsAfterMs: nil)),
            (.backup, .copied(bytes: "AA==", size: 1)),
            (.getInfo, .report(Samples.service)), (.getInterfaceDescription, .description("interface a.b")),
        ]
        for (method, reply) in replies { #expect(try Reply(parameters(reply), of: method) == reply) }
        #expect(Set(replies.map(\.0)) == Set(Method.allCases))
        #expect(Samples.service.interfaces == Interface.allCases.map(\.rawValue))
    }

    @Test func `candidates are read whatever the outcome`() throws {
        let text =
            #"{"outcome":{"class":"pending","code":"pending.weather","message":""},"candidates":["#
            + #"{"route":"r","feature":"F","action":"a"}]}"#
        #expect(try Reply.explanation(value(text)) == ([Self.candidate], ActionPreview()))
        #expect(try Reply.explanation(value(#"{"outcome":{}}"#)) == ([], ActionPreview()))
    }

    @Test func `the errors of a table come back from the error reply`() throws {
        let reply = Reply.badTable([Samples.diagnostic])
        let bytes = Array(try message { ReplyEncoder.append(reply, to: &$0) }.utf8)
        guard case .error(reply.errorName, let value) = try ReplyDecoder.decode(bytes.span).content else {
            Issue.record("no error")
            return
        }
        #expect(try Reply.diagnostics(value) == [Samples.diagnostic])
    }

    @Test func `a report without a member that it needs is an error`() {
        #expect(throws: FramingError.field(name: "features", expected: "array")) {
            try Reply(.object([]), of: .list)
        }
        #expect(throws: FramingError.field(name: "", expected: "object")) { try Reply(.null, of: .status) }
        #expect(throws: FramingError.field(name: "features[0].path", expected: "string")) {
            try Reply(value(#"{"features":[{}]}"#), of: .list)
        }
    }

    @Test func `lists that were added to a report may be absent where it is read`() throws {
        let feature = try Reply(value(#"{"feature":{"path":"A","name":"A","status":"available"}}"#), of: .describe)
        #expect(feature == .feature(Self.available))
        let status =
            #""version":"","tableRevision":"","stateRevision":"","routes":0,"features":0,"connections":0,"#
            + #""calls":0,"uptimeMs":0,"overridden":false,"files":[],"audience":"martians""#
        #expect(try Reply(value("{\(status)}"), of: .status) == .report(StatusReport()))
    }
}
