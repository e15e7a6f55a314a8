// Who may set a permission or a purchase beside operators:
//
//     grants permission camera location.whenInUse by group app-admins
//     grants product premium.monthly by group shop
//
// A member of one of the groups may set it for every user and account. No other right grants anything: a delegate may not.

import Conf
import Features

/// Reads which groups grant what.
struct GrantReader: BlockReader {
    /// What can be granted.
    private enum Kind: String, CaseIterable {
        case permission, product
    }

    let table: TableReading

    /// Reads `grants permission|product NAME… by group NAME`.
    func read(_ statement: Int) {
        let words = arguments(statement)
        guard let kind: Kind = readChoice(1, statement, { "`\($0)` cannot be granted" }) else { return }
        guard let by = words.firstIndex(where: { isKeyword($0, "by") }), by > 1, words.count == by + 3,
            isKeyword(words[by + 1], "group")
        else {
            return report(
                .badValue, document.place(of: statement), "a grant names what is granted, and the group that grants it",
                help: "it is written `grants \(kind.rawValue) NAME… by group NAME`")
        }
        let group = CallerRequirement.Value(
            text: words[by + 2].text, id: table.environment.groupID(words[by + 2].text))
        for word in words[1..<by] {
            guard let key = readKey(word, kind) else { continue }
            if let first = table.draft.grants[key]?.first(where: { $0.group == group }) {
                reportSecond(
                    .repeatedDirective, word.place, "the group `\(group.text)` grants `\(word.text)` already",
                    first: first.place)
            } else {
                table.draft.grants[key, default: []].append(.init(group: group, place: word.place))
            }
        }
    }

    private func readKey(_ word: PlacedWord, _ kind: Kind) -> FactKey? {
        switch kind {
        case .permission:
            guard let package = table.package else {
                return PermissionReader(table: table).readName(word).map(FactKey.permission)
            }
            return refuse(
                .misplacedDirective, word.place,
                "who may set a permission counts for the whole table, so the package `\(package.name)` does not say it",
                help: "put the line into a file without `package`")
        case .product:
            guard !table.mayGrant(product: word.text) else { return .purchase(word.text) }
            reportUnknownProduct(word)
            return nil
        }
    }
}

extension BlockReader {
    /// Reports a product that the table does not declare, or that is not for the file to name.
    func reportUnknownProduct(_ word: PlacedWord, declaration: String? = nil) {
        if let place = table.draft.productPlaces[word.text] {
            let owner =
                table.draft.packagesByFile[place.file].map { "the package `\($0.name)`" } ?? "a file without `package`"
            return report(
                .foreignProduct, word.place, "the product `\(word.text)` belongs to \(owner)",
                help: "write the line there, or declare a product of your own: `product NAME`",
                related: [.init(place: place, note: "it is declared here")])
        }
        reportUnknown(
            .unknownProduct, word, "there is no product `\(word.text)`",
            among: table.draft.productPlaces.keys.filter(table.mayName(product:)),
            declaration: declaration ?? "declare it: `product \(word.text) { … }`")
    }
}
