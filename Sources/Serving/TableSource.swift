// Where the daemon's table comes from, and what the daemon asks before it believes it: the file is owned by root or by the
// daemon's own user and nobody else can write it, and so is every program that it names.

import Conf
import Contract
import EventLoop
package import Routing

/// The table a daemon serves, to be read again at every reload.
package struct TableSource: Sendable {
    /// The places to look at, in order; the first that exists is the table.
    package let candidates: [String]
    /// Whether actions may start programs.
    package let allowsPrograms: Bool

    package init(candidates: [String], allowsPrograms: Bool) {
        self.candidates = candidates
        self.allowsPrograms = allowsPrograms
    }

    /// Reads and loads the table; blocks, so it runs on the thread pool once the loop turns.
    package func load() -> RulesetLoader.Result {
        for path in candidates {
            do {
                let file = try FileReader.read(path, byteLimit: Limits.tableBytes)
                if let fault = Self.fault(path, ownerID: file.ownerID, mode: file.mode) {
                    return .failed(
                        .untrustedFile, fault, file: path,
                        help: "it must be yours or root's, and writable by its owner alone")
                }
                return RulesetLoader.load(TableFile(name: path, bytes: file.bytes), environment: environment)
            } catch  where candidates.count > 1 && (error.codeName == "ENOENT" || error.codeName == "ENOTDIR") {
                continue
            } catch {
                return .failed(
                    .unreadableFile, "\(error)", file: path, help: "name a table that can be read: deeplinkd -f FILE")
            }
        }
        return .failed(
            .unreadableFile, "there is no route table at " + candidates.joined(separator: ", "),
            file: candidates.first ?? "", help: "write one, or name one: deeplinkd -f FILE")
    }

    private var environment: LoadEnvironment {
        var environment = LoadEnvironment()
        // ignored: a directory service that does not answer knows no name; the constraint then admits nobody.
        environment.userID = { (try? HostFacts.userID(named: $0)) ?? nil }
        environment.groupID = { (try? HostFacts.groupID(named: $0)) ?? nil }
        environment.programFault = Self.programFault
        environment.allowsPrograms = allowsPrograms
        return environment
    }

    /// A program that is not there is no fault of the table: it may be installed later, and then starting it works.
    private static func programFault(_ path: String) -> String? {
        guard let status = try? FileStatus(of: path) else { return nil }
        return fault(path, ownerID: status.ownerID, mode: status.mode)
    }

    private static func fault(_ path: String, ownerID: UInt32, mode: UInt32) -> String? {
        if ownerID != 0, ownerID != HostFacts.userID {
            return "\(path) belongs to uid \(ownerID), who could change it"
        }
        return mode & 0o022 == 0 ? nil : "\(path) can be written by others than its owner"
    }
}
