// A URL with inputs in it that an app is to open: `https://shop.example/item/$(id)`. The table writes its scheme, and a value
// can change nothing but its place: all but letters, digits and `-._~` is escaped.

package import Contract
package import Features

extension ArgumentTemplate {
    /// The URL; nil for the link of an action that was called by its name.
    package func url(with inputs: [Value.Member], link: String?) -> String? {
        filled(with: inputs.map { Value.Member($0.name, .string($0.value.escapedForURL)) }, link: link)
    }

    /// Says which value can be no part of a URL: a program that reads it takes `..` as the folder above.
    package func refusal(asURL inputs: [Value.Member]) -> InputRefusal? {
        let used = Set(self.inputs)
        let bad = inputs.first { used.contains($0.name) && $0.value.texts.contains { [".", ".."].contains($0) } }
        return bad.map {
            InputRefusal(
                input: $0.name, reason: "is `.` or `..`, which a URL would lose",
                help: "give the input a narrower type, as `slug` or `uint`")
        }
    }

    /// True if the text begins with a scheme that no value can change.
    package var beginsWithScheme: Bool {
        guard case .text(let template) = self else { return true }
        let scheme = template.leadingText.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count < template.leadingText.utf8.count, let first = scheme.first else { return false }
        return Self.isLetter(first)
            && scheme.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// True for an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 && byte != 0x40
    }

    /// True for an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

extension Value {
    /// The texts of a value: one, or those of a list.
    var texts: [String] { elements?.map(\.argumentText) ?? [argumentText] }

    /// The same value for a URL; the elements of a list are parts of a path.
    var escapedForURL: String { texts.map(\.escapedForURL).joined(separator: "/") }
}

extension String {
    /// The text as a part of a URL.
    var escapedForURL: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in utf8 {
            if ArgumentTemplate.isLetter(byte) || ArgumentTemplate.isDigit(byte) || "-._~".utf8.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
