import Conf
import Features

/// Reads `require caller uid|user|gid|group|socket VALUE…`.
struct CallerReader: RequirementReader {
    static let order = 50
    let table: TableReading

    func requirement(_ statement: Int) -> CallerRequirement? {
        let words = arguments(statement, from: 2)
        guard let first = words.first, let kind = CallerRequirement.Kind(rawValue: first.text), words.count > 1 else {
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "a caller is named by uid, user, gid, group or socket, and its value",
                help: "as in `require caller group audio`")
        }
        let values = words.dropFirst().compactMap { readValue($0, kind) }
        return values.count == words.count - 1 ? CallerRequirement(kind: kind, values: values) : nil
    }

    private func readValue(_ word: PlacedWord, _ kind: CallerRequirement.Kind) -> CallerRequirement.Value? {
        switch kind {
        case .uid, .gid:
            if let id = UInt32(word.text), Quantity.count(word.text) != nil { return .init(text: word.text, id: id) }
            return refuse(
                .badConstraint, word.place, "`\(word.text)` is not a \(kind.rawValue)",
                help: "write a number; a name goes with `\(kind == .uid ? "user" : "group")`")
        case _ where word.text.isEmpty:
            return refuse(.badConstraint, word.place, "a \(kind.rawValue) has a name", help: "write the name")
        case .user: return .init(text: word.text, id: table.environment.userID(word.text))
        case .group: return .init(text: word.text, id: table.environment.groupID(word.text))
        case .socket: return .init(text: word.text, id: nil)
        }
    }
}
