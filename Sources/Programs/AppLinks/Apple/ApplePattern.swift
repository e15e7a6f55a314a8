/// The spelling of patterns in association files: `*`, `?` and `$(name)`.
enum ApplePattern {
    /// A part of a pattern.
    enum Part: Equatable {
        case text(String)
        case one
        case run
        case variable(String)
    }

    /// Cuts a pattern.
    static func parts(_ pattern: String) -> [Part] {
        var parts: [Part] = []
        var text = ""
        var rest = pattern[...]
        func finish() {
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
        }
        while let character = rest.unicodeScalars.first {
            if character == "$", let name = variable(rest) {
                finish()
                parts.append(.variable(name))
                rest = rest.unicodeScalars.dropFirst(name.unicodeScalars.count + 3).asSubstring
                continue
            }
            rest = rest.unicodeScalars.dropFirst().asSubstring
            if character == "*" || character == "?" {
                finish()
                parts.append(character == "*" ? .run : .one)
            } else {
                text.unicodeScalars.append(character)
            }
        }
        finish()
        return parts
    }

    private static func variable(_ text: Substring) -> String? {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst().first == "(" else { return nil }
        let name = scalars.dropFirst(2).prefix { $0 != ")" && $0 != "$" && $0 != "(" && $0 != "/" }
        guard !name.isEmpty, scalars.dropFirst(2 + name.count).first == ")" else { return nil }
        return String(String.UnicodeScalarView(name))
    }

    /// The characters of a variable that stands for one.
    static func characters(of name: String) -> [Unicode.Scalar]? {
        let upper = (0x41...0x5A as ClosedRange<UInt8>).map { Unicode.Scalar($0) }
        let lower = (0x61...0x7A as ClosedRange<UInt8>).map { Unicode.Scalar($0) }
        let digits = (0x30...0x39 as ClosedRange<UInt8>).map { Unicode.Scalar($0) }
        switch name {
        case "alpha": return upper + lower
        case "upper": return upper
        case "lower": return lower
        case "alnum": return upper + lower + digits
        case "digit": return digits
        case "xdigit": return digits + upper.prefix(6) + lower.prefix(6)
        default: return nil
        }
    }

    /// The texts of `$(lang)` and `$(region)`, as all texts of two letters: the lists of the standards change.
    static func codes(of name: String) -> [String]? {
        guard name == "lang" || name == "region" else { return nil }
        let letters = (characters(of: name == "lang" ? "lower" : "upper") ?? []).map { String($0) }
        return letters.flatMap { first in letters.map { first + $0 } }
    }
}

extension Substring.UnicodeScalarView.SubSequence {
    /// The text of the scalars.
    fileprivate var asSubstring: Substring { Substring(self) }
}
