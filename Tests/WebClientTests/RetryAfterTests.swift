import Testing

@testable import WebClient

struct RetryAfterTests {
    /// 1999-12-31T23:59:59Z.
    private static let lastSecond: Int64 = 946_684_799

    @Test(
        "a time to wait is read in seconds, or as a date",
        arguments: [
            ("120", 120), ("0", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 60), ("Sat, 01 Jan 2000 00:00:00 GMT", 61),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 61 + 59 * 86_400), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("99999999999999999999999", 315_360_000), ("Fri, 31 Dec 9999 23:59:60 GMT", 315_360_000),
        ])
    func reads(text: String, seconds: Int64) {
        #expect(RetryAfter.time(text, nowSeconds: Self.lastSecond - 60) == .seconds(seconds))
    }

    @Test(
        "what is neither is no time",
        arguments: [
            "", " ", "-1", "+1", "1.5", "soon", "Fri, 31 Dec 1999 23:59:59", "Fri, 31 Dec 1999 24:00:00 GMT",
            "Fri, 00 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999",
            "Fri, ３1 Dec 1999 23:59:59 GMT", "Fri,  31 Dec 1999 23:59:59 GMT", "Fri, 31 Dez 1999 23:59:59 GMT",
        ])
    func refuses(text: String) {
        #expect(RetryAfter.time(text, nowSeconds: 0) == nil)
        #expect(RetryAfter.time(text, nowSeconds: .min) == nil)
    }
}
