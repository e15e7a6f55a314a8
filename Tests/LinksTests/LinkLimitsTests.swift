import Contract
import Links
import Testing

/// Each limit is tested one below, at, and one above.
struct LinkLimitsTests {
    @Test func `the defaults are the project's limits`() {
        let limits = LinkLimits()
        #expect(limits.urlBytes == Limits.urlBytes)
        #expect(limits.segments == Limits.segments)
        #expect(limits.queryItems == Limits.queryItems)
    }

    @Test(arguments: [-1, 0, 1])
    func `a URL may have as many bytes as the limit, and no more`(_ difference: Int) throws {
        let length = Limits.urlBytes + difference
        let text = "podcast:" + String(repeating: "a", count: length - 8)
        try expect(text, fails: difference > 0 ? .tooLong(length: length, limit: Limits.urlBytes) : nil)
    }

    @Test(arguments: [-1, 0, 1], ["https://h", "podcast://host", "podcast:a", "podcast:"])
    func `a link may have as many segments as the limit, and no more`(_ difference: Int, _ base: String) throws {
        let count = Limits.segments + difference
        let already = base.hasSuffix("host") || base.hasSuffix(":a") ? 1 : 0
        let text = base + String(repeating: "/a", count: count - already)
        try expect(text, fails: difference > 0 ? .tooManySegments(count: count, limit: Limits.segments) : nil)
        if difference <= 0 { #expect(try Link.parse(text).segmentCount == count) }
    }

    @Test(arguments: [-1, 0, 1])
    func `a query may have as many items as the limit, and empty items do not count`(_ difference: Int) throws {
        let count = Limits.queryItems + difference
        let text = "podcast:a?&" + String(repeating: "a=%20&&", count: count)
        try expect(text, fails: difference > 0 ? .tooManyItems(count: count, limit: Limits.queryItems) : nil)
        if difference <= 0 { #expect(try Link.parse(text).queryItemCount == count) }
    }

    @Test func `limits that a caller sets replace the defaults`() throws {
        var limits = LinkLimits()
        (limits.urlBytes, limits.segments, limits.queryItems) = (12, 2, 1)
        _ = try Link.parse("p:a/b?c=1", limits: limits)
        #expect(throws: LinkError.tooManySegments(count: 3, limit: 2)) { try Link.parse("p:a/b/", limits: limits) }
        #expect(throws: LinkError.tooManyItems(count: 2, limit: 1)) { try Link.parse("p:a?a&b", limits: limits) }
        #expect(throws: LinkError.tooLong(length: 13, limit: 12)) { try Link.parse("p:34567890123", limits: limits) }
        limits.segments = 0
        #expect(throws: LinkError.tooManySegments(count: 1, limit: 0)) { try Link.parse("p:", limits: limits) }
    }

    private func expect(_ text: String, fails error: LinkError?) throws {
        if let error {
            #expect(throws: error) { try Link.parse(text) }
        } else {
            _ = try Link.parse(text)
        }
    }
}
