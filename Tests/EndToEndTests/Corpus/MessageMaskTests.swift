import Contract
import Testing

/// A mask hides what may change, and nothing else.
@Suite struct MessageMaskTests {
    private static let rows: [(message: String, masked: String)] = [
        (#"{"error":"a.b","parameters":{"parameter":"url"}}"#, #"{"error":"a.b","parameters":{"parameter":"url"}}"#),
        (#"{"message":"Done."}"#, #"{"message":"‹sentence›"}"#), (#"{"message":""}"#, #"{"message":""}"#),
        (#"{"message":" Done."}"#, #"{"message":" Done."}"#), (#"{"message":7}"#, #"{"message":7}"#),
        (#"{"message":"two\nlines"}"#, #"{"message":"two\nlines"}"#),
        (#"{"message":"a \"quoted\" } word"}"#, #"{"message":"‹sentence›"}"#),
        (#"{"constraints":[{"reason":"off"}]}"#, #"{"constraints":[{"reason":"off"}]}"#),
        (#"{"ledger":{"reason":"It is full."}}"#, #"{"ledger":{"reason":"‹sentence›"}}"#),
        (#"{"parameters":{"reason":"It is full."}}"#, #"{"parameters":{"reason":"‹sentence›"}}"#),
        (#"{"asOfMs":1732284000000}"#, #"{"asOfMs":"‹amount›"}"#), (#"{"asOfMs":-1}"#, #"{"asOfMs":-1}"#),
        (#"{"asOfMs":"1"}"#, #"{"asOfMs":"1"}"#), (#"{"expiresAfterMs":30000}"#, #"{"expiresAfterMs":30000}"#),
        (#"{"version":"\#(Version.text)"}"#, #"{"version":"‹version›"}"#), (#"{"version":"x"}"#, #"{"version":"x"}"#),
        (
            #"[{"outcomeId":"a1"},{"outcomeId":"b2"},{"outcomeId":"a1"},{"binding":"a1"}]"#,
            #"[{"outcomeId":"‹outcome 1›"},{"outcomeId":"‹outcome 2›"},{"outcomeId":"‹outcome 1›"},{"binding":"‹binding 1›"}]"#
        ),
        (#"{"binding":""}"#, #"{"binding":""}"#), (#"{"binding":{"a":[1]}}"#, #"{"binding":{"a":[1]}}"#),
        (#"{"files":[{"name":"x","revision":"0f"}]}"#, #"{"files":[{"name":"x","revision":"‹file 1›"}]}"#),
        (#"{"revision":"0f"}"#, #"{"revision":"0f"}"#),
        (
            ##"{"parameters":{"description":"# Says what.\ninterface a.b\n  # Indented.\nerror C ()"}}"##,
            #"{"parameters":{"description":"interface a.b\nerror C ()"}}"#
        ),
        (#"{"feature":{"description":"Clips"}}"#, #"{"feature":{"description":"Clips"}}"#),
        (#"{"at":"/tmp/here/x","deep":["/tmp/here/in"]}"#, #"{"at":"$HERE/x","deep":["$IN"]}"#),
        (
            #"{"a":{},"b":[],"c":[[],{}],"d":null,"e":true,"f":-1.5e3}"#,
            #"{"a":{},"b":[],"c":[[],{}],"d":null,"e":true,"f":-1.5e3}"#
        ),
        ("no JSON", "no JSON"), (#"{"message":"cut"#, #"{"message":"cut"#), (#"{"a":1}}"#, #"{"a":1}}"#), ("", ""),
    ]

    @Test(arguments: rows.indices)
    func `a mask replaces the members of its rules, in their shape, and nothing else`(_ index: Int) {
        let row = Self.rows[index]
        var mask = MessageMask(names: [("/tmp/here", "$HERE"), ("/tmp/here/in", "$IN")])
        #expect(mask.mask(row.message) == row.masked)
    }

    @Test func `a long URL is cut, with its length`() {
        let url = "t://" + String(repeating: "a", count: 196)
        var mask = MessageMask(names: [])
        #expect(mask.mask(#"{"url":"\#(url)"}"#) == #"{"url":"\#(url.prefix(80))‹200 bytes›"}"#)
        #expect(mask.mask(#"{"word":"\#(url)"}"#) == #"{"word":"\#(url)"}"#)
    }

    @Test func `a difference names the first line that differs, with the line before it`() {
        let lines = ["1 > a", "1 < b", "1 > c"]
        #expect(CorpusRecorder.difference(lines, from: lines) == nil)
        #expect(
            CorpusRecorder.difference(lines, from: ["1 > a", "1 < B", "1 > c"]) == "line 2\n1 > a\nwas 1 < B\nis  1 < b"
        )
        #expect(
            CorpusRecorder.difference(lines, from: ["1 > a", "1 < b"]) == "line 3\n1 < b\nwas (the end)\nis  1 > c")
        #expect(CorpusRecorder.difference([], from: ["1 > a"]) == "line 1\nwas 1 > a\nis  (the end)")
    }
}
