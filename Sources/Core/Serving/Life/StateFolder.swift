// The folder of a daemon's ledger:
//
//     --state-dir DIR, STATE_DIRECTORY       there; the system unit has the second
//     a user instance                        $XDG_STATE_HOME/deeplinkd, or ~/.local/state/deeplinkd
//     -f FILE, or --socket PATH              nowhere: what is set lasts as long as the daemon
//
// Earlier units of users had StateDirectory=, which before systemd 254 names $XDG_CONFIG_HOME/deeplinkd, beside the table. A
// ledger that lies there is moved. Later versions of systemd make a link from the new place to that one, which is replaced.

import Contract
import HostSystem
import Ledger

/// Finds the directory of a daemon's ledger, and prepares it.
enum StateFolder {
    /// The directory; nil for a daemon without a ledger.
    ///
    /// It may move a ledger there, and says so in the log.
    ///
    /// - Parameter isActivated: whether the service manager has passed sockets.
    static func path(_ options: DaemonOptions, isActivated: Bool, log: Log) -> String? {
        if let directory = options.stateDirectory { return directory }
        // The service manager may name several directories; the first is ours.
        if let named = options.environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(named) }
        guard isActivated || options.socket == nil && options.tables.isEmpty else { return nil }
        guard let state = UserFolders.state(options.environment) else { return nil }
        let folder = state + "/deeplinkd"
        let old = UserFolders.config(options.environment).map { $0 + "/deeplinkd" } ?? folder
        return settle(folder, old, log)
    }

    private static func settle(_ folder: String, _ old: String, _ log: Log) -> String {
        do throws(LoopError) {
            try unlink(folder, from: old)
            try DurableFile.createFolders(folder)
        } catch {
            // The ledger says so too, for as long as it cannot be opened.
            log.error("the state folder cannot be made", ["error": "\(error)"])
            return folder
        }
        guard old != folder else { return folder }
        let fields: Log.Fields = ["path": folder, "old": old]
        switch LedgerMove(from: old, to: folder).run() {
        case .nothing: return folder
        case .moved: log.notice("ledger moved to its place", fields)
        case .both: log.warning("two ledgers: the one at the old place is not used", fields)
        case .stays(let reason):
            log.warning("ledger not moved to its place", fields.merging(["error": reason]) { $1 })
            return old
        }
        return folder
    }

    /// Removes a link from the state folder to the old one; only one that this user or root has made.
    private static func unlink(_ folder: String, from old: String) throws(LoopError) {
        guard let target = ResolvedPath.path(of: folder), target == ResolvedPath.path(of: old),
            let above = ResolvedPath.folder(of: folder).flatMap(ResolvedPath.path(of:)), target != above + "/deeplinkd",
            TrustRule.ofThisProcess.fault(of: folder) == nil
        else { return }
        try DurableFile.remove(folder)
    }
}
