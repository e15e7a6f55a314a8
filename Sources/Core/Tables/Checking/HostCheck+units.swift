// Units of the service manager, and rules of other programs, by their files: neither is asked. For example
//
//     answers      unit  play@.service     the system's manager has it: /etc/systemd/system/play@.service
//     will not     unit  backup.service    it is masked: /etc/systemd/system/backup.service
//
// The first file of a unit's name counts, in the order of the folders of systemd.unit(5); of an instance without a file of its
// own, that of its template. Files that generators and programs make are below /run, and are there or not at any time.

internal import Contract
import HostSystem
package import Routing

extension HostCheck {
    /// Judges a unit by its file.
    package func unit(_ name: String) -> Judgement {
        for (manager, folders) in Self.managers(instance) {
            for name in Self.names(of: name) {
                let paths = folders.map { $0 + "/" + name }
                // ignored: a folder that cannot be looked at has no unit for this process.
                let path = paths.first { (try? FileStatus.isAnythingThere($0)) == true }
                if let path { return judge(name, path, manager) }
            }
        }
        let place = instance == nil ? "this machine" : Self.managers(instance)[0].manager
        return (.willNot, "\(place) has no unit file of that name")
    }

    private func judge(_ name: String, _ path: String, _ manager: String) -> Judgement {
        // ignored: what cannot be looked at is not masked for this process.
        if let status = try? FileStatus(of: path), status.kind == .nothing || status.byteCount == 0 {
            return (.willNot, "it is masked: \(path)")
        }
        let target = ResolvedPath.path(of: path)?.split(separator: "/").last.map(String.init)
        if let target, target != name, instance != .user {
            let advice = "write that, because rights are given by it"
            return (.answers, "\(manager) has it as another name of \(target): \(advice)")
        }
        return (.answers, "\(manager) has it: \(path)")
    }

    /// The name, and for an instance that of its template.
    private static func names(of name: String) -> [String] {
        guard let at = name.firstIndex(of: "@"), !name.hasSuffix("@.service") else { return [name] }
        return [name, name[...at] + ".service"]
    }

    /// The managers that a daemon of the kind may ask, with the folders of their units; the first file counts.
    private static func managers(_ instance: Instance?) -> [(manager: String, folders: [String])] {
        let vendor = ["/usr/local/lib", "/usr/lib", "/lib"]
        let system =
            ["/etc", "/run"].map { $0 + "/systemd/system" } + ["/run/systemd/generator", "/run/systemd/transient"]
            + vendor.map { $0 + "/systemd/system" }
        let environment = HostFacts.environment
        let own = [UserFolders.config(environment), UserFolders.runtime(environment)].compactMap { $0 }
        let ofUser =
            own.map { $0 + "/systemd/user" } + ["/etc/systemd/user", "/run/systemd/user"]
            + [UserFolders.dataHome(environment)].compactMap { $0.map { $0 + "/systemd/user" } }
            + vendor.map { $0 + "/systemd/user" }
        return switch instance {
        case .system: [("the system's manager", system)]
        case .user: [("the user's manager", ofUser)]
        case nil: [("the system's manager", system), ("the user's manager", ofUser)]
        }
    }

    /// Judges a rule by its file, which mostly only its program and root can read.
    package func rule(_ text: String, at path: String) -> Judgement {
        if HostFacts.userID == 0, instance == .system { return (.answers, "root needs none") }
        do throws(LoopError) {
            let file = try FileReader.read(path, byteLimit: Limits.factFileBytes)
            return file.bytes == Array(text.utf8)
                ? (.answers, "it is the one of this table") : (.willNot, "it is not the one of this table")
        } catch {
            return error.codeName == "ENOENT"
                ? (.cannotTell, "it is not there, and another file may have the rule")
                : (.cannotTell, "only root and the program of the rule can look there")
        }
    }
}
