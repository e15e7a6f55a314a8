import Contract
import Testing

@Suite struct UTCTimeTests {
    @Test(
        arguments: [
            ("1970-01-01", 0), ("1970-01-01T00:00:00.001Z", 1), ("2000-02-29", 951_782_400_000),
            ("2026-03-01T00:00:00Z", 1_772_323_200_000), ("2026-03-01T23:59:59.999Z", 1_772_409_599_999),
            ("2024-12-31", 1_735_603_200_000), ("9999-12-31T23:59:59.999Z", UTCTime.lastMs),
        ] as [(String, Int64)])
    func `a moment is read and written`(_ text: String, _ milliseconds: Int64) {
        #expect(UTCTime.milliseconds(of: text) == milliseconds)
        let written = UTCTime.text(ofMs: milliseconds)
        #expect(written == (text.utf8.count == 10 ? text + "T00:00:00Z" : text))
    }

    @Test(arguments: [
        "", "2026", "2026-3-1", "2026-13-01", "2026-00-01", "2026-02-29", "2100-02-29", "2026-04-31", "1969-12-31",
        "2026-03-01 00:00:00Z", "2026-03-01T00:00:00", "2026-03-01T24:00:00Z", "2026-03-01T00:60:00Z",
        "2026-03-01T00:00:60Z", "2026-03-01T00:00:00+01:00", "2026-03-01T00:00:00.1Z", "2026-03-01T00:00:00z",
        "2026/03/01", "+026-03-01", "2026-03-01T", "2026-03-01Z", "２026-03-01",
    ])
    func `a text that is no moment is refused`(_ text: String) {
        #expect(UTCTime.milliseconds(of: text) == nil)
    }

    @Test func `every day comes back`() {
        for day in stride(from: Int64(0), to: 2_932_897, by: 7) {
            let milliseconds = day * 86_400_000 + day % 86_400_000
            #expect(UTCTime.milliseconds(of: UTCTime.text(ofMs: milliseconds)) == milliseconds)
        }
    }

    @Test func `a moment out of range is written as the nearest that is in it`() {
        #expect(UTCTime.text(ofMs: -1) == "1970-01-01T00:00:00Z")
        #expect(UTCTime.text(ofMs: .max) == "9999-12-31T23:59:59.999Z")
    }
}
