// Spans on their way to a collector. They wait two seconds for others, and at most as many wait as there is room for:
//
//     add, add, …        up to two seconds, or 512 spans
//     one request        POST, JSON of OTLP; the next one when this one has ended
//       2xx              sent, but for those that the collector says it has rejected
//       429, 502-504     once more, when the collector says, or after two seconds
//       no answer        once more, after two seconds
//       all else         dropped
//
// A link never waits for it. What is dropped is counted, and the log has one line until the collector takes spans again.

import Contract
import EventLoop
import HostSystem
import OperateRules
import Serving
import WebClient

/// The spans that wait, and the request that is under way.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class SpanQueue {
    /// The spans of one link.
    private struct Part {
        let text: [UInt8]
        let count: Int
    }

    /// *Units*: spans in one request.
    private static let batchSize = 512
    /// The pause before a request is sent again; at most the second one, where the collector says when.
    private static let pause: (usual: Duration, longest: Duration) = (.seconds(2), .seconds(30))
    private static let requestTime = Duration.seconds(10)

    private let log: Log
    private let client: WebClient
    private lazy var timer = try? DueTimer(loop: loop) { [weak self] in self?.sendNext() }
    private lazy var retryTimer = try? Timer(loop: loop) { [weak self] in self?.retry() }
    private let loop: Loop
    /// Nil where nothing is sent.
    private(set) var collector: TracingTerms.Collector?
    private var parts: [Part] = []
    /// *Units*: spans in `parts`.
    private var waitingCount = 0
    /// What is being sent, and how often it was.
    private var batch: (parts: [Part], attempts: Int)?
    /// True from a failure to the next success.
    private var isFailing = false
    private var isClosed = false
    /// *Units*: spans that the collector has taken.
    private(set) var sentCount = 0
    /// *Units*: spans that were given up.
    private(set) var droppedCount = 0

    init(_ loop: Loop, _ log: Log) { (self.loop, self.log, client) = (loop, log, WebClient(loop: loop)) }

    /// Sends to a collector from now on; to none where nil: what waits is dropped then.
    func send(to collector: TracingTerms.Collector?) {
        guard collector != self.collector else { return }
        self.collector = collector
        guard collector == nil else { return }
        droppedCount += waitingCount
        (parts, waitingCount) = ([], 0)
        timer?.cancel()
        client.closeKept()
    }

    /// Takes the spans of a link.
    ///
    /// - Parameter text: JSON objects with commas between them.
    func add(_ text: [UInt8], count: Int) {
        guard collector != nil, !isClosed else { return }
        guard waitingCount + count <= Limits.tracingSpans else { return drop(count, because: "too many wait") }
        parts.append(Part(text: text, count: count))
        waitingCount += count
        if waitingCount >= Self.batchSize { sendNext() } else { timer?.fire(within: Limits.tracingDelay) }
    }

    /// Ends the request that is under way, and all timers.
    func close() {
        isClosed = true
        client.close()
        timer?.close()
        retryTimer?.close()
        batch = nil
    }

    // MARK: Requests

    private func sendNext() {
        guard batch == nil, collector != nil, !parts.isEmpty else { return }
        var count = 0
        let end = parts.firstIndex { part in
            defer { count += part.count }
            return count + part.count > Self.batchSize && count > 0
        }
        let taken = Array(parts[..<(end ?? parts.count)])
        parts.removeFirst(taken.count)
        waitingCount -= taken.count(of: \.count)
        batch = (taken, 0)
        retry()
    }

    private func retry() {
        guard let (parts, attempts) = batch, !isClosed else { return }
        guard let collector else {
            droppedCount += parts.count(of: \.count)
            return batch = nil
        }
        batch = (parts, attempts + 1)
        var request = WebRequest(
            "POST", collector.url, socketPath: collector.socketPath,
            headers: [("Content-Type", "application/json"), ("User-Agent", "deeplinkd/" + Version.text)],
            body: Self.body(parts.map(\.text)))
        // The table has chosen the machine.
        request.allowsPrivateAddresses = true
        request.wholeTime = Self.requestTime
        do throws(WebFault) {
            try client.send(request) { [weak self] result in self?.settle(result) }
        } catch {
            settle(.failure(error))
        }
    }

    private func settle(_ result: WebClient.Result) {
        guard let (parts, attempts) = batch else { return }
        let reason: String
        var pause: Duration? = Self.pause.usual
        switch result {
        case .success(let answer) where (200...299).contains(answer.status):
            return didSend(parts, rejected: Self.rejectedCount(answer))
        case .success(let answer):
            reason = "it answered with the status \(answer.status)"
            if [429, 502, 503, 504].contains(answer.status) {
                let wanted = answer.retryAfter(nowSeconds: HostClock.wallMs / 1000) ?? Self.pause.usual
                pause = min(wanted, Self.pause.longest)
            } else {
                pause = nil
            }
        case .failure(let fault): reason = "\(fault)"
        }
        guard let pause, attempts == 1, let retryTimer else { return give(up: parts, because: reason) }
        retryTimer.start(after: pause)
    }

    private func didSend(_ parts: [Part], rejected: Int) {
        let count = parts.count(of: \.count)
        sentCount += max(0, count - rejected)
        batch = nil
        if rejected > 0 {
            drop(min(rejected, count), because: "it has rejected some")
        } else if isFailing {
            isFailing = false
            log.notice("spans are sent again", ["dropped": "\(droppedCount)"])
        }
        goOn()
    }

    private func give(up parts: [Part], because reason: String) {
        batch = nil
        drop(parts.count(of: \.count), because: reason)
        goOn()
    }

    private func goOn() {
        guard !parts.isEmpty else { return }
        // A collector that is down is not asked without a pause.
        if waitingCount >= Self.batchSize, !isFailing { sendNext() } else { timer?.fire(within: Limits.tracingDelay) }
    }

    /// - Parameter reason: the end of a sentence about the collector.
    private func drop(_ count: Int, because reason: String) {
        droppedCount += count
        guard !isFailing else { return }
        isFailing = true
        log.warning("spans are dropped", ["reason": reason])
    }

    // MARK: The form

    /// *Shape*: `ExportTraceServiceRequest` of OTLP.
    private static func body(_ parts: [[UInt8]]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("resource")
        writer.beginObject()
        writer.attributes([
            ("service.name", "deeplinkd"), ("service.version", Version.text), ("host.name", HostFacts.hostName),
        ])
        writer.endObject()
        let resource = String(decoding: writer.finish(), as: UTF8.self)
        let scope = #"{"name":"deeplinkd","version":\#(JSONText.text(of: .string(Version.text)))}"#
        let head = #"{"resourceSpans":[\#(resource),"scopeSpans":[{"scope":\#(scope),"spans":["#
        var body = Array(head.utf8)
        body.reserveCapacity(parts.reduce(body.count + parts.count + 16) { $0 + $1.count })
        for (number, part) in parts.enumerated() {
            if number > 0 { body.append(UInt8(ascii: ",")) }
            body += part
        }
        return body + Array("]}]}]}".utf8)
    }

    /// How many spans of a request that was taken the collector has not kept.
    ///
    /// *Source*: OTLP, "Partial Success"; a number of 64 bits is a text in its JSON.
    private static func rejectedCount(_ answer: WebAnswer) -> Int {
        guard answer.bodyFault == nil, let value = try? ValueDecoder.decode(answer.body.span, allowsDuplicates: true)
        else { return 0 }
        switch value["partialSuccess"]?["rejectedSpans"] {
        case .string(let text): return max(0, Int(text) ?? 0)
        case .integer(let number): return max(0, Int(clamping: number))
        case .null, .bool, .number, .array, .object, nil: return 0
        }
    }
}

extension Array {
    fileprivate func count(of number: (Element) -> Int) -> Int { reduce(0) { $0 + number($1) } }
}
