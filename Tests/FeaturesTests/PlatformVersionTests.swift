import Features
import Testing

struct PlatformVersionTests {
    @Test(arguments: ["6", "6.1", "6.1.0", "10.13.4.2", "0", "252", "4294967295", "007"])
    func `a version has one to four numbers`(text: String) {
        #expect(PlatformVersion(text) != nil)
    }

    @Test(arguments: [
        "", ".", "6.", ".6", "6..1", "1.2.3.4.5", "6.1-rc1", "v6", "-1", "+1", " 6", "6 ", "6,1", "4294967296",
        "99999999999999999999", "٦", "6.١", "6\u{301}", "6.1\u{0}", "six",
    ])
    func `nothing else is a version in a table`(text: String) {
        #expect(PlatformVersion(text) == nil)
    }

    @Test(arguments: [
        ("6.1.0-18-amd64", "6.1.0"), ("6.12.9+deb12", "6.12.9"), ("12", "12"), ("12 (bookworm)", "12"),
        ("6.1.", "6.1"), ("6.1...", "6.1"), ("1.2.3.4.5.6", "1.2.3.4"), ("24.04", "24.04"), ("6.1\r\n", "6.1"),
        ("252.39-1~deb12u1", "252.39"),
    ])
    func `a machine's version is what its text begins with`(text: String, version: String) {
        #expect(PlatformVersion(prefixOf: text) == PlatformVersion(version))
        #expect(PlatformVersion(version) != nil)
    }

    @Test(arguments: ["", "rolling", "v6.1", ".6", "6..1", "4294967296", "-6", "٦.1"])
    func `a text that begins with no version has none`(text: String) {
        #expect(PlatformVersion(prefixOf: text) == nil)
    }

    @Test func `versions compare number by number, and missing ones are zero`() {
        let ordered = ["0", "0.0.0.1", "1", "1.0.1", "1.2", "1.10", "2", "10", "10.0.0.1"].map { version($0) }
        for (i, left) in ordered.enumerated() {
            for (j, right) in ordered.enumerated() {
                #expect((left < right) == (i < j))
                #expect((left == right) == (i == j))
            }
        }
        #expect(version("6.1") == version("6.1.0.0"))
        #expect(version("6") == version("6.0"))
    }
}
