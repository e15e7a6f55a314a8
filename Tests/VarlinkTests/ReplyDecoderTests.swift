import Contract
import Testing
import Varlink

@Suite struct ReplyDecoderTests {
    private func decode(_ text: String) throws(FramingError) -> ReplyMessage {
        let bytes = Array(text.utf8)
        return try ReplyDecoder.decode(bytes.span)
    }

    @Test func `replies and errors come out, and nothing is the same as empty`() throws {
        let empty = Value.object([])
        let rows: [(String, ReplyMessage)] = [
            ("{}", ReplyMessage(.parameters(empty))), (#"{"parameters":null}"#, ReplyMessage(.parameters(empty))),
            (#"{"parameters":{},"continues":false,"error":null}"#, ReplyMessage(.parameters(empty))),
            (
                #"{"parameters":{"a":1},"continues":true,"com.example":{}}"#,
                ReplyMessage(.parameters(.object([.init("a", .integer(1))])), continues: true)
            ),
            (#"{"error":"a.b.C"}"#, ReplyMessage(.error(name: "a.b.C", parameters: empty))),
            (
                #"{"error":"a.b.C","parameters":{"x":"y"}}"#,
                ReplyMessage(.error(name: "a.b.C", parameters: .object([.init("x", .string("y"))])))
            ),
        ]
        for (text, expected) in rows { #expect(try decode(text) == expected, "\(text)") }
    }

    @Test func `what is no reply is a breach`() {
        let rows: [(String, FramingError)] = [
            ("[]", .header(.notAnObject)), (#"{"parameters":[]}"#, .header(.parametersNotAnObject)),
            (#"{"error":1}"#, .header(.errorNotAString)), (#"{"continues":1}"#, .header(.flagNotABoolean("continues"))),
            (#"{"error":"a.B","continues":true}"#, .header(.errorContinues)),
            (#"{"extra":1}"#, .header(.unknownMember("extra"))),
            (#"{"error":"a.B","error":"a.C"}"#, .json(.duplicateName("error"), offset: 16)),
        ]
        for (text, error) in rows { #expect(throws: error, "\(text)") { try decode(text) } }
    }
}
