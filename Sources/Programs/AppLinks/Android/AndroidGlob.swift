/// The patterns of Android for paths, read as globs.
enum AndroidGlob {
    /// The globs of a condition, and whether they are wider than that; none for one that no path meets.
    ///
    /// *Source*: `android.os.PatternMatcher`. In a manifest each backslash of a pattern is written twice.
    static func globs(_ rule: IntentFilter.PathRule) -> (globs: [PathGlob], isWidened: Bool) {
        guard rule.text.utf8.count <= AppLinkLimits.patternBytes else { return ([], false) }
        switch rule {
        case .exact(let text): return (paths(literal(text)), false)
        case .prefix(let text): return (paths(literal(text) + [.run]), false)
        case .suffix(let text): return (paths([.run] + literal(text)), false)
        case .pattern(let text):
            let (tokens, isWidened) = simple(unescaped(text))
            return (paths(tokens), isWidened)
        case .advanced(let text):
            let (tokens, isWidened) = advanced(unescaped(text))
            return (paths(tokens), isWidened)
        }
    }

    /// Globs that begin with a slash, as each path does.
    private static func paths(_ tokens: [GlobToken]) -> [PathGlob] {
        switch tokens.first {
        case .byte(0x2F): [PathGlob(tokens: tokens)]
        case .run:
            // The first slash is a part of the star, or the star is empty.
            [PathGlob(tokens: [.byte(0x2F)] + tokens)] + (tokens.count > 1 ? paths(Array(tokens.dropFirst())) : [])
        // Any character in the place of the slash, or several.
        case .one: [PathGlob(tokens: [.byte(0x2F)] + tokens.dropFirst())]
        case .byte, .filled, .kind, .choice, nil: []
        }
    }

    private static func literal(_ text: String) -> [GlobToken] { text.utf8.map { .byte($0) } }

    /// The text after the reader of resources: `\\.` is `\.`.
    private static func unescaped(_ text: String) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == byte { rest = rest.dropFirst() }
            bytes.append(byte)
        }
        return bytes
    }

    /// `pathPattern`: `.` is any character, `x*` any number of x, a backslash takes the meaning away.
    private static func simple(_ text: [UInt8]) -> (tokens: [GlobToken], isWidened: Bool) {
        var (tokens, isWidened, index) = ([GlobToken](), false, 0)
        while index < text.count {
            var token = text[index] == UInt8(ascii: ".") ? GlobToken.one : .byte(text[index])
            if text[index] == UInt8(ascii: "\\"), index + 1 < text.count {
                index += 1
                token = .byte(text[index])
            }
            index += 1
            if index < text.count, text[index] == UInt8(ascii: "*") {
                index += 1
                if token != .one { isWidened = true }
                token = .run
            }
            tokens.append(token)
        }
        return (tokens, isWidened)
    }

    /// `pathAdvancedPattern`: also classes, `+`, and `{n,m}`; any repetition that is not exact becomes any text.
    private static func advanced(_ text: [UInt8]) -> (tokens: [GlobToken], isWidened: Bool) {
        var (tokens, isWidened, index) = ([GlobToken](), false, 0)
        while index < text.count {
            var unit = GlobToken.byte(text[index])
            switch text[index] {
            case UInt8(ascii: "."): unit = .one
            case UInt8(ascii: "\\") where index + 1 < text.count:
                index += 1
                unit = .byte(text[index])
            case UInt8(ascii: "["):
                let end = text[index...].firstIndex(of: UInt8(ascii: "]")) ?? text.count - 1
                let isDigit = text[index...end].elementsEqual("[0-9]".utf8)
                unit = isDigit ? .kind("digits") : .one
                isWidened = isWidened || !isDigit
                index = end
            default: break
            }
            index += 1
            let (repeated, length, isExact) = repetition(of: unit, text[index...])
            tokens += repeated
            isWidened = isWidened || !isExact
            index += length
        }
        return (tokens, isWidened)
    }

    private static func repetition(
        of unit: GlobToken, _ rest: ArraySlice<UInt8>
    ) -> (tokens: [GlobToken], length: Int, isExact: Bool) {
        switch rest.first {
        case UInt8(ascii: "*"): return ([.run], 1, unit == .one)
        case UInt8(ascii: "+"): return ([unit == .one ? .one : unit, .run], 1, unit == .one)
        case UInt8(ascii: "{"):
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return ([unit], 0, true) }
            let numbers = rest[(rest.startIndex + 1)..<end].split(
                separator: UInt8(ascii: ","), omittingEmptySubsequences: false
            ).map { Int(String(decoding: $0, as: UTF8.self)) }
            let length = end - rest.startIndex + 1
            let least = min(max(0, numbers.first.flatMap { $0 } ?? 0), 256)
            let isExact = numbers.count == 1 || numbers.count == 2 && numbers[0] == numbers[1]
            return (Array(repeating: unit, count: least) + (isExact ? [] : [.run]), length, isExact)
        default: return ([unit], 0, true)
        }
    }
}
