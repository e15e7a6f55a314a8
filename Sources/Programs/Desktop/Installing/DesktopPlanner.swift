internal import DesktopEntries
internal import HostSystem
internal import Varlink

/// Works out what an installation or a removal changes.
package struct DesktopPlanner {
    /// *Units*: names in the folder of lists.
    private static let nameLimit = 20_000

    private let entriesFolder: String
    private let listsFolder: String?
    private let record: DesktopRecord

    /// - Parameter record: what the installation before has changed.
    package init(entriesFolder: String, listsFolder: String?, record: DesktopRecord) {
        (self.entriesFolder, self.listsFolder, self.record) = (entriesFolder, listsFolder, record)
    }

    /// Plans the entries and the lines of lists; without entries, the removal of all.
    ///
    /// - Parameters:
    ///   - text: the bytes of an entry.
    ///   - rivals: the ids that other entries of a type have; they are removed from it.
    ///   - former: the handler of a type before; asked for types that the record does not have, and for those of the web.
    ///
    /// *Throws*: `sameID`.
    package func plan(
        _ entries: [LinkEntry], text: (LinkEntry) -> [UInt8], rivals: (String) -> [String] = { _ in [] },
        former: (String) -> String? = { _ in nil }
    ) throws(DesktopError) -> DesktopPlan {
        var plan = DesktopPlan(entriesFolder: entriesFolder)
        try Self.checkIDs(entries)
        plan.record.portalRows = record.portalRows
        plan.record.caches = record.caches
        plan.record.formers = formers(of: entries, former)
        for entry in entries { addEntry(entry.id, text(entry), &plan) }
        for old in record.entries where !entries.contains(where: { path(of: $0.id) == old.path }) {
            removeEntry(old, &plan)
        }
        let types = entries.flatMap { entry in entry.types.map { (type: $0, id: entry.id) } }
        let kept = Self.keptWishes(entries, plan.record)
        for name in listNames {
            addList(name, Self.wishes(name, types, rivals) + (name == DesktopPlaces.listName ? kept : []), &plan)
        }
        for old in record.lists where !listNames.contains(where: { "\(listsFolder ?? "")/\($0)" == old.path }) {
            addList(at: old.path, [], &plan)
        }
        plan.pending = pending(plan.record)
        return plan
    }

    /// The handlers before.
    ///
    /// For the web the one of now counts: a browser that has made itself the default again is the person's browser.
    private func formers(of entries: [LinkEntry], _ former: (String) -> String?) -> [FormerHandler] {
        entries.flatMap { entry in
            (entry.types + entry.keptTypes).map { type in
                let known = entry.role == .web ? nil : record.formers.first { $0.type == type }
                return known ?? .init { ($0.type, $0.handler) = (type, former(type)) }
            }
        }
    }

    private static func checkIDs(_ entries: [LinkEntry]) throws(DesktopError) {
        var seen: [String: LinkEntry] = [:]
        for entry in entries {
            if let first = seen[entry.id] {
                throw .sameID(entry.id, first: first.package ?? "", second: entry.package ?? "")
            }
            seen[entry.id] = entry
        }
    }

    private func path(of id: String) -> String { "\(entriesFolder)/\(id)" }

    /// The changes of the record before are undone too, if the new ones are not all made.
    private func pending(_ record: DesktopRecord) -> DesktopRecord {
        var pending = record
        for old in self.record.entries where !pending.entries.contains(where: { $0.path == old.path }) {
            pending.entries.append(old)
        }
        for old in self.record.lists {
            if let place = pending.lists.firstIndex(where: { $0.path == old.path }) {
                pending.lists[place].changes = old.changes + pending.lists[place].changes
            } else {
                pending.lists.append(old)
            }
        }
        return pending
    }

    // MARK: Entries

    private func addEntry(_ id: String, _ text: [UInt8], _ plan: inout DesktopPlan) {
        let file = TargetFile(path(of: id))
        let known = record.entries.first { $0.path == file.path }
        // Without a record, an entry with the mark of this program is one that it has written all the same.
        let isOwn = file.bytes.map { KeyFile($0).text(LinkEntry.tableKey, of: "Desktop Entry") != nil } ?? false
        let before = known.map(\.before) ?? (isOwn ? nil : file.bytes)
        if let known, let bytes = file.bytes, DesktopRecord.digest(bytes) != known.digest, bytes != text {
            plan.notes.append("\(file.path) was edited, and is written anew")
        }
        guard plan.add(file, text) else { return }
        plan.record.entries.append(
            .init { ($0.path, $0.before, $0.digest) = (file.path, before, DesktopRecord.digest(text)) })
    }

    private func removeEntry(_ old: DesktopRecord.Entry, _ plan: inout DesktopPlan) {
        let file = TargetFile(old.path)
        guard let bytes = file.bytes else { return }
        guard DesktopRecord.digest(bytes) == old.digest else {
            plan.notes.append("\(old.path) was edited, and is kept: remove it by hand")
            return
        }
        if !plan.add(file, old.before) { plan.record.entries.append(old) }
    }

    // MARK: Lists

    /// The lists to change: the general one, and those of single desktops that are there.
    private var listNames: [String] {
        guard let listsFolder else { return [] }
        // ignored: without the folder there are none yet.
        let names = (try? FolderReader.read(listsFolder, nameLimit: Self.nameLimit)) ?? []
        return [DesktopPlaces.listName] + names.filter { $0.hasSuffix("-" + DesktopPlaces.listName) }.sorted()
    }

    private static func wishes(
        _ name: String, _ types: [(type: String, id: String)], _ rivals: (String) -> [String]
    ) -> [ListWish] {
        types.flatMap { type, id in
            let group = { (group: AssociationFile.Group) in group.rawValue }
            guard name == DesktopPlaces.listName else {
                // The list of a single desktop goes before the general one, so its line counts where it has one.
                return [ListWish(group(.defaults), type, front: [id], onlyWhereThere: true)]
            }
            let rivals = rivals(type)
            return [
                ListWish(group(.defaults), type, front: [id]),
                ListWish(group(.added), type, front: [id], dropped: rivals),
                // An added entry that is removed as well counts as added.
                ListWish(group(.removed), type, front: rivals, dropped: [id]),
            ]
        }
    }

    /// The wishes that name the program which opens pages now.
    ///
    /// Without a line of its own it would lose them: the entries of a home go before those of the machine.
    private static func keptWishes(_ entries: [LinkEntry], _ record: DesktopRecord) -> [ListWish] {
        entries.flatMap(\.keptTypes).compactMap { type in
            record.former(of: type).map {
                ListWish(AssociationFile.Group.defaults.rawValue, type, front: [$0], onlyWhereAbsent: true)
            }
        }
    }

    private func addList(_ name: String, _ wishes: [ListWish], _ plan: inout DesktopPlan) {
        addList(at: "\(listsFolder ?? "")/\(name)", wishes, &plan)
    }

    private func addList(at path: String, _ wishes: [ListWish], _ plan: inout DesktopPlan) {
        let file = TargetFile(path)
        let known = record.lists.first { $0.path == path }
        let before = Self.before(file, known)
        var text = AssociationText(before ?? [])
        let changes = text.apply(wishes)
        let new = changes.isEmpty ? before : text.bytes
        guard plan.add(file, new) else {
            if let known { plan.record.lists.append(known) }
            return
        }
        if let new, let fault = KeyFile(new).fault {
            plan.notes.append("GLib takes \(path) as empty, because of line \(fault.line): \(fault.reason)")
        }
        guard !changes.isEmpty, let new else { return }
        plan.record.lists.append(
            .init { ($0.path, $0.before, $0.digest, $0.changes) = (path, before, DesktopRecord.digest(new), changes) })
    }

    /// The list without the changes of the record: the bytes of before if it is otherwise untouched, else line by line.
    private static func before(_ file: TargetFile, _ known: DesktopRecord.List?) -> [UInt8]? {
        guard let known, let bytes = file.bytes else { return file.bytes }
        if DesktopRecord.digest(bytes) == known.digest { return known.before }
        var text = AssociationText(bytes)
        text.undo(known.changes)
        return text.bytes.isEmpty && known.before == nil ? nil : text.bytes
    }
}
