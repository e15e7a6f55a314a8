package import Conf
package import Features

/// Reads `require caller uid|user|gid|group|socket|unit VALUE…`.
struct CallerReader: RequirementReader {
    static let order = 50
    static let choices = CallerRequirement.Kind.allCases.map(\.rawValue)
    let table: TableReading

    func requirement(_ statement: Int) -> CallerRequirement? {
        readCallers(
            arguments(statement, from: 2), document.place(of: statement), as: .badConstraint,
            example: "require caller group audio")
    }
}

extension BlockReader {
    /// Reads `uid|user|gid|group|socket|unit VALUE…`; nil where it was reported.
    ///
    /// - Parameters:
    ///   - place: that of a line without these words.
    ///   - code: that of each fault.
    ///   - example: such words, with those before them.
    package func readCallers(
        _ words: [PlacedWord], _ place: SourceRange, as code: DiagnosticCode, example: String
    ) -> CallerRequirement? {
        guard let first = words.first, let kind = CallerRequirement.Kind(rawValue: first.text), words.count > 1 else {
            return refuse(
                code, words.first?.place ?? place,
                "a caller is named by uid, user, gid, group, socket or unit, and its value",
                help: "as in `\(example)`")
        }
        let values = words.dropFirst().compactMap { readCaller($0, kind, code) }
        return values.count == words.count - 1 ? CallerRequirement(kind: kind, values: values) : nil
    }

    private func readCaller(
        _ word: PlacedWord, _ kind: CallerRequirement.Kind, _ code: DiagnosticCode
    ) -> CallerRequirement.Value? {
        switch kind {
        case .uid, .gid:
            if let id = UInt32(word.text), Quantity.count(word.text) != nil { return .init(text: word.text, id: id) }
            return refuse(
                code, word.place, "`\(word.text)` is not a \(kind.rawValue)",
                help: "write a number; a name goes with `\(kind == .uid ? "user" : "group")`")
        case .unit where ![".scope", ".service"].contains(where: word.text.hasSuffix):
            return refuse(
                code, word.place, "`\(word.text)` is not the name of a service or a scope",
                help: "write it with its end, as in `app-slack-*.scope`; each `*` stands for any characters")
        case _ where word.text.isEmpty:
            return refuse(code, word.place, "a \(kind.rawValue) has a name", help: "write the name")
        case .user: return .init(text: word.text, id: table.environment.userID(word.text))
        case .group: return .init(text: word.text, id: table.environment.groupID(word.text))
        case .socket, .unit: return .init(text: word.text, id: nil)
        }
    }
}
