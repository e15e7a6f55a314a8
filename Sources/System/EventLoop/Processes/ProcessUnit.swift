// The unit of the service manager that a process is in, by the name of its control group in /proc/PID/cgroup:
//
//     0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-slack-4711.scope     app-slack-4711.scope
//     0::/system.slice/backup.service/worker                                              backup.service
//     0::/                                                                                none
//
// A user may move the own processes to another group of the own service manager. So a unit tells the programs of one user
// apart, and is no rule against one of them that wants to deceive.
//
// *Source*: cgroups(7), systemd's control group interface.

internal import HostSystem

/// Finds the unit of a process.
enum ProcessUnit {
    /// *Units*: bytes; the path of a group has 4096 at most, and version 1 has a line for each controller.
    private static let byteLimit = 16 << 10

    /// The name of the unit of a process; nil for one that is in none, or whose group is hidden.
    ///
    /// *Cost*: a file of /proc, 10 to 15 µs; nothing there blocks.
    static func name(of processID: Int32) -> String? {
        guard processID > 0, let bytes = try? FileReader.prefix("/proc/\(processID)/cgroup", byteCount: byteLimit)
        else {
            return nil
        }
        return name(inGroups: String(decoding: bytes, as: UTF8.self))
    }

    /// The same by the lines of the file: `NUMBER:CONTROLLERS:PATH`.
    static func name(inGroups text: String) -> String? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        }
        // With both versions the second one may be without the manager's groups.
        let own = ["name=systemd", ""].lazy.compactMap { kind in
            lines.first { $0.count == 3 && $0[1].elementsEqual(kind.utf8) }?[2]
        }
        return own.lazy.compactMap { path in
            path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.last { part in
                [".scope", ".service"].contains(where: part.hasSuffix)
            }
        }.first
    }
}
