import Varlink

/// The rules that hold for every text as JSON; a fuzzer and the tests check them.
package enum JSONInvariants {
    /// Decodes a text and checks the rules.
    package static func check(_ bytes: [UInt8]) -> Finding {
        let lenient = try? ValueDecoder.decode(bytes.span, allowsDuplicates: true)
        guard let value = try? ValueDecoder.decode(bytes.span) else { return .refused }
        guard lenient == value else { return .broken("names that occur once mean the same where two may occur") }
        guard String(validating: bytes, as: UTF8.self) != nil else { return .broken("JSON is UTF-8") }
        let text = JSONText.text(of: value)
        guard let again = try? JSONText.value(of: text) else { return .broken("a written value can be read") }
        guard again == value else { return .broken("a written value is read as itself") }
        return JSONText.text(of: again) == text ? .accepted : .broken("a value is written in one way")
    }
}
