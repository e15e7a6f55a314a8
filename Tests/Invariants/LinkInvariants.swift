import Contract
import Links

/// The rules that hold for every text as a link; a fuzzer and the tests check them.
package enum LinkInvariants {
    private static let limits = {
        var limits = LinkLimits()
        limits.urlBytes = 1 << 16
        return limits
    }()

    private static let separators = {
        var separators = SegmentSeparators()
        (separators["spotify"], separators["c"]) = (.colon, .comma)
        return separators
    }()

    private static func parse(_ bytes: [UInt8]) throws(LinkError) -> Link {
        try Link.parse(bytes.span, limits: limits, separators: separators)
    }

    /// Parses a text and checks the rules.
    package static func check(_ bytes: [UInt8]) -> Finding {
        guard let record = try? URLRecord.parse(bytes.span) else {
            if (try? parse(bytes)) != nil { return .broken("a link that is no URL") }
            return .refused
        }
        if let rule = brokenRule(of: record) { return .broken(rule) }
        do throws(LinkError) {
            let link = try parse(bytes)
            if let rule = brokenRule(of: link, from: bytes) { return .broken(rule) }
            return .accepted
        } catch {
            if case .forbidden(_, _, let offset) = error, offset > bytes.count {
                return .broken("a refusal at offset \(offset) of \(bytes.count) bytes")
            }
            return .refused
        }
    }

    private static func brokenRule(of record: borrowing URLRecord) -> String? {
        for byte in record.bytes where byte < 0x20 || byte > 0x7E { return "a canonical URL is printable ASCII" }
        guard let again = try? URLRecord.parse(record.bytes.span) else { return "a canonical URL is a URL" }
        return again.components == record.components ? nil : "a canonical URL is a fixed point"
    }

    private static func brokenRule(of link: borrowing Link, from bytes: [UInt8]) -> String? {
        guard link.segmentCount >= 1 else { return "a link has a segment" }
        for index in 0..<link.segmentCount {
            let range = link.segment(index)
            guard lies(range, in: link) else { return "segment \(index) lies in the bytes" }
            let text = Array(link.bytes[range.indices])
            guard !text.contains(0x2F), !isOpaque(link) || !text.contains(link.scheme.count == 1 ? 0x2C : 0x3A) else {
                return "segment \(index) holds no separator"
            }
            guard !range.isEmpty || index == link.segmentCount - 1 else { return "only the last segment is empty" }
            guard Array(link.text(range).utf8) == Array(link.bytes[range.indices]) else {
                return "segment \(index) is UTF-8"
            }
        }
        for index in 0..<link.queryItemCount {
            let item = link.queryItem(index)
            guard lies(item.key, in: link), lies(item.value, in: link) else { return "item \(index) lies in the bytes" }
            for breach in [item.keyBreach, item.valueBreach] {
                guard let breach, link.offset(of: breach) >= bytes.count else { continue }
                return "a breach of item \(index) lies in the text"
            }
        }
        guard let again = try? parse(Array(link.href.utf8)) else { return "the href of a link is a link" }
        return texts(again) == texts(link) ? nil : "the href of a link has its segments and items"
    }

    /// Whether the link is cut at the separator of its scheme.
    private static func isOpaque(_ link: borrowing Link) -> Bool {
        separators[link.text(link.scheme)] != nil && link.bytes[Int(link.scheme.end) + 1..<link.hrefCount].first != 0x2F
    }

    private static func lies(_ range: ByteRange, in link: borrowing Link) -> Bool {
        range.start <= range.end && Int(range.end) <= link.bytes.count
    }

    private static func texts(_ link: borrowing Link) -> [String] {
        var texts: [String] = []
        for index in 0..<link.segmentCount { texts.append(link.text(link.segment(index))) }
        for index in 0..<link.queryItemCount {
            texts.append(link.text(link.queryItem(index).key))
            texts.append(link.text(link.queryItem(index).value))
        }
        return texts
    }
}
