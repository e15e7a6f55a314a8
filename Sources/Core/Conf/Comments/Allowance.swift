/// A comment that allows warnings of one line: `# allow RT406: the old app sends it`.
///
/// It stands behind that line, or above it, where other comments may stand between the two.
struct Allowance {
    /// A comment that begins so, and allows nothing.
    enum Fault {
        case unknownCode(String)
        /// Only warnings can be allowed.
        case error(DiagnosticCode)
        case noReason
        /// No line follows that could have a warning.
        case noStatement
    }

    /// What it allows, each code with its place in the file.
    let codes: [(code: DiagnosticCode, place: Range<Int>)]
    /// What keeps it from allowing anything, and where.
    let fault: (fault: Fault, place: Range<Int>)?
    /// From the first byte of the line up to behind its end; empty where the comment has no line.
    var line: Range<Int>

    /// Reads a comment; nil for any other one.
    ///
    /// - Parameter comment: from its `#` on.
    init?(_ comment: Range<Int>, of bytes: [UInt8]) {
        guard let start = Self.codes(in: bytes[comment]) else { return nil }
        line = comment.upperBound..<comment.upperBound
        let colon = bytes[start..<comment.upperBound].firstIndex(of: UInt8(ascii: ":"))
        let words = bytes[start..<(colon ?? comment.upperBound)].split { [0x20, 0x09, UInt8(ascii: ",")].contains($0) }
        var codes: [(DiagnosticCode, Range<Int>)] = []
        for word in words {
            let place = word.startIndex..<word.endIndex
            guard let code = DiagnosticCode(rawValue: String(decoding: word.prefix(64), as: UTF8.self)) else {
                // Words behind the codes, where the colon is missing.
                let isCode = Self.isCode(word)
                if !isCode, colon == nil { break }
                (self.codes, fault) = ([], (.unknownCode(String(decoding: word.prefix(64), as: UTF8.self)), place))
                return
            }
            guard code.severity == .warning else {
                (self.codes, fault) = ([], (.error(code), place))
                return
            }
            codes.append((code, place))
        }
        let reason = colon.map { bytes[($0 + 1)..<comment.upperBound] } ?? []
        let hasReason = reason.contains { $0 != 0x20 && $0 != 0x09 }
        self.codes = hasReason ? codes : []
        fault = hasReason ? nil : (.noReason, words[0].startIndex..<words[0].endIndex)
    }

    /// Where the codes begin; nil for a comment that does not begin with `allow` and a code.
    private static func codes(in comment: ArraySlice<UInt8>) -> Int? {
        func skipBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> { text.drop { $0 == 0x20 || $0 == 0x09 } }
        let text = skipBlanks(comment.dropFirst())
        guard text.starts(with: "allow".utf8) else { return nil }
        let rest = text.dropFirst(5)
        let codes = skipBlanks(rest)
        return codes.startIndex > rest.startIndex && isCode(codes) ? codes.startIndex : nil
    }

    /// Whether a text begins as a code does.
    private static func isCode(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: "RT".utf8) && text.dropFirst(2).first.map { (0x30...0x39).contains($0) } ?? false
    }
}

extension Allowance {
    /// All of a text, in their order.
    ///
    /// *Cost*: a look at each byte for a `#`, and one pass over the lines with such a comment.
    static func all(in bytes: [UInt8]) -> [Allowance] {
        var (found, waiting): ([Allowance], [Allowance]) = ([], [])
        var offset = 0
        while offset < bytes.count {
            guard waiting.isEmpty else {
                // The line below a comment of its own.
                let line = ConfLine(bytes, at: offset)
                let own = line.comment.flatMap { Allowance($0, of: bytes) }
                if !line.words.isEmpty || line.comment == nil {
                    found += waiting.map { $0.onLine(line.words.isEmpty ? nil : offset..<line.end) }
                    waiting = []
                    if let own { found.append(own.onLine(offset..<line.end)) }
                } else if let own {
                    waiting.append(own)
                }
                offset = line.end
                continue
            }
            guard let mark = nextMark(in: bytes, from: offset) else { break }
            let start = bytes[offset..<mark].lastIndex(of: 0x0A).map { $0 + 1 } ?? offset
            let line = ConfLine(bytes, at: start)
            if let own = line.comment.flatMap({ Allowance($0, of: bytes) }) {
                if line.words.isEmpty { waiting.append(own) } else { found.append(own.onLine(start..<line.end)) }
            }
            offset = line.end
        }
        return found + waiting.map { $0.onLine(nil) }
    }

    private static func nextMark(in bytes: [UInt8], from start: Int) -> Int? {
        let text = bytes.span
        for offset in start..<bytes.count where text[offset] == UInt8(ascii: "#") {
            if codes(in: bytes[offset...]) != nil { return offset }
        }
        return nil
    }

    private func onLine(_ line: Range<Int>?) -> Allowance {
        var allowance = self
        if let line { allowance.line = line }
        return allowance
    }
}
