// Reads the source of a permission. Without such a line the sources of the host answer, if there is one for the
// permission:
//
//     permission camera from file /run/app/$(uid)/camera
//     permission camera from varlink unix:/run/app io.example.Permissions.Get grace 10s
//     permission contacts from consent
//     permission camera from store devices/camera app org.example.App
//     permission play from polkit org.example.play
//     permission camera from device /dev/video0
//
// The line counts for every feature of the table that requires the permission. An administrator's policy stands before all of
// them:
//
//     permission policy /etc/deeplinkd/permissions.policy

import Conf
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

    /// Reads `permission NAME from SOURCE`.
    func readSource(_ statement: Int) {
        let words = arguments(statement)
        if isKeyword(words[0], "policy") { return readPolicy(words, statement) }
        guard let permission = readName(words[0]) else { return table.spoil(statement) }
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
        guard words.count == 2, Name.isPlainPath(words[1].text) else {
            return report(
                .badConstraint, words[1].place, "the policy is one file, named by its absolute path",
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

    /// One of several names is read with the others.
    func requirement(_ statement: Int) -> Permission? { requirements(statement).first }

    /// Reads `require permission NAME…`.
    func requirements(_ statement: Int) -> [Permission] {
        let words = arguments(statement, from: 2)
        if words.isEmpty {
            report(
                .badConstraint, document.place(of: statement), "a permission has a name",
                help: "as in `require permission camera`")
        }
        let (permissions, draft) = (words.compactMap(readName), permissions)
        for permission in permissions {
            draft.used.formUnion([permission, permission.includedIn].compactMap(\.self))
        }
        return permissions
    }
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
