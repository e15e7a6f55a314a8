// Reads what a table says of a permission: its source, and what it is used for. Without such a line the sources of the host answer, if there is one for the
// permission:
//
//     permission camera from file /run/app/$(uid)/camera
//     permission camera from varlink unix:/run/app io.example.Permissions.Get grace 10s
//     permission contacts from consent
//     permission camera from store devices/camera app org.example.App
//     permission play from polkit org.example.play
//     permission camera from device /dev/video0
//     permission microphone from consent { usage "To record your clip" }
//
// The line counts for every feature of the table that requires the permission. An administrator's policy stands before all of
// them:
//
//     permission policy /etc/deeplinkd/permissions.policy

import Conf
import Contract
import Features
import Routing

/// Reads names of permissions, and the lines that say what answers for them.
struct PermissionReader: BlockReader {
    /// What can answer for a permission.
    private enum Origin: String, CaseIterable {
        case file, varlink, consent, store, polkit, device
    }

    let table: TableReading
    private var permissions: PermissionDraft { table.part(PermissionDraft.self) }

    /// Reads the name of a permission; one that is not known is reported.
    func readName(_ word: PlacedWord) -> Permission? {
        if let permission = Permission(word.text) { return permission }
        let help = Permission.advice(onUnknown: word.text) ?? Suggestion.help(for: word.text, among: Permission.forms)
        return refuse(.unknownPermission, word.place, "there is no permission `\(word.text)`", help: help)
    }

    /// Reads `permission NAME [from SOURCE] [{ usage TEXT }]`.
    func readDeclaration(_ statement: Int) {
        let words = arguments(statement)
        if isKeyword(words[0], "policy") { return readPolicy(words, statement) }
        guard let permission = readName(words[0]) else { return table.spoil(statement) }
        let hasBlock = document.statements[statement].hasBlock
        if hasBlock { readUsage(statement, of: permission) }
        if words.count > 1 { return readSource(words, of: permission, statement) }
        if !hasBlock {
            report(
                .badConstraint, place(1, statement), "the line says nothing of `\(permission)`",
                help: "name its source, \(Self.example(permission)), or what it is used for: "
                    + "`permission \(permission) { usage \"To …\" }`")
        }
    }

    /// Reads the block of a line: what the permission is used for.
    private func readUsage(_ statement: Int, of permission: Permission) {
        let block = table.check(document.children(of: statement), as: PermissionDirective.self)
        let usage = readTexts(block.statements(of: .usage), text: self.usage)
        if let usage, permissions.usages.updateValue(usage, forKey: permission) != nil {
            report(
                .repeatedDirective, place(1, statement), "it is said twice what `\(permission)` is used for",
                help: "keep one of them")
        }
    }

    private func usage(_ word: PlacedWord) -> String? { readShown(word, upTo: Limits.usageCharacters, as: "usage") }

    private func readSource(_ words: [PlacedWord], of permission: Permission, _ statement: Int) {
        guard isKeyword(words[1], "from") else {
            return report(
                .badConstraint, words[1].place, "`from` stands before the source of a permission",
                help: Self.example(permission))
        }
        guard let origin = readOrigin(Array(words[2...]), of: permission, statement) else { return }
        if let first = permissions.sources[permission] {
            return reportSecond(
                .repeatedDirective, place(1, statement), "the source of `\(permission)` is given twice",
                first: first.place)
        }
        permissions.sources[permission] = (origin, place(1, statement))
    }

    /// Reads `permission policy FILE`.
    private func readPolicy(_ words: [PlacedWord], _ statement: Int) {
        guard words.count == 2, Name.isPlainPath(words[1].text), !document.statements[statement].hasBlock else {
            return report(
                .badConstraint, words[words.count > 1 ? 1 : 0].place,
                "the policy is one file, named by its absolute path",
                help: "as in `permission policy /etc/deeplinkd/permissions.policy`")
        }
        if let first = permissions.policy {
            return reportSecond(
                .repeatedDirective, place(1, statement), "the policy on permissions is given twice", first: first.place)
        }
        permissions.policy = (words[1].text, place(1, statement))
    }

    private static func example(
        _ permission: Permission, _ source: String = "file /run/app/$(uid)/status"
    ) -> String { "as in `permission \(permission) from \(source)`" }

    private func readOrigin(_ words: [PlacedWord], of permission: Permission, _ statement: Int) -> PermissionOrigin? {
        guard let first = words.first else {
            return refuse(
                .badConstraint, document.place(of: statement), "a permission has a source",
                help: Self.example(permission))
        }
        let rest = Array(words.dropFirst())
        switch Origin(rawValue: first.text) {
        case .file, .varlink:
            return readPlace(of: .permission(permission.description), words, statement).map(PermissionOrigin.place)
        case .consent where rest.isEmpty: return .consent
        case .consent:
            return refuse(.badConstraint, rest[0].place, "`consent` is the last word", help: "remove what follows it")
        case .store: return readStore(rest, first, permission)
        case .polkit: return readAction(rest, first, permission)
        case .device: return readDevice(rest, first, permission)
        case nil:
            return refuse(
                .badConstraint, first.place, "`\(first.text)` is no source of a permission",
                help: Suggestion.help(for: first.text, among: Origin.allCases.map(\.rawValue)))
        }
    }

