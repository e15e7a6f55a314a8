// The answer to one request of a scraper: a socket unit hands the connection over as standard input and output.
//
//     GET /metrics HTTP/1.1                                      →   HTTP/1.1 200 OK
//     Accept: application/openmetrics-text;version=1.0.0;q=0.5       Content-Type: application/openmetrics-text; …
//
// It is no server: one request is read, and the connection is closed behind its answer.

internal import Contract
internal import HostSystem

/// Answers one request for the numbers.
struct MetricsAnswer {
    /// *Units*: bytes of a request's line and headers.
    private static let byteLimit = 16 << 10
    /// How long a request may take to arrive.
    private static let patienceNs: Int64 = 5_000_000_000

    private let socket: SocketOption

    init(_ socket: SocketOption) { self.socket = socket }

    /// Reads the request, and answers it.
    func give() throws {
        guard let request = try Self.read() else {
            return try Self.answer("400 Bad Request", "This is no request of HTTP that can be answered.\n")
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            return try Self.answer("405 Method Not Allowed", "Only GET is answered.\n", headers: ["Allow: GET, HEAD"])
        }
        guard request.path == "/metrics" else {
            return try Self.answer("404 Not Found", "The numbers are at /metrics.\n")
        }
        let form = AcceptedForm.best(of: request.accept)
        do {
            let text = try MetricsCommand.text(form, socket)
            try Self.answer("200 OK", text, type: form.mediaType, isHead: request.method == "HEAD")
        } catch {
            try Self.answer("503 Service Unavailable", "\(error)\n")
        }
    }

    /// What a request asks for.
    private struct Request {
        let method: String
        /// Without its query.
        let path: String
        var accept = ""
    }

    /// Reads to the empty line behind the headers; nil for what is no request, is too long, or does not come in time.
    private static func read() throws -> Request? {
        let endNs = HostClock.monotonicNs + patienceNs
        var bytes: [UInt8] = []
        while !bytes.endsWithEmptyLine {
            let chunk = try StandardStreams.readInput(byteLimit: byteLimit, until: endNs)
            bytes += chunk
            guard !chunk.isEmpty, bytes.count <= byteLimit else { return nil }
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return nil }
        var request = Request(method: String(words[0]), path: String(words[1].prefix { $0 != "?" }))
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            guard name.lowercased() == "accept" else { continue }
            request.accept += (request.accept.isEmpty ? "" : ",") + line.dropFirst(name.count + 1)
        }
        return request
    }

    private static func answer(
        _ status: String, _ text: String, type: String = "text/plain; charset=utf-8", headers: [String] = [],
        isHead: Bool = false
    ) throws {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(text.utf8.count)", "Connection: close",
            "Cache-Control: no-store",
        ]
        let lines = (head + headers).map { $0 + "\r\n" }.joined() + "\r\n"
        try StandardStreams.write(Array((lines + (isHead ? "" : text)).utf8), to: .output)
    }
}

/// Which form a scraper prefers.
enum AcceptedForm {
    /// The form with the highest weight; Prometheus' own where the header names none, or both alike.
    ///
    /// *Shape*: as RFC 9110 has it: `application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3,*/*;q=0.1`.
    static func best(of header: String) -> GetMetrics.Form {
        var weights: [GetMetrics.Form: Int] = [:]
        for part in header.split(separator: ",") {
            let words = part.split(separator: ";").map { word in
                String(word.filter { !$0.isWhitespace }).lowercased()
            }
            let version = words.first { $0.hasPrefix("version=") }.map { $0.dropFirst(8) }
            let form: GetMetrics.Form
            switch words.first {
            case "application/openmetrics-text" where version == nil || version == "1.0.0": form = .openmetrics
            case "text/plain", "text/*", "*/*": form = .prometheus
            default: continue
            }
            let weight = words.first { $0.hasPrefix("q=") }.map { thousandths(of: $0.dropFirst(2)) } ?? 1000
            weights[form] = max(weights[form] ?? 0, weight)
        }
        return weights[.openmetrics, default: 0] > weights[.prometheus, default: 0] ? .openmetrics : .prometheus
    }

    /// *Shape*: `0.5`, `1`; 0 for anything else.
    private static func thousandths(of text: Substring) -> Int {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), parts.count <= 2, (0...1).contains(whole) else { return 0 }
        let digits = parts.count == 2 ? parts[1].prefix(3) : ""
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return 0 }
        let rest = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
        return min(1000, whole * 1000 + rest)
    }
}

extension GetMetrics.Form {
    /// *Source*: the registrations of both forms.
    fileprivate var mediaType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

extension [UInt8] {
    /// True if an empty line ends the bytes.
    fileprivate var endsWithEmptyLine: Bool {
        suffix(4) == Array("\r\n\r\n".utf8)[...] || suffix(2) == Array("\n\n".utf8)[...]
    }
}
