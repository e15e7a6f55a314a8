internal import HostSystem

/// One folder of the chain: the lists in it, and in a folder of data the entries.
struct HandlerFolder {
    /// *Units*: names in one folder of entries; folders below it.
    private static let (nameLimit, depthLimit) = (20_000, 8)

    let path: String
    /// Whether it has no entries, as `/etc/xdg`.
    let isConfig: Bool
    /// The lists, those first that go before the others.
    let lists: [AssociationFile]
    /// The paths of the entries by their ids: `a-b.desktop` is `b.desktop` in the folder `a`, or has that name itself.
    let entries: [String: String]

    init(_ path: String, isConfig: Bool, listNames: [String]) {
        (self.path, self.isConfig) = (path, isConfig)
        let own = listNames.compactMap {
            AssociationFile("\(path)/\($0)", isGeneral: $0 == DesktopPlaces.listName)
        }
        guard !isConfig else {
            (lists, entries) = (own, [:])
            return
        }
        let others = [(AssociationFile.oldName, false), (AssociationFile.cacheName, true)].compactMap {
            AssociationFile("\(path)/\($0)", isGeneral: $1)
        }
        lists = own + others
        var found: [String: String] = [:]
        Self.find(path, prefix: "", depth: Self.depthLimit, &found)
        entries = found
    }

    private static func find(_ folder: String, prefix: String, depth: Int, _ found: inout [String: String]) {
        // ignored: most folders of data have no entries.
        guard let names = try? FolderReader.read(folder, nameLimit: nameLimit) else { return }
        for name in names.sorted() {
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".desktop") {
                found[prefix + name] = path
            } else if depth > 0, (try? FileStatus(of: path))?.kind == .folder {
                find(path, prefix: prefix + name + "-", depth: depth - 1, &found)
            }
        }
    }

    /// What its lists say of a type, put together as GIO does it.
    func associations(of type: String) -> Associations {
        var defaults: [HandlerLookup.Handler] = []
        var (added, removed) = ([String]?.none, [String]?.none)
        for list in lists {
            Self.extend(&added, with: list.additions(of: type), but: removed)
            Self.extend(&removed, with: list.ids(of: type, in: .removed), but: added)
            for id in list.ids(of: type, in: .defaults) ?? [] where !defaults.contains(where: { $0.id == id }) {
                defaults.append(HandlerLookup.Handler(id: id, source: list.path))
            }
        }
        return Associations(defaults: defaults, added: added ?? [], removed: removed ?? [])
    }

    /// The first list is taken as it is, with what an other one forbids: GIO does so too.
    private static func extend(_ ids: inout [String]?, with more: [String]?, but others: [String]?) {
        guard let more else { return }
        guard let known = ids else { return ids = more }
        var all = known
        for id in more where !all.contains(id) && others?.contains(id) != true { all.append(id) }
        ids = all
    }

    /// The entries of a type in the lists of one folder.
    struct Associations {
        let defaults: [HandlerLookup.Handler]
        let added: [String]
        let removed: [String]
    }
}
