import Contract
import TestSupport
import Testing
import Varlink

/// Calls that are recognised by their first and last bytes, beside the decoder of all calls.
@Suite struct PlainCallTests {
    private static let compact = #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://l/rock/7"}}"#
    private static let spaced = #"{"method": "io.deeplinkd.Dispatch.Open", "parameters": {"url": "t://l/rock/7"}}"#

    private static func url(_ message: [UInt8]) -> String? {
        CallDecoder.urlToOpen(message.span).map { String(decoding: message[$0], as: UTF8.self) }
    }

    @Test func `a call of Open with a URL alone is recognised in both spellings, and no other is`() {
        #expect(Self.url(Array(Self.compact.utf8)) == "t://l/rock/7")
        #expect(Self.url(Array(Self.spaced.utf8)) == "t://l/rock/7")
        let empty = Self.compact.replacing("t://l/rock/7", with: "")
        #expect(Self.url(Array(empty.utf8)) == "")
        let others = [
            "", "{}", String(Self.compact.dropLast()), Self.compact + " ", " " + Self.compact,
            Self.compact.replacing("Open", with: "Verify"), Self.compact.replacing("rock", with: #"\u0072ock"#),
            Self.compact.replacing("rock", with: "röck"), Self.compact.replacing("rock", with: "ro\u{1}ck"),
            Self.compact.replacing(#""}}"#, with: #"","timings":true}}"#),
            Self.compact.replacing(#""}}"#, with: #""},"oneway":true}"#),
            Self.compact.replacing(#""}}"#, with: #"","subject":"uid:0"}}"#),
        ]
        for other in others { #expect(Self.url(Array(other.utf8)) == nil, "\(other)") }
    }

    @Test func `what is recognised in a message with random bytes is what the decoder reads`() {
        var random = SeededGenerator(for: "PlainCallTests", usual: 17)
        for _ in 0..<20_000 {
            var message = Array((Bool.random(using: &random) ? Self.compact : Self.spaced).utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<message.count, using: &random)
                let byte = Bool.random(using: &random) ? UInt8.random(in: 1...255, using: &random) : UInt8(ascii: "\"")
                switch Int.random(in: 0..<3, using: &random) {
                case 0: message[index] = byte
                case 1: message.insert(byte, at: index)
                default: message.remove(at: index)
                }
            }
            guard let url = Self.url(message) else { continue }
            let call = try? CallDecoder.decode(message.span)
            #expect(call == Call(.request(.open(url: url))), "\(String(decoding: message, as: UTF8.self))")
        }
    }
}
