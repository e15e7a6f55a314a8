import Contract
import TestSupport
import TestTables
import Testing
import Varlink

/// Calls that are recognised by their first and last bytes, beside the decoder of all calls.
@Suite struct PlainCallTests {
    private static let compact = #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://l/rock/7"}}"#
    private static let spaced = #"{"method": "io.deeplinkd.Dispatch.Open", "parameters": {"url": "t://l/rock/7"}}"#

    /// What a message that is recognised asks for.
    private static func request(_ message: [UInt8]) -> Call.Content? {
        guard let (link, range) = CallDecoder.plainLink(message.span) else { return nil }
        let text = String(decoding: message[range], as: UTF8.self)
        return switch link {
        case .open: .request(OpenLink(url: text))
        case .verify: .request(VerifyLink(url: text))
        case .perform: .request(PerformBinding { $0.binding = text })
        }
    }

    @Test func `a call about a link with one text is recognised in both spellings, and no other is`() {
        for spelling in [Self.compact, Self.spaced] {
            #expect(Self.request(Array(spelling.utf8)) == .request(OpenLink(url: "t://l/rock/7")))
            let verify = spelling.replacing("Open", with: "Verify")
            #expect(Self.request(Array(verify.utf8)) == .request(VerifyLink(url: "t://l/rock/7")))
            let perform = spelling.replacing("Open", with: "Perform").replacing("url", with: "binding")
            #expect(Self.request(Array(perform.utf8)) == .request(PerformBinding { $0.binding = "t://l/rock/7" }))
        }
        let empty = Self.compact.replacing("t://l/rock/7", with: "")
        #expect(Self.request(Array(empty.utf8)) == .request(OpenLink(url: "")))
        let others = [
            "", "{}", String(Self.compact.dropLast()), Self.compact + " ", " " + Self.compact,
            Self.compact.replacing("Open", with: "Explain"), Self.compact.replacing("Open", with: "Perform"),
            Self.compact.replacing("rock", with: #"\u0072ock"#),
            Self.compact.replacing("rock", with: "röck"), Self.compact.replacing("rock", with: "ro\u{1}ck"),
            Self.compact.replacing(#""}}"#, with: #"","timings":true}}"#),
            Self.compact.replacing(#""}}"#, with: #""},"oneway":true}"#),
            Self.compact.replacing(#""}}"#, with: #"","subject":"uid:0"}}"#),
        ]
        for other in others { #expect(Self.request(Array(other.utf8)) == nil, "\(other)") }
    }

    @Test func `what is recognised in a message with random bytes is what the decoder reads`() {
        var random = SeededGenerator(for: "PlainCallTests", usual: 17)
        for _ in 0..<20_000 {
            let method = ["Open", "Verify"].randomElement(using: &random) ?? "Open"
            let spelling = Bool.random(using: &random) ? Self.compact : Self.spaced
            var message = Array(spelling.replacing("Open", with: method).utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<message.count, using: &random)
                let byte = Bool.random(using: &random) ? UInt8.random(in: 1...255, using: &random) : UInt8(ascii: "\"")
                switch Int.random(in: 0..<3, using: &random) {
                case 0: message[index] = byte
                case 1: message.insert(byte, at: index)
                default: message.remove(at: index)
                }
            }
            guard let content = Self.request(message) else { continue }
            let call = try? CallDecoder.decode(message.span)
            #expect(call == Call(content), "\(String(decoding: message, as: UTF8.self))")
        }
    }
}
