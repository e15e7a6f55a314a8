// The spans of one link, as OTLP writes them in JSON: names of bytes in hex, moments as texts.
//
//     open show         SERVER      the whole link, below the step of its caller
//       sources         INTERNAL    the sources of its facts
//       wait            INTERNAL    until what blocked it was lifted
//       queue           INTERNAL    until its action had a place
//       perform         CLIENT      its action; what that calls is below this one
//
// A stage that a link was in several times is one span: it begins with the first time, and lasts as long as all together.
// No span has a URL, a value, a key or a user.
//
// *Source*: OTLP 1.9, "JSON Protobuf Encoding"; the numbers are those of trace.proto.

import Contract
import Serving

/// Writes the spans of one link.
struct LinkSpans {
    private enum Kind: Int64 {
        case inside = 1
        case server = 2
        case client = 3
    }

    private let times: LinkDurations
    /// What is added to a moment of the monotonic clock to get one since 1970.
    private let wallNs: Int64
    private var writer = JSONWriter()
    /// *Units*: spans that were written.
    private(set) var count = 0

    /// - Parameter wallNs: what is added to a moment of the monotonic clock to get one since 1970.
    init(_ times: LinkDurations, wallNs: Int64) { (self.times, self.wallNs) = (times, wallNs) }

    /// *Shape*: JSON objects with commas between them.
    var text: [UInt8] {
        var writer = writer
        return writer.finish()
    }

    /// Writes the spans of a link that has ended.
    mutating func write(
        _ code: OutcomeCode, _ trace: LinkTrace, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>,
        action: Span<UInt8>
    ) {
        let isFailure = [.failed, .unknown].contains(code.outcomeClass)
        let names = [("route", route.text), ("feature", feature.text), ("action", action.text)]
        let named = !route.isEmpty ? " " + names[0].1 : action.isEmpty ? "" : " \(names[1].1).\(names[2].1)"
        let attributes = names + [("code", code.rawValue), ("outcome_id", id.text)]
        write(
            "open" + named, .server, trace, trace.link, below: trace.caller, from: times.startedNs,
            to: times.endedNs, attributes.filter { !$0.1.isEmpty }, isFailure: isFailure)
        let stages: [(LinkStopwatch.Stage, String, Int64)] = [
            (.sources, "sources", times.sourcesNs), (.wait, "wait", times.waitedNs), (.queue, "queue", times.queuedNs),
        ]
        for (stage, name, lengthNs) in stages {
            guard let beginNs = trace.begins[stage] else { continue }
            write(
                name, .inside, trace, TraceParent.newStep(), below: trace.link, from: beginNs,
                to: beginNs + lengthNs, [], isFailure: false)
        }
        guard let beginNs = trace.begins[.perform] else { return }
        write(
            "perform", .client, trace, trace.action, below: trace.link, from: beginNs, to: times.endedNs,
            [], isFailure: isFailure)
    }

    private mutating func write(
        _ name: String, _ kind: Kind, _ trace: LinkTrace, _ id: String, below parent: String, from beginNs: Int64,
        to endNs: Int64, _ attributes: [(String, String)], isFailure: Bool
    ) {
        count += 1
        writer.beginObject()
        let moments = [
            ("startTimeUnixNano", beginNs), ("endTimeUnixNano", min(max(beginNs, endNs), times.endedNs)),
        ]
        let texts =
            [("traceId", trace.trace), ("spanId", id), ("parentSpanId", parent), ("name", name)]
            + moments.map { ($0, String(max(0, $1 + wallNs))) }
        for (name, text) in texts {
            writer.name(name)
            writer.string(text)
        }
        writer.name("kind")
        writer.integer(kind.rawValue)
        if !attributes.isEmpty { writer.attributes(attributes.map { ("deeplinkd." + $0, $1) }) }
        if isFailure {
            writer.name("status")
            writer.beginObject()
            writer.name("code")
            writer.integer(2)
            writer.endObject()
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the member with the attributes of a span or a resource.
    mutating func attributes(_ attributes: [(name: String, text: String)]) {
        name("attributes")
        beginArray()
        for (key, text) in attributes {
            beginObject()
            name("key")
            string(key)
            name("value")
            beginObject()
            name("stringValue")
            string(text)
            endObject()
            endObject()
        }
        endArray()
    }
}

extension Span<UInt8> {
    /// The text of UTF-8.
    fileprivate var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }
}
