import Conf
import Contract
internal import Features
import Links
package import Routing

/// The own lines of `tracing`.
package enum TracingLine: String, FunctionLine {
    case to

    package static let word = "tracing"
    package static let feature = "Tracing"

    /// How a line is written.
    package var form: DirectiveForm {
        switch self {
        case .to: DirectiveForm("to URL|unix:/SOCKET [/PATH]", 1...2, once: true)
        }
    }
}

/// What a table says of tracing.
package struct TracingTerms: WingPart {
    /// What takes the spans.
    package struct Collector: Equatable, Sendable {
        /// *Shape*: `http://127.0.0.1:4318/v1/traces`; of a socket with the host `localhost`.
        package let url: String
        /// The Unix socket to connect to; nil for a host.
        package let socketPath: String?
    }

    /// The number of its feature; nil where the table has no tracing.
    package let feature: Int?
    package let collector: Collector?

    package init() { (feature, collector) = (nil, nil) }

    init(feature: Int, collector: Collector?) { (self.feature, self.collector) = (feature, collector) }
}

extension Ruleset {
    /// What the table says of tracing.
    package var tracing: TracingTerms { catalogue.parts[TracingTerms.self] }
}

/// Reads `tracing { … }`.
enum TracingReader {
    private static let example = "as in `to http://127.0.0.1:4318/v1/traces`, `to unix:/run/otel.sock /v1/traces`"

    /// The block among the directives of a table.
    static func directive(order: Int) -> WingDirective {
        TracingLine.directive(order: order) { reader, read in
            let line = read.statements(of: .to).first
            // One that cannot be read was reported.
            if !reader.document.children(of: read.statement).contains(where: { reader.word(0, $0) == "to" }) {
                reader.report(
                    .wrongBlock, reader.place(0, read.statement), "the block of `tracing` has no line `to`",
                    help: "add `to http://127.0.0.1:4318/v1/traces`, or the socket of a collector")
            }
            let collector = line.flatMap { Self.collector($0, reader) }
            reader.table.draft.catalogue.parts[TracingTerms.self] = TracingTerms(
                feature: read.feature, collector: collector)
        }
    }

    /// *Shape*: `to URL`, `to unix:/SOCKET /PATH`.
    private static func collector(_ line: Int, _ reader: FunctionReader<TracingLine>) -> TracingTerms.Collector? {
        let words = reader.arguments(line)
        let address = words[0]
        guard address.text.hasPrefix("unix:") else { return host(address, words.dropFirst().first, reader) }
        guard let path = ServiceReader(table: reader.table, fault: .badCall).readAddress(address) else { return nil }
        guard words.count > 1 else {
            return reader.refuse(
                .wrongArguments, address.place, "the path of the request is missing behind the socket", help: example)
        }
        let url = "http://localhost" + words[1].text
        guard words[1].text.hasPrefix("/"), isCanonical(url) else {
            return reader.refuse(
                .badCall, words[1].place, "`\(words[1].text)` is not the path of a request", help: example)
        }
        return TracingTerms.Collector(url: url, socketPath: path)
    }

    private static func host(
        _ address: PlacedWord, _ more: PlacedWord?, _ reader: FunctionReader<TracingLine>
    ) -> TracingTerms.Collector? {
        if let more {
            return reader.refuse(
                .wrongArguments, more.place, "the path of the request stands in the URL", help: example)
        }
        let isWeb = ["http://", "https://"].contains(where: address.text.hasPrefix)
        guard isWeb, isCanonical(address.text) else {
            return reader.refuse(
                .badCall, address.place, "`\(address.text)` is not the URL of a collector", help: example)
        }
        guard reader.mayReachNetwork(address.place) else { return nil }
        return TracingTerms.Collector(url: address.text, socketPath: nil)
    }

    /// Whether a URL is written as the standard writes it, with a host, and without a name, a password, a query and a fragment.
    private static func isCanonical(_ url: String) -> Bool {
        guard !url.contains("?"), !url.contains("#"), let record = try? URLRecord.parse(url), let host = record.host,
            host.kind != .none, record.username.isEmpty, record.password.isEmpty
        else { return false }
        return record.bytes.elementsEqual(url.utf8)
    }
}
