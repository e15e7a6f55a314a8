import Foundation
import Testing
import Varlink

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the examples of RFC 4648 are written and read`(_ plain: String, _ text: String) {
        #expect(Base64.text(of: Array(plain.utf8)) == text)
        #expect(Base64.bytes(of: text) == Array(plain.utf8))
    }

    @Test func `bytes of every value and length come back, and are what Foundation writes`() {
        for length in 0..<260 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            let text = Base64.text(of: bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.bytes(of: text) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AA=", "A===", "====", "=", "AAA=A", "AA==AAAA", "AB==", "AAB=", "AA-_", "AA\n=", "é",
    ])
    func `a text that no bytes are written as is refused`(_ text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{3FF}o?~", "z79vP34"),
    ])
    func `the form for URLs has no padding`(_ plain: String, _ text: String) {
        #expect(Base64.text(of: Array(plain.utf8), .url) == text)
        #expect(Base64.bytes(of: text, .url) == Array(plain.utf8))
    }

    @Test func `the form for URLs differs in two characters and the padding alone`() {
        for length in 0..<260 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            let padded = Base64.text(of: bytes)
            let text = padded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Base64.text(of: bytes, .url) == text)
            #expect(Base64.bytes(of: text, .url) == bytes)
        }
    }

    @Test(arguments: ["A", "AAAAA", "AA=", "AA==", "AB", "AAB", "AA+/", "AA\n", " AA", "é"])
    func `a text that is not in the form for URLs is refused`(_ text: String) {
        #expect(Base64.bytes(of: text, .url) == nil)
    }
}
