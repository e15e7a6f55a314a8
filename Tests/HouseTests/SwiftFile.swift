/// A Swift file: its lines unchanged, and its code.
///
/// The code is the same lines with comments and the contents of string literals blanked. Interpolations in a string are
/// code and stay.
/// Regular-expression literals are not recognised; Sources has none.
struct SwiftFile {
    /// From the package root: `Sources/Core/Links/Policy/Link.swift`.
    let path: String
    let lines: [String]
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: Array(text.utf8))
        code = Self.lines(of: Blanking.blanked(Array(text.utf8)))
    }

    /// The folder that its target has: `Links` for the path above, `PurchaseRules` for
    /// `Sources/Wings/Purchases/PurchaseRules/Keys/JWK.swift`.
    var target: String {
        let folders = path.split(separator: "/")
        let depth = path.hasPrefix("Sources/Wings/") ? 3 : 2
        return folders.count > depth ? String(folders[depth]) : ""
    }

    /// The wing that it belongs to: `Purchases`; nil for all other files.
    var wing: String? {
        path.hasPrefix("Sources/Wings/") ? String(path.split(separator: "/")[2]) : nil
    }

    private static func lines(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

/// Blanks the comments and the contents of strings in Swift text, byte by byte.
private struct Blanking {
    private enum Mode {
        /// *Shape*: `parentheses` counts those open in an interpolation; nil for the file's own code.
        case code(parentheses: Int?)
        case string(hashes: Int, isMultiline: Bool)
    }

    /// The first bytes of comments, strings, escapes and their ends, and the counted parentheses.
    private static let notable = Array(#"/*#"\()"#.utf8)

    private let bytes: [UInt8]
    private var result: [UInt8]
    private var position = 0
    private var modes: [Mode] = [.code(parentheses: nil)]

    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        var blanking = Blanking(bytes: bytes, result: bytes)
        while blanking.position < bytes.count {
            switch blanking.modes.last ?? .code(parentheses: nil) {
            case .code(let parentheses): blanking.readCode(parentheses)
            case .string(let hashes, let isMultiline): blanking.readString(hashes, isMultiline)
            }
        }
        return blanking.result
    }

    private func startsWith(_ text: String, at offset: Int) -> Bool {
        bytes[min(offset, bytes.count)...].starts(with: Array(text.utf8))
    }

    /// Skips bytes and blanks them, except line ends.
    private mutating func blank(_ count: Int) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] != UInt8(ascii: "\n") { result[position] = UInt8(ascii: " ") }
            position += 1
        }
    }

    private mutating func readCode(_ parentheses: Int?) {
        // Most bytes are none of these, and checking one byte is much cheaper than comparing texts.
        guard Self.notable.contains(bytes[position]) else {
            position += 1
            return
        }
        if startsWith("//", at: position) {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank(1) }
        } else if startsWith("/*", at: position) {
            blankComment()
        } else if let hashes = hashesBeforeQuote() {
            let isMultiline = startsWith("\"\"\"", at: position + hashes)
            position += hashes + (isMultiline ? 3 : 1)
            modes.append(.string(hashes: hashes, isMultiline: isMultiline))
        } else {
            if let parentheses { count(parentheses) }
            position += 1
        }
    }

    private mutating func blankComment() {
        var depth = 0
        repeat {
            if startsWith("/*", at: position) { depth += 1 }
            if startsWith("*/", at: position) { depth -= 1 }
            blank(startsWith("/*", at: position) || startsWith("*/", at: position) ? 2 : 1)
        } while depth > 0 && position < bytes.count
    }

    private func hashesBeforeQuote() -> Int? {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        return startsWith("\"", at: position + hashes) ? hashes : nil
    }

    private mutating func count(_ parentheses: Int) {
        switch bytes[position] {
        case UInt8(ascii: "("): modes[modes.count - 1] = .code(parentheses: parentheses + 1)
        case UInt8(ascii: ")") where parentheses == 0: modes.removeLast()
        case UInt8(ascii: ")"): modes[modes.count - 1] = .code(parentheses: parentheses - 1)
        default: break
        }
    }

    private mutating func readString(_ hashes: Int, _ isMultiline: Bool) {
        guard Self.notable.contains(bytes[position]) else { return blank(1) }
        let hash = String(repeating: "#", count: hashes)
        let end = (isMultiline ? "\"\"\"" : "\"") + hash
        if startsWith("\\" + hash + "(", at: position) {
            blank(hashes + 2)
            modes.append(.code(parentheses: 0))
        } else if startsWith("\\" + hash, at: position) {
            blank(hashes + 2)
        } else if startsWith(end, at: position) {
            position += end.utf8.count
            modes.removeLast()
        } else {
            blank(1)
        }
    }
}
