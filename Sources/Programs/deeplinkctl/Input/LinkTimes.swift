internal import BenchmarkSupport
internal import Contract
internal import Links
internal import Matching
internal import Routing

/// The time that the steps up to a decision take for some links, each a median for one link.
struct LinkTimes {
    /// The number of links, and the sum of their bytes.
    let linkCount: Int
    let byteCount: Int
    /// The code of the first text that is not a link, and how many there are.
    private(set) var refusal: OutcomeCode?
    private(set) var refusedCount = 0
    /// From text to link, or to the refusal of a text.
    let parse: Measurement
    /// From link to route, and to a decision with inputs; nil without a table or a link.
    let match: Measurement?
    let decide: Measurement?

    /// Measures for a few tenths of a second.
    init(_ urls: [String], in ruleset: Ruleset?, _ stopwatch: Stopwatch) {
        let texts = urls.map { Array($0.utf8) }
        let rules = (ruleset?.linkLimits ?? LinkLimits(), ruleset?.separators ?? SegmentSeparators())
        linkCount = texts.count
        byteCount = texts.reduce(0) { $0 + $1.count }
        var links: [Link] = []
        for text in texts {
            do throws(LinkError) {
                links.append(try Link.parse(text.span, limits: rules.0, separators: rules.1))
            } catch {
                refusal = refusal ?? Outcome(error).code
                refusedCount += 1
            }
        }
        parse = stopwatch.measure(operations: texts.count) {
            for text in texts { Self.parse(text.span, rules) }
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

    private static func parse(_ text: Span<UInt8>, _ rules: (LinkLimits, SegmentSeparators)) {
        do throws(LinkError) {
            keep(try Link.parse(text, limits: rules.0, separators: rules.1))
        } catch {
            keep(error)
        }
    }

    /// The parsing time per byte.
    var parseNanosecondsPerByte: Double { parse.nanoseconds * Double(linkCount) / Double(max(1, byteCount)) }
}
