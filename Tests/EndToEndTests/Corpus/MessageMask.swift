import Contract

/// Replaces the members of messages that differ between two runs, or may be worded anew, and keeps all other bytes.
///
/// A masked member reads as a JSON string: `"message":"‹sentence›"`. A value that does not have the shape of its rule is
/// kept, so the comparison shows it. Ids are numbered in the order of their first appearance:
/// `"outcomeId":"‹outcome 2›"`, so the record shows which of them are equal.
struct MessageMask {
    enum Rule {
        /// Text for people: one line, not empty, without blanks at its ends.
        case sentence
        /// A number of at least 0 that depends on clocks or on the machine.
        case amount
        /// An opaque word that identifies something.
        case identity(String)
        /// The version of the program.
        case version
        /// A definition in the language of Varlink, of which comments are left out.
        case definition
        /// A text that is cut after 80 bytes, with its length.
        case long
    }

    /// The rules by the last names on the path of a member; the indices of lists do not count.
    private static let rules: [(path: [String], rule: Rule)] =
        [
            "message", "help", "note", "failure", "fault", "intake", "expected", "because", "ledger.reason",
            "parameters.reason",
            "items.reason",
            "parameters.bytes",
        ].map { (steps($0), .sentence) }
        + [
            "asOfMs", "durationMs", "uptimeMs", "endsAfterMs", "retryAfterMs", "aheadMs", "parseNs", "matchNs",
            "verifyNs", "connections", "parameters.size", "sequence", "acknowledgeWithinMs", "answerWithinMs",
            "receivedMs", "startedMs", "sinceMs", "firstMs", "lastMs", "trial.endsMs", "parameters.endsMs", "leftMs",
            "nextBoundaryMs", "atMs", "entries.number", "totalUs", "performedUs",
            "purchases.endsMs", "ledger.changedMs", "ledger.bytes",
        ].map { (steps($0), .amount) }
        + [
            (["outcomeId"], .identity("outcome")), (["delivery"], .identity("delivery")),
            (["flow"], .identity("flow")),
            (["binding"], .identity("binding")),
            (["tableRevision"], .identity("table")), (["files", "revision"], .identity("file")),
            (["stateRevision"], .identity("state")), (["ledger", "ledger"], .identity("ledger")),
            (["version"], .version), (["parameters", "description"], .definition), (["url"], .long),
        ]

    /// Names of this run, and what stands for them in the record.
    private let names: [(text: String, replacement: String)]
    private var identities: [String: [String]] = [:]

    init(names: [(text: String, replacement: String)]) {
        self.names = names.sorted { $0.text.utf8.count > $1.text.utf8.count }
    }

    /// The message with its masks; a text that is not JSON remains as it is.
    mutating func mask(_ message: String) -> String {
        let text = names.reduce(message) { $0.replacing($1.text, with: $1.replacement) }
        var cursor = Cursor(bytes: Array(text.utf8)[...])
        var output: [UInt8] = []
        guard value(&cursor, at: [], into: &output), cursor.bytes.isEmpty else { return text }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Values

    private mutating func value(_ cursor: inout Cursor, at path: [String], into output: inout [UInt8]) -> Bool {
        if let rule = Self.rules.first(where: { path.suffix($0.path.count) == $0.path[...] })?.rule {
            guard let raw = cursor.value() else { return false }
            output += masked(raw, by: rule).map { Array($0.utf8) } ?? Array(raw)
            return true
        }
        switch cursor.bytes.first {
        case UInt8(ascii: "{"):
            return list(&cursor, end: UInt8(ascii: "}"), into: &output) { mask, cursor, output in
                guard let name = cursor.string(), cursor.take(UInt8(ascii: ":")) else { return false }
                output += name + [UInt8(ascii: ":")]
                let step = String(decoding: name.dropFirst().dropLast(), as: UTF8.self)
                return mask.value(&cursor, at: path + [step], into: &output)
            }
        case UInt8(ascii: "["):
            return list(&cursor, end: UInt8(ascii: "]"), into: &output) { mask, cursor, output in
                mask.value(&cursor, at: path, into: &output)
            }
        default:
            guard let raw = cursor.value() else { return false }
            output += raw
            return true
        }
    }

    private mutating func list(
        _ cursor: inout Cursor, end: UInt8, into output: inout [UInt8],
        _ element: (inout MessageMask, inout Cursor, inout [UInt8]) -> Bool
    ) -> Bool {
        guard let start = cursor.bytes.popFirst() else { return false }
        output.append(start)
        while !cursor.take(end) {
            if output.last != start, cursor.take(UInt8(ascii: ",")) { output.append(UInt8(ascii: ",")) }
            guard element(&self, &cursor, &output) else { return false }
        }
        output.append(end)
        return true
    }

    private mutating func masked(_ raw: ArraySlice<UInt8>, by rule: Rule) -> String? {
        let text = String(decoding: raw, as: UTF8.self)
        let isString = raw.first == UInt8(ascii: "\"")
        let content = isString ? String(text.dropFirst().dropLast()) : text
        switch rule {
        case .sentence:
            let isSentence = isString && !content.isEmpty && content.first != " " && content.last != " "
            return isSentence && !content.contains("\\n") ? "\"‹sentence›\"" : nil
        case .amount: return UInt64(text) != nil ? "\"‹amount›\"" : nil
        case .version: return content == Version.text ? "\"‹version›\"" : nil
        case .identity(let kind):
            guard isString, content.wholeMatch(of: /[\w.:-]{1,64}/) != nil else { return nil }
            let number = identities[kind, default: []].firstIndex(of: content) ?? identities[kind]?.count ?? 0
            if number == identities[kind, default: []].count { identities[kind, default: []].append(content) }
            return "\"‹\(kind) \(number + 1)›\""
        case .definition:
            let lines = content.replacing("\\n", with: "\n").split(separator: "\n")
            guard isString, lines.contains(where: { $0.hasPrefix("interface ") }) else { return nil }
            return "\"" + lines.filter { $0.first { $0 != " " } != "#" }.joined(separator: "\\n") + "\""
        case .long:
            guard isString, content.utf8.count > 160 else { return nil }
            return "\"\(content.prefix(80))‹\(content.utf8.count) bytes›\""
        }
    }

    private static func steps(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }
}

/// Cuts a JSON text into its parts; the text is well-formed and without blanks between its parts, as the daemon writes it.
private struct Cursor {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes.removeFirst()
        return true
    }

    /// The next string with its quotation marks.
    mutating func string() -> ArraySlice<UInt8>? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        var end = bytes.startIndex + 1
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.endIndex else { return nil }
        return cut(end + 1)
    }

    /// The next value, whatever its kind.
    mutating func value() -> ArraySlice<UInt8>? {
        switch bytes.first {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var copy = self
            var depth = 0
            repeat {
                switch copy.bytes.first {
                case UInt8(ascii: "\""):
                    guard copy.string() != nil else { return nil }
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case nil: return nil
                default: break
                }
                copy.bytes.removeFirst()
            } while depth > 0
            return cut(copy.bytes.startIndex)
        default:
            let end = bytes.firstIndex { Array(",]}".utf8).contains($0) } ?? bytes.endIndex
            return end > bytes.startIndex ? cut(end) : nil
        }
    }

    private mutating func cut(_ end: Int) -> ArraySlice<UInt8> {
        defer { bytes = bytes[end...] }
        return bytes[..<end]
    }
}
