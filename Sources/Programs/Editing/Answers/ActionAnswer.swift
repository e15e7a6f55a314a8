import Conf
import Routing
import Varlink

/// Changes that the help of diagnostics asks for, as an editor offers them.
struct ActionAnswer {
    let file: EditedFile

    /// The changes for the diagnostics that meet a range.
    ///
    /// - Parameter number: the number of the file among those of the diagnostics.
    ///
    /// *Limits*: `EditingLimits.offeredChoices` of a list.
    func answer(_ diagnostics: [Diagnostic], number: Int, in range: Range<Int>) -> [Value] {
        diagnostics.filter { Self.meets($0.place, number, range) }.flatMap { diagnostic -> [Value] in
            let advice = Advice(diagnostic, in: file.bytes, file: number)
            let changes = advice.changes.prefix(EditingLimits.offeredChoices)
            switch advice.choice {
            case .examples: return []
            // The line and its block are the last two, and the line is the block where there is none.
            case .one: return changes.last.map { [action(diagnostic, lines(of: $0), isPreferred: false)] } ?? []
            case .each, .eachWord:
                return changes.map { action(diagnostic, $0, isPreferred: changes.count == 1) }
            }
        }
    }

    private static func meets(_ place: SourceRange, _ number: Int, _ range: Range<Int>) -> Bool {
        place.file == number && place.offset <= range.upperBound && range.lowerBound <= place.offset + place.length
    }

    /// The whole lines of a removal, so that no empty line is left.
    private func lines(of change: Advice.Change) -> Advice.Change {
        guard change.text.isEmpty, !change.range.isEmpty else { return change }
        let bytes = file.bytes
        let start = bytes[..<change.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[change.range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let isWhole =
            bytes[start..<change.range.lowerBound].allSatisfy { $0 == 0x20 || $0 == 0x09 }
            && bytes[change.range.upperBound..<end].allSatisfy { $0 <= 0x20 }
        return isWhole ? Advice.Change(range: start..<end, text: "") : change
    }

    private func action(_ diagnostic: Diagnostic, _ change: Advice.Change, isPreferred: Bool) -> Value {
        let edit: Value = .object([
            .init("range", file.lines.range(change.range)), .init("newText", .string(change.text)),
        ])
        let changes: Value = .object([.init(file.uri, .array([edit]))])
        return .object([
            .init("title", .string(title(change))), .init("kind", "quickfix"),
            .init("isPreferred", .bool(isPreferred)),
            .init("edit", .object([.init("changes", changes)])),
        ])
    }

    private func title(_ change: Advice.Change) -> String {
        let new = change.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let old = String(decoding: file.bytes[change.range], as: UTF8.self).split(separator: "\n").first ?? ""
        if new.isEmpty { return "Remove `\(Self.short(old.drop { $0 == " " }))`" }
        return old.isEmpty ? "Add `\(Self.short(new[...]))`" : "Write `\(Self.short(new[...]))`"
    }

    private static func short(_ text: Substring) -> String { text.count > 60 ? text.prefix(59) + "…" : String(text) }
}
