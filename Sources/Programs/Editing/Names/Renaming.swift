// A name gets another one, in all files of its table and in the files of cases about it. A route takes the same links
// afterwards: where the input `page` gets its value from the key of that name, `query page`, the key is written down:
//
//     query page:uint?            query seite:uint? from page

import Conf
import Routing

/// A change of names.
struct Renaming {
    /// The names that change: several inputs where one capture of a group gives each of them its value.
    let keys: Set<NameKey>
    let newName: String

    /// Why the change cannot be made, in one sentence; nil if it can.
    func fault(in names: NameIndex) -> String? {
        guard let key = keys.first else { return "there is no name here" }
        guard Self.canChange(key.kind) else {
            return "the name of a \(key.kind.word) is not changed: links or other files have it"
        }
        let isName = key.kind.isOfPackage ? Name.isName(newName) : Name.isProductID(newName) && !Name.isNumber(newName)
        guard isName, newName != "_" else { return "`\(newName)` is not a name: one has letters, digits, `-` and `_`" }
        for key in keys where newName != key.local {
            if let other = names.uses[renamed(key)], other.contains(where: \.isDeclaration) {
                return "the name `\(newName)` is taken by another \(key.kind.word)"
            }
        }
        return nil
    }

    /// Whether names of a kind can be changed: those that only tables and cases have.
    static func canChange(_ kind: NameKind) -> Bool {
        ![NameKind.scope, .package, .testCase, .file, .outcome, .remedy, .tableLimit, .type].contains(kind)
    }

    private func renamed(_ key: NameKey) -> NameKey {
        NameKey(kind: key.kind, name: key.name.dropLast(key.local.count) + newName)
    }

    /// The changes of one text, from its beginning to its end.
    ///
    /// - Parameter uses: the names of the file.
    func changes(_ uses: [NameUse]) -> [Advice.Change] {
        var changes: [Range<Int>: String] = [:]
        for use in uses where keys.contains(use.key) {
            changes[use.place.offset..<use.place.offset + use.place.length] = newName
            if let key = use.impliedKey, key != newName {
                changes[use.keyOffset..<use.keyOffset] = " from " + QueryKey.written(key)
            }
        }
        return changes.sorted { $0.key.lowerBound < $1.key.lowerBound }.map { .init(range: $0.key, text: $0.value) }
    }

    /// A text with changes that do not overlap, in their order.
    static func applied(_ changes: [Advice.Change], to bytes: [UInt8]) -> [UInt8] {
        var (result, end): ([UInt8], Int) = ([], 0)
        for change in changes {
            result += bytes[end..<max(end, change.range.lowerBound)]
            result += Array(change.text.utf8)
            end = max(end, change.range.upperBound)
        }
        return result + bytes[end...]
    }
}
