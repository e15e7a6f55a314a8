// The packages that may add routes to a scheme or host beside its owner:
//
//     scheme podcast {
//         open to package shop
//         open to group media
//     }
//
// A guest's route names the scheme: `in podcast`. It is compared with the owner's routes as these are with each other: the
// narrower wins, and an overlap is an error, because `over` does not cross packages. A guest denies nothing there.

import Conf
import Features
import Matching

/// Whose routes a scheme or host takes beside its owner's.
struct ScopeGuests {
    /// The names of packages.
    var packages: Set<String> = []
    /// The packages whose files belong to these groups.
    var groups: [CallerRequirement.Value] = []

    /// Whether the scope takes its owner's routes alone.
    var isEmpty: Bool { packages.isEmpty && groups.isEmpty }

    /// The words after `open to`: `package shop`, `group media`.
    var words: [String] { packages.sorted().map { "package " + $0 } + groups.map { "group " + $0.text } }

    /// Whether a package may add routes; where the groups of a machine are not known, each may be the right one.
    func admits(_ package: TableSet.Package?, _ environment: LoadEnvironment) -> Bool {
        guard let package, !packages.contains(package.name) else { return package != nil }
        return groups.contains { group in
            !environment.knowsGroups || group.id != nil && group.id == package.groupID
        }
    }
}

extension ScopeReader {
    /// Reads the `open` lines of a `scheme` or `host`.
    func readGuests(_ lines: [Int]) -> ScopeGuests {
        var guests = ScopeGuests()
        for line in lines {
            let (to, what, name) = (word(1, line), word(2, line), word(3, line))
            switch (to, what) {
            case ("to", "package"):
                let isName = readName(3, line, of: "a package", example: "open to package shop") != nil
                if isName { guests.packages.insert(name) }
            case ("to", "group"): guests.groups.append(.init(text: name, id: table.environment.groupID(name)))
            default:
                report(
                    .badValue, place(to == "to" ? 2 : 1, line), "a scope is opened to a package or a group",
                    help: "it is written `open to package NAME` or `open to group NAME`")
            }
        }
        return guests
    }

    /// The entries of a route of the owner, with each scope that has routes of its own as an entry: one that is open to
    /// guests, or whose routes take links with and without a slash at the end.
    ///
    /// The routes of one entry are compared with each other, and an entry of one scope is looked up before those of
    /// several: without this a guest's route, or a pattern for the slash, would hide every route of the owner that names
    /// no scope.
    func withOwnEntries(_ entries: [ScopeEntry]) -> [ScopeEntry] {
        let own = table.draft.scopes.filter {
            $0.owner == table.owner && (!$0.guests.isEmpty || $0.takesEitherSlash)
        }.map(\.entry)
        return entries + own.filter { !entries.contains($0) && Self.isIn($0, entries, table.owner) }
    }

    /// Whether some entries of a file include that one.
    static func isIn(_ entry: ScopeEntry, _ entries: [ScopeEntry], _ owner: Int) -> Bool {
        switch entry {
        case .scheme: entries.contains(.anyScheme(file: owner))
        case .host(let host):
            entries.contains(.anyHost(file: owner)) || host.wider.contains { entries.contains(.host($0)) }
        case .anyScheme, .anyHost: false
        }
    }
}
