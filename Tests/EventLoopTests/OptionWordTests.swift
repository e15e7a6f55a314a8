import HostSystem
import Testing

@Suite struct OptionWordTests {
    private static let names = [
        OptionWord.Name("file", letter: "f", takesValue: true), .init("fill", letter: nil, takesValue: true),
        .init("help", letter: "h", takesValue: false),
    ]

    /// One test, since getopt_long keeps its state for the whole process: each row is read as if it were the first.
    @Test func `words are options with their values, or operands, in their order`() throws {
        let rows: [([String], [OptionWord])] = [
            ([], []),
            (["a", "-f", "b", "c"], [.operand("a"), .option(0, spelled: "-f", value: "b"), .operand("c")]),
            (["--file=b=c", "-"], [.option(0, spelled: "--file", value: "b=c"), .operand("-")]),
            (["-hfb", "-h"], [.help, .option(0, spelled: "-f", value: "b"), .help]),
            (["-hxh", "a"], [.help, .unknown(spelled: "-hxh"), .help, .operand("a")]),
            (["-hf"], [.help, .missingValue(0, spelled: "-f")]),
            (["--fi", "a"], [.unknown(spelled: "--fi"), .operand("a")]),
            (["--hel", "--help"], [.unknown(spelled: "--hel"), .option(2, spelled: "--help", value: "")]),
            (["--file", "-h"], [.missingValue(0, spelled: "--file")]),
            (["--file", "-"], [.option(0, spelled: "--file", value: "-")]),
            (["--file", ""], [.option(0, spelled: "--file", value: "")]),
            (["--fill="], [.missingValue(1, spelled: "--fill")]),
            (["-h", "--", "-h", "--"], [.help, .operand("-h"), .operand("--")]),
            (["é", "--é"], [.operand("é"), .unknown(spelled: "--é")]),
        ]
        for (words, expected) in rows + rows.reversed() {
            #expect(try OptionWord.read(words, Self.names) == expected, "\(words)")
        }
        #expect(throws: LoopError.unusableText("a\0")) { try OptionWord.read(["a\0"], Self.names) }
    }
}

extension OptionWord {
    fileprivate static let help = option(2, spelled: "-h", value: "")
}