    private func readStore(_ words: [PlacedWord], _ kind: PlacedWord, _ permission: Permission) -> PermissionOrigin? {
        let help = Self.example(permission, "store devices/camera")
        guard words.count == 1 || words.count == 3 && isKeyword(words[1], "app"), let entry = words.first else {
            return refuse(.badConstraint, (words.dropFirst().first ?? kind).place, Self.storeForm, help: help)
        }
        let parts = entry.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), words.last?.text.isEmpty == false else {
            return refuse(.badConstraint, entry.place, Self.storeForm, help: help)
        }
        return .store(
            table: String(parts[0]), id: String(parts[1]), app: words.count == 3 ? words[2].text : "")
    }

    private static let storeForm = "an entry of the permission store is a table and an id, and may name an app"

    private func readAction(_ words: [PlacedWord], _ kind: PlacedWord, _ permission: Permission) -> PermissionOrigin? {
        guard words.count == 1, Permission("polkit:" + words[0].text) != nil else {
            return refuse(
                .badConstraint, (words.first ?? kind).place, "polkit is asked for one action, whose id has dots",
                help: Self.example(permission, "polkit org.example.play"))
        }
        return .polkit(action: words[0].text)
    }

    private func readDevice(_ words: [PlacedWord], _ kind: PlacedWord, _ permission: Permission) -> PermissionOrigin? {
        guard words.count == 1, Name.isPlainPath(words[0].text) else {
            return refuse(
                .badConstraint, (words.first ?? kind).place, "a device is named by its absolute path",
                help: Self.example(permission, "device /dev/video0"))
        }
        return .device(words[0].text)
    }
}

extension PermissionReader: RequirementReader {
    static let order = 60
    static let takesAnyName = true
    static let choices = Permission.names
    static let modes = ["any"]

    /// One of several names is read with the others.
    func requirement(_ statement: Int) -> PermissionRequirement? { requirements(statement).first }

    /// Reads `require permission [any] NAME… [USAGE]`, with the usage in other languages behind it.
    func requirements(_ statement: Int) -> [PermissionRequirement] {
        let all = arguments(statement, from: 2)
        // A name stands in quotes where it has blanks.
        let end = all.indices.dropFirst().first { document.isQuoted(all[$0].place) && Permission(all[$0].text) == nil }
        let words = all[..<(end ?? all.endIndex)]
        let usage = end.flatMap { readTexts(all[$0...], text: self.usage) }
        if isKeyword(words.first, "any") { return readAny(words, usage).map { [$0] } ?? [] }
        if words.isEmpty {
            report(
                .badConstraint, document.place(of: statement), "a permission has a name",
                help: "as in `require permission camera`")
        }
        return words.compactMap(readUsed).map { PermissionRequirement($0, usage: usage) }
    }

    /// Reads the permissions of which one is enough; nil where one of them was refused, so that none is left out.
    private func readAny(_ words: ArraySlice<PlacedWord>, _ usage: LocalizedText?) -> PermissionRequirement? {
        let names = words.dropFirst()
        guard names.count > 1 else {
            let only = names.first.flatMap(readUsed)
            return refuse(
                .badConstraint, words[words.startIndex].place, "`any` stands before two permissions or more",
                help: only.map { _ in "remove it, or name another permission" } ?? "as in `\(Self.anyExample)`")
        }
        var needed: [NeededPermission] = []
        for name in names {
            guard let permission = readUsed(name) else { continue }
            if needed.contains(where: { $0.permission == permission }) {
                report(
                    .repeatedConstraint, name.place, "the permission `\(permission)` is named twice", help: "remove it")
                continue
            }
            needed.append(NeededPermission(permission, usage: usage))
        }
        return needed.count == names.count ? PermissionRequirement(any: needed) : nil
    }

    /// Reads the name of a permission that a feature requires.
    private func readUsed(_ word: PlacedWord) -> Permission? {
        if isKeyword(word, "any") {
            return refuse(
                .badConstraint, word.place, "`any` stands before all names of its line",
                help: "as in `\(Self.anyExample)`; what else is required has a line of its own")
        }
        if isKeyword(word, "all") {
            return refuse(
                .badConstraint, word.place, "all permissions of a line are required without a word that says so",
                help: "remove it")
        }
        guard let permission = readName(word) else { return nil }
        permissions.used.formUnion([permission, permission.includedIn].compactMap(\.self))
        return permission
    }

    private static let anyExample = "require permission any camera microphone"
}

extension PlaceReader.Fact {
    /// A permission, by its name.
    fileprivate static func permission(_ name: String) -> Self {
        Self(
            name: "a permission", start: "permission \(name) from",
            file: "/run/app/$(uid)/\(name.prefix { $0 != ":" && $0 != "/" })",
            service: "unix:/run/app io.example.Permissions.Get")
    }
}
