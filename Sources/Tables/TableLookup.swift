// Which files are the table when nobody names one. The rules are those of systemd's own configuration: of `routes.conf` the
// first folder's counts; of `routes.conf.d/*.conf` all folders' count, read by file name whatever folder they are in, and
// of two with one name the earlier folder's. An empty file, or a link to /dev/null, masks what later folders have under its
// name. So an administrator replaces or removes what a package shipped without touching it, and an update brings nothing
// back.

import Contract
import EventLoop
package import Routing

/// The files found in the standard folders, and what became of each.
package struct TableLookup {
    /// What became of a file.
    package enum Fate: Equatable, Sendable {
        case read
        /// An earlier folder has a file of this name.
        case overridden(by: String)
        /// It is there to hide files of its name, and is not read.
        case masks
    }

    /// A file that was found.
    package struct Entry: Equatable, Sendable {
        package let path: String
        package let fate: Fate
    }

    /// In the order they are read, a file before those that it overrides.
    package private(set) var entries: [Entry] = []
    /// The folders that cannot be read or are not believed.
    package private(set) var faults: [(path: String, fault: TableFault)] = []
    /// The places that were looked at for `routes.conf`.
    package let candidates: [String]

    /// The files to read, in their order.
    package var paths: [String] { entries.filter { $0.fate == .read }.map(\.path) }

    /// Looks into the folders, of which an earlier one goes before a later one.
    package init(_ folders: [String], purpose: TablePurpose, environment: LoadEnvironment) {
        candidates = folders.map { $0 + "/" + TableLocations.mainName }
        if case .serving = purpose { refuseFolders(folders) }
        add(candidates.filter(Self.isThere))
        var byName: [String: [String]] = [:]
        for folder in folders {
            let dropIns = folder + "/" + TableLocations.dropInName
            for name in names(dropIns, environment) where name.hasSuffix(".conf") && !name.hasPrefix(".") {
                byName[name, default: []].append(dropIns + "/" + name)
            }
        }
        for name in byName.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { add(byName[name] ?? []) }
    }

    /// Refuses every folder that has a table and that others could write: they could take the table away, or mask another.
    private mutating func refuseFolders(_ folders: [String]) {
        for folder in folders {
            let names = [TableLocations.mainName, TableLocations.dropInName]
            guard names.contains(where: { Self.isThere(folder + "/" + $0) }), let fault = TrustRule.fault(folder) else {
                continue
            }
            faults.append((folder, .untrusted("the folder " + fault)))
        }
    }

    private mutating func add(_ paths: [String]) {
        guard let first = paths.first else { return }
        entries.append(Entry(path: first, fate: Self.isMask(first) ? .masks : .read))
        entries += paths.dropFirst().map { Entry(path: $0, fate: .overridden(by: first)) }
    }

    private mutating func names(_ folder: String, _ environment: LoadEnvironment) -> [String] {
        do {
            return try environment.names(folder)
        } catch {
            if !error.isAbsent { faults.append((folder, error)) }
            return []
        }
    }

    /// Whether there is anything of that name; what cannot be looked at is there, and reading it says why.
    private static func isThere(_ path: String) -> Bool {
        do {
            _ = try FileStatus(of: path)
            return true
        } catch {
            return error.codeName != "ENOENT" && error.codeName != "ENOTDIR"
        }
    }

    private static func isMask(_ path: String) -> Bool {
        // ignored: what cannot be looked at is no mask; reading it says why.
        guard let status = try? FileStatus(of: path) else { return false }
        return status.kind == .nothing || status.kind == .file && status.byteCount == 0
    }
}
