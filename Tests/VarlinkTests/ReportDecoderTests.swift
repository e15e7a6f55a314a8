import TestTables
import Testing
import Varlink

@testable import Contract

@Suite struct ReportDecoderTests {
    private static let available = FeatureReport { ($0.path, $0.name, $0.availability) = ("A", "A", .available) }
    private static let candidate = CandidateReport { ($0.route, $0.feature, $0.action) = ("r", "F", "a") }

    @Test func `every answer comes back from its message, empty and with every member`() throws {
        func check<Call: Method>(_ method: Call.Type) throws {
            for answer in [Call.Answer(), FullSample.make(Call.Answer.self)] {
                #expect(try Call.Answer(reply: parameters(answer)) == answer, "\(method.name)")
            }
        }
        for method in Interface.all.flatMap(\.methods) { try check(method) }
    }

    @Test func `candidates are read whatever the outcome`() throws {
        func explanation(_ text: String) throws -> ExplainLink.Answer {
            try ExplainLink.Answer(reply: value(text), besides: "outcome")
        }
        let text =
            #"{"outcome":{"class":"pending","code":"pending.weather","message":""},"candidates":["#
            + #"{"route":"r","feature":"F","action":"a"}]}"#
        #expect(try explanation(text).candidates == [Self.candidate])
        #expect(try explanation(#"{"outcome":{}}"#) == ExplainLink.Answer())
    }

    @Test func `the errors of a table come back from the error reply`() throws {
        let reply = FullSample.make(BadTable.self)
        let bytes = Array(try message { ReplyEncoder.append(reply, to: &$0) }.utf8)
        guard case .error(reply.errorName, let value) = try ReplyDecoder.decode(bytes.span).content else {
            Issue.record("no error")
            return
        }
        #expect(try BadTable(reply: value) == reply && !reply.diagnostics.isEmpty)
    }

    @Test func `a report without a member that it needs is an error`() {
        #expect(throws: FramingError.field(name: "features", expected: "array")) {
            try ListFeatures.Answer(reply: .object([]))
        }
        #expect(throws: FramingError.field(name: "", expected: "object")) { try StatusReport(reply: .null) }
        #expect(throws: FramingError.field(name: "features[0].path", expected: "string")) {
            try ListFeatures.Answer(reply: value(#"{"features":[{}]}"#))
        }
    }

    @Test func `lists that were added to a report may be absent where it is read`() throws {
        let feature = try DescribeFeature.Answer(
            reply: value(#"{"feature":{"path":"A","name":"A","status":"available"}}"#))
        #expect(feature.feature == Self.available)
        let status =
            #""version":"","tableRevision":"","stateRevision":"","routes":0,"features":0,"connections":0,"#
            + #""calls":0,"uptimeMs":0,"overridden":false,"files":[],"audience":"martians""#
        #expect(try StatusReport(reply: value("{\(status)}")) == StatusReport())
    }
}
