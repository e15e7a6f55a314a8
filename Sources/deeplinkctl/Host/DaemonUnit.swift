// What `check --system` and `check --user` stand in for: the daemon that the unit of that instance starts. For example
//
//     /usr/lib/systemd/system/deeplinkd.service             User=deeplinkd, DEEPLINKD_EXEC=no, ProtectHome=yes
//     /etc/systemd/system/deeplinkd.service.d/exec.conf     DEEPLINKD_EXEC=yes
//
// The table is then read by the daemon's own code: as the user deeplinkd, with `exec` allowed, without /home. Where the unit
// is not installed its shipped settings count.

internal import Contract
import HostSystem
internal import Tables

/// One instance of the daemon, as its unit starts it.
struct DaemonUnit {
    /// The shipped settings.
    private static let shippedUser = "deeplinkd"
    /// A user who owns nothing: what every user may read it may.
    private static let unprivileged: UInt32 = 65_534

    let instance: Instance
    private let files: UnitFiles
    private let userName: String
    /// The daemon's user; nil if this machine has none of that name.
    private let userID: UInt32?

    /// Reads the unit's files.
    ///
    /// *Throws*: if the user database cannot be read.
    init(_ instance: Instance) throws {
        self.instance = instance
        let environment = HostFacts.environment
        files = UnitFiles("deeplinkd.service", in: Self.folders(of: instance, environment))
        switch instance {
        case .user: (userName, userID) = ("uid \(HostFacts.userID)", HostFacts.userID)
        case .system:
            userName = files.value(of: "User") ?? Self.shippedUser
            userID = try UInt32(userName) ?? HostFacts.userID(named: userName)
        }
    }

    /// *Source*: systemd.unit(5), `SYSTEMD_UNIT_PATH` of systemd(1).
    private static func folders(of instance: Instance, _ environment: [String: String]) -> [String] {
        let installed = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map {
            "\($0)/systemd/\(instance.rawValue)"
        }
        let home = environment["HOME"].map { $0 + "/.config" }
        let own = [environment["XDG_CONFIG_HOME"], home].compactMap(\.self).first { $0.hasPrefix("/") }
        let usual = (instance == .user ? own.map { [$0 + "/systemd/user"] } ?? [] : []) + installed
        guard let named = environment["SYSTEMD_UNIT_PATH"], !named.isEmpty else { return usual }
        let folders = named.split(separator: ":").map(String.init)
        return named.hasSuffix(":") ? folders + usual : folders
    }

    // MARK: Settings

    private var isInstalled: Bool { !files.paths.isEmpty }

    /// Whether a setting says yes; the shipped system unit says so of all that are asked for, and the user's of none.
    private func isOn(_ key: String) -> Bool {
        guard isInstalled else { return instance == .system }
        return ["yes", "true", "on", "1", "tmpfs", "disconnected"].contains(files.value(of: key)?.lowercased())
    }

    /// Whether a table may start programs.
    ///
    /// *Throws*: for a value with which the daemon does not start.
    private func allowsPrograms() throws -> Bool {
        guard isInstalled else { return instance == .user }
        switch files.variable("DEEPLINKD_EXEC") {
        case nil, "yes": return true
        case "no": return false
        case let value?:
            throw ToolFailure(
                "the unit sets DEEPLINKD_EXEC=\(value), with which the daemon does not start: say yes or no")
        }
    }

    /// What the daemon sees of this machine's files; after `takeRights`.
    var view: DaemonView {
        var covers: [String: DaemonView.Cover] = [:]
        if isOn("ProtectHome") { for folder in ["/home", "/root", "/run/user"] { covers[folder] = .closed } }
        if isOn("PrivateTmp") { for folder in ["/tmp", "/var/tmp"] { covers[folder] = .replaced } }
        // A user that is not there owns nothing, so root alone is trusted.
        let trust = HostFacts.userID == userID ? TrustRule.ofThisProcess : TrustRule(userID: userID ?? 0)
        return DaemonView(trust: trust, covers: covers, hidesDevices: isOn("PrivateDevices"))
    }

    /// Takes the rights of the daemon's user, for good; another user than root keeps their own.
    ///
    /// *Throws*: where the system refuses it.
    func takeRights() throws {
        guard instance == .system, HostFacts.userID == 0, userID != 0 else { return }
        let number = userID ?? Self.unprivileged
        let primary = try HostFacts.account(of: number)?.groupID ?? number
        try ProcessUser.become(
            userID: number, groupID: primary, groupIDs: HostFacts.groupIDs(ofUser: number) ?? [primary])
    }

    /// The table of the daemon.
    ///
    /// - Parameter names: the files that it is started with; none for what is installed.
    ///
    /// *Throws*: for an environment with which the daemon does not start.
    func source(_ names: [String]) throws -> TableSource {
        let isRoot = instance == .system || userID == 0
        // As in the daemon: a daemon whose unit says anything of programs is a service, and no person's.
        let isOfUser = !isRoot && files.variable("DEEPLINKD_EXEC") == nil
        return TableSource(
            served: names, by: isOfUser ? .user : .system, environment: isRoot ? [:] : HostFacts.environment,
            allowsPrograms: try allowsPrograms(), view: view)
    }

    // MARK: Text

    /// What is stood in for, in one line.
    ///
    /// *Shape*: `as the system's daemon: user deeplinkd, without exec, …; by /usr/lib/systemd/system/deeplinkd.service`.
    ///
    /// *Throws*: as `source`.
    func sentence() throws -> String {
        var words = [instance == .system ? "user " + userName : userName]
        if userID == nil { words[0] += ", which this machine lacks" }
        words.append(try allowsPrograms() ? "with exec" : "without exec")
        let covers = view.covers.keys.sorted().joined(separator: " ")
        if !covers.isEmpty { words.append("without " + covers) }
        let origin = isInstalled ? files.paths.joined(separator: " ") : "the shipped unit, which is not installed here"
        var line = "as the \(instance.rawValue)'s daemon: \(words.joined(separator: ", ")); by \(origin)"
        if instance == .system, HostFacts.userID != userID, HostFacts.userID != Self.unprivileged {
            line += "; read with your own rights: as root the check takes those of the daemon"
        }
        return line
    }
}
