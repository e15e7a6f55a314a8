// Finds the desktop entry that opens a link. Three programs decide it by the same files in three ways. For `podcast:`
// with two entries that declare the scheme, and none of them in a list:
//
//     gio        takes the first of the first folder whose mimeinfo.cache has the type
//     xdg-mime   takes the first id of the first line of any cache, installed or not
//     portal     asks, because there are two
//
// *Source*: GLib's gdesktopappinfo.c; xdg-utils' xdg-mime 1.1.3; xdg-desktop-portal's open-uri.c.

package import DesktopEntries

/// The lists and entries of a session, and what follows from them.
package struct HandlerLookup {
    /// The entry that opens a link, and the file that says so.
    package struct Handler: Equatable, Sendable {
        package let id: String
        /// The list, or the entry itself where no list names it.
        package let source: String
    }

    /// What the portal does with a link.
    package enum PortalChoice: Equatable, Sendable {
        case opens(String)
        /// More than one entry has the scheme, so it asks.
        case asks([String])
        case nothing
    }

    /// The entries that were read, by their paths: each is asked for by several schemes.
    private final class Cache {
        var entries: [String: DesktopEntry] = [:]
    }

    package let places: DesktopPlaces
    private let cache = Cache()
    /// In the order in which they count.
    let folders: [HandlerFolder]

    /// Reads all lists, and the names of all entries.
    package init(_ places: DesktopPlaces) {
        self.places = places
        let names = places.listNames
        let configs = ([places.configHome].compactMap(\.self) + places.configFolders).map {
            HandlerFolder($0, isConfig: true, listNames: names)
        }
        let data = ([places.dataHome].compactMap(\.self) + places.dataFolders).map {
            HandlerFolder("\($0)/\(EntryFolders.name)", isConfig: false, listNames: names)
        }
        folders = configs + data
    }

    /// The type that stands for the links of a scheme.
    package static func type(of scheme: String) -> String { "x-scheme-handler/" + scheme }

    /// The lists that GLib takes as empty, with the reasons.
    package var faultyLists: [(path: String, fault: KeyFile.Fault)] {
        folders.flatMap(\.lists).compactMap { list in list.fault.map { (list.path, $0) } }
    }

    // MARK: Entries

    private func entry(at path: String) -> DesktopEntry {
        if let known = cache.entries[path] { return known }
        let entry = DesktopEntry(path, programPath: places.programPath)
        cache.entries[path] = entry
        return entry
    }

    /// The entry of an id, as GIO finds it; nil if there is none that can be started, or it is hidden.
    package func entry(_ id: String) -> DesktopEntry? {
        loadable(id).flatMap { $0.isHidden ? nil : $0 }
    }

    /// The first entry of an id that can be started; GIO takes a hidden one as the default of a type all the same.
    private func loadable(_ id: String) -> DesktopEntry? {
        folders.lazy.compactMap { $0.entries[id] }.map(entry(at:)).first(where: \.isLoadable)
    }

    /// The entries that declare a type, each in the first folder that has its id; also those that cannot be started.
    package func declaring(_ type: String) -> [(id: String, entry: DesktopEntry)] {
        var seen: Set<String> = []
        var found: [(id: String, entry: DesktopEntry)] = []
        for folder in folders {
            for (id, path) in folder.entries.sorted(by: { $0.key < $1.key }) where seen.insert(id).inserted {
                let entry = entry(at: path)
                if entry.mimeTypes.contains(type) { found.append((id, entry)) }
            }
        }
        return found
    }

    /// The entries of other programs that a type is associated with or that declare it.
    package func rivals(of type: String) -> [String] {
        let all = recommended(for: type) + declaring(type).map(\.id)
        var seen: Set<String> = []
        return all.filter { !LinkEntry.isOwn($0) && seen.insert($0).inserted }
    }

    /// The entries that this program has written, in any folder of the chain.
    package var ownEntries: [(id: String, entry: DesktopEntry)] {
        folders.flatMap { folder in
            folder.entries.filter { LinkEntry.isOwn($0.key) }.sorted { $0.key < $1.key }.map {
                ($0.key, entry(at: $0.value))
            }
        }
    }

    // MARK: GIO

    /// The default of a type, as GIO finds it for `gio open`, GTK apps and Firefox.
    ///
    /// - Parameter isLeftOut: whether an id is left out, as if there were no such entry.
    package func gioDefault(of type: String, without isLeftOut: (String) -> Bool = { _ in false }) -> Handler? {
        let lists = folders.map { $0.associations(of: type) }
        var candidates: [Handler] = []
        for listed in lists.flatMap(\.defaults) where !candidates.contains(where: { $0.id == listed.id }) {
            candidates.append(listed)
        }
        for id in associated(lists) where !candidates.contains(where: { $0.id == id }) {
            candidates.append(Handler(id: id, source: folders.lazy.compactMap { $0.entries[id] }.first ?? ""))
        }
        return candidates.first { !isLeftOut($0.id) && loadable($0.id) != nil }
    }

    /// The entries that GIO recommends for a type.
    package func recommended(for type: String) -> [String] {
        associated(folders.map { $0.associations(of: type) }).filter { entry($0) != nil }
    }

    private func associated(_ lists: [HandlerFolder.Associations]) -> [String] {
        var (hits, blocked) = ([String](), [String]())
        for (place, list) in lists.enumerated() {
            func counts(_ id: String) -> Bool {
                !folders[..<place].contains { $0.entries[id] != nil } && !blocked.contains(id) && !hits.contains(id)
            }
            for id in list.added where counts(id) { hits.append(id) }
            for id in list.removed where counts(id) { blocked.append(id) }
        }
        return hits
    }

    // MARK: The portal

    /// What the portal does with a link of a type.
    ///
    /// - Parameter remembered: the entry that its permission store has for the caller, without `.desktop`, often enough.
    package func portalChoice(for type: String, remembered: String? = nil) -> PortalChoice {
        let standard = gioDefault(of: type).flatMap { entry($0.id) == nil ? nil : $0.id }
        // It never asks about links of the web.
        if let standard, LinkEntry.webSchemes.map(Self.type).contains(type) { return .opens(standard) }
        let choices = recommended(for: type)
        let remembered = remembered.map { $0 + ".desktop" }.flatMap { entry($0) == nil ? nil : $0 }
        if let remembered { return .opens(remembered) }
        guard choices.count == 1 else { return choices.isEmpty ? .nothing : .asks(choices) }
        return .opens(standard ?? choices[0])
    }
}
