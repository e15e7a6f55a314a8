// Finds the files of the default table in the standard folders, and decides which of them are read. The rules are those
// of systemd's own configuration. Only the first folder that has a `routes.conf` provides it. Of
// `routes.conf.d/*.conf`, the files of all folders count, in the order of their file names; of two files with one name
// the one in the earlier folder counts. An empty file, or a link to /dev/null, masks the files of its name in later
// folders. Some folders have drop-ins alone (`TableLocations`). So an administrator can replace or remove a packaged
// file without editing it, and an update does not bring it back.

package import Contract
import HostSystem
package import Routing

/// The files found in the standard folders, and what became of each.
package struct TableLookup {
    /// How a file was used.
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
    /// The folders that cannot be read, and the folders and masks that are not trusted.
    package private(set) var faults: [(path: String, fault: TableFault)] = []
    /// The same of folders and files that are left out without harm to the rest.
    package private(set) var leftOut: [(path: String, fault: TableFault)] = []
    /// Why the daemon would refuse a folder or mask, in one sentence each, where the purpose is only to say so.
    package private(set) var doubts: [String] = []
    /// The places that were looked at for `routes.conf`.
    package let candidates: [String]

    private let purpose: TablePurpose
    private let proposals: [String: ProposedDropIn]

    /// The files to read, in their order.
    package var paths: [String] { entries.filter { $0.fate == .read }.map(\.path) }

    /// Looks into the folders, of which an earlier one goes before a later one.
    ///
    /// - Parameter proposals: drop-ins that are not in their places yet, by the paths of these.
    package init(
        _ folders: [TableFolder], purpose: TablePurpose, environment: LoadEnvironment,
        proposals: [String: ProposedDropIn] = [:]
    ) {
        (self.purpose, self.proposals) = (purpose, proposals)
        candidates = folders.filter(\.hasMain).map { $0.path + "/" + TableLocations.mainName }
        for folder in folders where folder.kind != .data || purpose.reportsUntrusted { judge(folder) }
        add(candidates.filter(isThere))
        var byName: [String: [String]] = [:]
        for folder in folders {
            let dropIns = folder.path + "/" + TableLocations.dropInName
            let found = folder.kind == .data ? readableNames(dropIns, environment) : names(dropIns, environment)
            for name in found where ProposedDropIn.isName(name) {
                byName[name, default: []].append(dropIns + "/" + name)
            }
        }
        for name in byName.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { add(byName[name] ?? []) }
    }

    /// Judges a folder that has a table: who can write one can take the table away, or mask another.
    private mutating func judge(_ folder: TableFolder) {
        let names = (folder.hasMain ? [TableLocations.mainName] : []) + [TableLocations.dropInName]
        guard names.contains(where: { isThere(folder.path + "/" + $0) }) else { return }
        note(folder.path) { $0.fault(ofListed: folder.path) }
    }

    /// The drop-ins of a folder of `$XDG_DATA_DIRS` that can be read: the folders are not all the administrator's, so one
    /// that is not in order does no harm to the tables of the machine.
    private mutating func readableNames(_ dropIns: String, _ environment: LoadEnvironment) -> [String] {
        guard isThere(dropIns) else { return [] }
        do throws(TableFault) {
            if let fault = refused(ResolvedPath.folder(of: dropIns) ?? dropIns, { $0.fault(ofListed: $1) }) {
                throw fault
            }
            let found = try environment.names(dropIns)
            if let doubt = found.doubt, !doubts.contains(doubt) { doubts.append(doubt) }
            return found.names.filter { ProposedDropIn.isName($0) && isReadable(dropIns + "/" + $0, environment) }
        } catch {
            leftOut.append((dropIns, error))
            return []
        }
    }

    private mutating func isReadable(_ path: String, _ environment: LoadEnvironment) -> Bool {
        do throws(TableFault) {
            if let fault = refused(path, { $0.fault(of: $1) }) { throw fault }
            if !isMask(path) { _ = try environment.file(path, Limits.tableBytes) }
            return true
        } catch {
            leftOut.append((path, error))
            return false
        }
    }

    /// Why a daemon refuses a path; nil where it does not, or where that is only reported.
    private func refused(_ path: String, _ judge: (TrustRule, String) -> PathFault?) -> TableFault? {
        purpose.rule.flatMap { judge($0, path) }.map { TableFault($0) }
    }

    /// Takes note of what is not trusted, once.
    private mutating func note(_ path: String, _ judge: (TrustRule) -> PathFault?) {
        guard purpose.refusesUntrusted || purpose.reportsUntrusted, let found = judge(.ofThisProcess) else {
            return
        }
        let fault = TableFault(found)
        if purpose.reportsUntrusted {
            if !doubts.contains(fault.message) { doubts.append(fault.message) }
        } else if !faults.contains(where: { $0.fault == fault }) {
            faults.append((path, fault))
        }
    }

    private mutating func add(_ paths: [String]) {
        guard let first = paths.first else { return }
        let isMask = isMask(first)
        // A mask is not read, so it is judged here: a link to a file of another user masks when that user likes.
        if isMask { note(first) { $0.fault(of: first) } }
        entries.append(Entry(path: first, fate: isMask ? .masks : .read))
        entries += paths.dropFirst().map { Entry(path: $0, fate: .overridden(by: first)) }
    }

    private mutating func names(_ folder: String, _ environment: LoadEnvironment) -> [String] {
        // A folder without tables is not judged, and so not walked through either.
        guard isThere(folder) else { return [] }
        do {
            let found = try environment.names(folder)
            if let doubt = found.doubt, !doubts.contains(doubt) { doubts.append(doubt) }
            return found.names
        } catch {
            if !error.isAbsent, !faults.contains(where: { $0.fault == error }) { faults.append((folder, error)) }
            return []
        }
    }

    /// True if there is anything of that name; what cannot be looked at is there, and reading it says why.
    private func isThere(_ path: String) -> Bool {
        if proposals.keys.contains(where: { $0.hasPrefix(path + "/") }) { return true }
        do {
            _ = try FileStatus(of: path)
            return true
        } catch {
            return error.codeName != "ENOENT" && error.codeName != "ENOTDIR"
        }
    }

    private func isMask(_ path: String) -> Bool {
        if let proposal = proposals[path] { return proposal.bytes.isEmpty }
        // ignored: what cannot be looked at is no mask; reading it says why.
        guard let status = try? FileStatus(of: path) else { return false }
        return status.kind == .nothing || status.kind == .file && status.byteCount == 0
    }
}
