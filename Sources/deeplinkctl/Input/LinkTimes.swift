internal import BenchmarkSupport
internal import Contract
internal import Links
internal import Matching
internal import Routing

/// What the steps up to a decision take for some links, each a median for one link.
struct LinkTimes {
    /// How many links there are, and how many bytes they have together.
    let linkCount: Int
    let byteCount: Int
    /// What the first one that is no link is refused for, and how many there are of those.
    private(set) var refusal: OutcomeCode?
    private(set) var refusedCount = 0
    /// Text to link, a refused text to its refusal.
    let parse: Measurement
    /// Link to route, and to a decision with inputs; nil without a table or a link.
    let match: Measurement?
    let decide: Measurement?

    /// Measures; it takes a few tenths of a second.
    init(_ urls: [String], in ruleset: Ruleset?, _ stopwatch: Stopwatch) {
        let texts = urls.map { Array($0.utf8) }
        let limits = ruleset?.linkLimits ?? LinkLimits()
        linkCount = texts.count
        byteCount = texts.reduce(0) { $0 + $1.count }
        var links: [Link] = []
        for text in texts {
            do throws(LinkError) {
                links.append(try Link.parse(text.span, limits: limits))
            } catch {
                refusal = refusal ?? Outcome(error).code
                refusedCount += 1
            }
        }
        parse = stopwatch.measure(operations: texts.count) {
            for text in texts { Self.parse(text.span, limits) }
        }
        guard let ruleset, !links.isEmpty else {
            (match, decide) = (nil, nil)
            return
        }
        var place = Matching.Match()
        match = stopwatch.measure(operations: links.count) {
            for link in links { keep(ruleset.index.match(link, into: &place)) }
        }
        decide = stopwatch.measure(operations: links.count) {
            for link in links { keep(ruleset.decide(link)) }
        }
    }

    private static func parse(_ text: Span<UInt8>, _ limits: LinkLimits) {
        do throws(LinkError) {
            keep(try Link.parse(text, limits: limits))
        } catch {
            keep(error)
        }
    }

    /// The time that parsing takes for each byte.
    var parseNanosecondsPerByte: Double { parse.nanoseconds * Double(linkCount) / Double(max(1, byteCount)) }
}
