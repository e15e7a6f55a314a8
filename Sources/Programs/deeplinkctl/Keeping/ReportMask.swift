// What a bug report does not say, wherever it stands in an answer of the daemon:
//
//     https://shop.example/a?token=7           https://***
//     $HOME/.config/deeplinkd, of any user      ~/.config/deeplinkd
//     account:anna@shop                        account:***
//     the default `7x` is no uint              the default `…` is no uint
//     values, witness                          left out
//
// And what a table's text does not say:
//
//     header Authorization "Bearer 7"          header Authorization ***
//     input code slug = 7 secret               input code slug = *** secret
//     json key=7 item=$(item)                  json key=*** item=$(item)
//     http GET https://h.example/?key=7        http GET https://h.example/?key=***

internal import Contract

/// Masks what a report must not say.
struct ReportMask {
    /// Members that have values of links, or links.
    private static let secretMembers: Set<String> = ["values", "witness"]
    /// Members with sentences that quote a table.
    private static let quotingMembers: Set<String> = ["message", "help", "note", "fault", "firstFault"]

    /// *Shape*: without a slash at its end; nil for a home folder that says nothing.
    private let home: String?

    init(home: String?) {
        let path = home.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        self.home = path.flatMap { $0.utf8.count > 1 && $0.hasPrefix("/") ? $0 : nil }
    }

    /// A value without what a report must not say.
    func masked(_ value: Value) -> Value { masked(value, isQuoting: false) }

    private func masked(_ value: Value, isQuoting: Bool) -> Value {
        switch value {
        case .string(let text):
            let text = isQuoting ? text.replacing(/`[^`]*`/, with: "`…`") : text
            return .string(masked(text))
        case .array(let elements): return .array(elements.map { masked($0, isQuoting: isQuoting) })
        case .object(let members):
            let kept = members.filter { !Self.secretMembers.contains($0.name) }
            return .object(
                kept.map {
                    Value.Member($0.name, masked($0.value, isQuoting: Self.quotingMembers.contains($0.name)))
                })
        case .null, .bool, .integer, .number: return value
        }
    }

    /// A text without addresses, accounts and home folders.
    func masked(_ text: String) -> String {
        var text = text
        if let home { text = text.replacing(home, with: "~") }
        return text.replacing(/\/(?:var\/)?home\/[^\/\s"'`:,;]+/, with: "~")
            .replacing(/\/root(?=[\/\s"'`:,;]|$)/, with: "~")
            .replacing(/([A-Za-z][A-Za-z0-9+.\-]*):\/\/[^\s"'`<>]*/) { "\($0.output.1)://***" }
            .replacing(/account:[^\s"'`,;]+/, with: "account:***")
    }
}

/// Masks what is probably secret in the lines of a table, wherever in a line it stands: a block can be one line.
struct TableMask {
    /// A line as a report has it.
    func masked(_ line: String) -> String {
        var text = Self.withoutComment(line)
        text.replace(/(\bheader\s+\S+\s+)("(?:[^"\\]|\\.)*"|\S+)/) { $0.output.1 + "***" }
        text.replace(/=\s*(?:"(?:[^"\\]|\\.)*"|\S+)(?=\s+secret\b)/, with: "= ***")
        text.replace(/([?&][^=\s&"]+=)(?!\$\()[^&\s"]+/) { $0.output.1 + "***" }
        guard let body = text.firstMatch(of: /\b(?:json|form)\s/) else { return text }
        let values = text[body.range.upperBound...]
            .replacing(/([^\s="]+=)(?!"?\$\()("(?:[^"\\]|\\.)*"|\S+)/) { $0.output.1 + "***" }
        return String(text[..<body.range.upperBound] + values)
    }

    /// A comment goes from a `#` at the start of a word, outside of quotes, to the end of the line.
    private static func withoutComment(_ line: String) -> String {
        var (isQuoted, isEscaped, last) = (false, false, Character(" "))
        for index in line.indices {
            let character = line[index]
            if character == "#", !isQuoted, last.isWhitespace { return String(line[..<index]) + "# …" }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            last = character
        }
        return line
    }
}
