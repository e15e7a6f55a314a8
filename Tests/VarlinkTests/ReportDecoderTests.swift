import Contract
import Testing
import Varlink

@Suite struct ReportDecoderTests {
    @Test func `every report comes back from its reply`() throws {
        let features = [Samples.feature, .init(path: "A", name: "A", status: .available)]
        #expect(try ReportDecoder.features(parameters(.features(features))) == features)
        #expect(try ReportDecoder.feature(parameters(.feature(Samples.feature))) == Samples.feature)
        #expect(try ReportDecoder.status(parameters(.status(Samples.status))) == Samples.status)
        let reload = ReloadReport(tableRevision: "t", routes: 2, warnings: [Samples.diagnostic])
        #expect(try ReportDecoder.reload(parameters(.reloaded(reload))) == reload)
        let (service, interfaces) = try ReportDecoder.service(parameters(.service(Samples.service)))
        #expect(service == Samples.service)
        #expect(interfaces == Interface.allCases.map(\.rawValue))
        let candidates = [
            CandidateReport(route: "r", feature: "F", action: "a"),
            .init(route: "s", feature: "F", action: "b", failure: "x"),
        ]
        let explained = try parameters(.explained(Outcome(.loop), candidates: candidates))
        #expect(try ReportDecoder.candidates(explained) == candidates)
        #expect(try ReportDecoder.candidates(parameters(.explained(Outcome(.loop), candidates: nil))) == nil)
    }

    @Test func `the errors of a table come back from the error reply`() throws {
        let bytes = Array(try message { ReplyEncoder.append(.badTable([Samples.diagnostic]), to: &$0) }.utf8)
        guard case .error(Reply.badTableName, let value) = try ReplyDecoder.decode(bytes.span).content else {
            Issue.record("no error")
            return
        }
        #expect(try ReportDecoder.badTable(value) == [Samples.diagnostic])
    }

    @Test func `a report without a member that it needs is an error`() {
        #expect(throws: FramingError.field(name: "features", expected: "array")) {
            try ReportDecoder.features(.object([]))
        }
        #expect(throws: FramingError.field(name: "", expected: "object")) { try ReportDecoder.status(.null) }
        #expect(throws: FramingError.field(name: "features[0].path", expected: "string")) {
            try ReportDecoder.features(value(#"{"features":[{}]}"#))
        }
    }
}
