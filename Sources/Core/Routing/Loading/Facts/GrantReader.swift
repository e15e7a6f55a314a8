// Reads who may set a permission or a purchase beside operators:
//
//     grants permission camera location.whenInUse by group app-admins
//     grants product premium.monthly by group shop
//
// A member of one of the groups may set it for every user and account. No other right grants anything: a delegate may not.

import Conf
package import Features

/// A kind of what groups may grant.
package protocol GrantedKind: SendableMetatype {
    /// The word behind `grants`.
    static var word: String { get }
    /// Its place among all kinds.
    static var order: Int { get }
    /// The fact that a name stands for; nil where it was reported.
    static func key(of name: PlacedWord, in table: TableReading) -> FactKey?
}

/// Reads which groups grant what.
struct GrantReader: BlockReader {
    let table: TableReading

    /// Reads `grants KIND NAME… by group NAME`.
    func read(_ statement: Int) {
        let words = arguments(statement)
        guard let kind = table.wings.grants.first(where: { $0.word == words[0].text }) else {
            return report(
                .badValue, words[0].place, "`\(words[0].text)` cannot be granted",
                help: Suggestion.help(for: words[0].text, among: table.wings.grants.map { $0.word }))
        }
        guard let by = words.firstIndex(where: { isKeyword($0, "by") }), by > 1, words.count == by + 3,
            isKeyword(words[by + 1], "group")
        else {
            return report(
                .badValue, document.place(of: statement), "a grant names what is granted, and the group that grants it",
                help: "it is written `grants \(kind.word) NAME… by group NAME`")
        }
        let group = CallerRequirement.Value(
            text: words[by + 2].text, id: table.environment.groupID(words[by + 2].text))
        for word in words[1..<by] {
            guard let key = kind.key(of: word, in: table) else { continue }
            if let first = table.draft.grants[key]?.first(where: { $0.group == group }) {
                reportSecond(
                    .repeatedDirective, word.place, "the group `\(group.text)` grants `\(word.text)` already",
                    first: first.place)
            } else {
                table.draft.grants[key, default: []].append(.init(group: group, place: word.place))
            }
        }
    }
}
