// How a daemon sees the files of this machine. A service manager starts it as a user of its own, and may hide folders:
//
//     User=deeplinkd      files of root and of deeplinkd are trusted
//     ProtectHome=yes     /home, /root and /run/user cannot be entered
//     PrivateTmp=yes      /tmp and /var/tmp have other contents, empty at the start
//     PrivateDevices=yes  of /dev the harmless devices alone are there
//
// The daemon itself needs none of this: it asks the kernel. `deeplinkctl check --system` runs outside of the sandbox, so it
// is told what the unit hides, and reports it with the codes that the daemon would.

import Conf
import Contract
package import HostSystem
import Routing

/// What a daemon trusts and sees of this machine's files.
package struct DaemonView: Sendable {
    /// How a folder is hidden.
    package enum Cover: Sendable {
        /// It cannot be entered.
        case closed
        /// It has other contents, and every user may add to them.
        case replaced
    }

    /// A process sees what the kernel shows it.
    package static let ofThisProcess = DaemonView(trust: .ofThisProcess)

    /// Whose files it trusts.
    package let trust: TrustRule
    /// The folders that are hidden from it, without a slash at their ends.
    package let covers: [String: Cover]
    /// Whether devices are hidden from it.
    package let hidesDevices: Bool

    package init(trust: TrustRule, covers: [String: Cover] = [:], hidesDevices: Bool = false) {
        self.trust = trust
        self.covers = covers
        self.hidesDevices = hidesDevices
    }

    /// The hidden folder that a path leads into, by its text or through links; nil if it leads into none.
    package func cover(of path: String) -> (folder: String, cover: Cover)? {
        guard !covers.isEmpty else { return nil }
        // ignored: without a working folder a relative path leads nowhere, and reading it says so.
        let absolute = path.hasPrefix("/") ? path : ((try? HostFacts.workingFolder()) ?? "") + "/" + path
        for way in [absolute, ResolvedPath.path(of: absolute)].compactMap(\.self) {
            for folder in covers.keys.sorted() where way == folder || way.hasPrefix(folder + "/") {
                return covers[folder].map { (folder, $0) }
            }
        }
        return nil
    }

    /// Why it cannot read a file or folder of tables; nil if it is not hidden.
    func fault(of path: String) -> TableFault? {
        guard let (folder, cover) = cover(of: path) else { return nil }
        return TableFault(
            .unreadableFile, "cannot read \(path): the daemon's unit hides the folder \(folder)",
            help: "keep it below /etc/deeplinkd", isAbsent: cover == .replaced)
    }

    /// Why it cannot start a program; nil if that is not hidden.
    func fault(ofProgram program: String) -> HostFault? {
        guard let (folder, cover) = cover(of: program) else { return nil }
        let message = "cannot start \(program): the daemon's unit hides the folder \(folder)"
        return switch cover {
        case .closed:
            HostFault(
                .unavailableProgram, message, help: "install it below /usr; here each start fails with `failed.spawn`")
        // It is absent, and others may create it.
        case .replaced: HostFault(.badProgram, message, help: "install it below /usr")
        }
    }
}
