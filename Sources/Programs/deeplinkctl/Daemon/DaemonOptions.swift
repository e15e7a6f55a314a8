import ArgumentParser
internal import Contract
internal import DeepLinkClient
internal import HostSystem
internal import Routing

/// The daemon of a command.
struct SocketOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: "Default: that of DEEPLINKD_SOCKET, or else the user's daemon and then the system's.",
            valueName: "path"),
        completion: .file())
    var path: String?

    /// The sockets to try, in this order.
    var paths: [String] { path.map { [$0] } ?? DaemonConnection.defaultPaths() }
}

extension SocketOption {
    /// The option that a command line with this path has.
    init(_ path: String?) {
        self.init()
        self.path = path
    }
}

/// The table of a command, or the daemon that it asks instead of reading one; and the form of what it prints.
struct AnswererOptions: ParsableArguments {
    @OptionGroup var table: TableOption
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "Ask the daemon at this socket, with its table and its facts.",
            discussion:
                "Default: the daemon of other commands, if it answers within 200 ms and neither -f nor DEEPLINKD_TABLE names "
                + "a table.",
            valueName: "path"),
        completion: .file())
    var socket: String?
    @OptionGroup var output: FormatOption

    /// *Throws*: misuse if the command line names a daemon and a table.
    func validate() throws {
        guard socket != nil, table.isOnCommandLine else { return }
        throw ValidationError("--socket uses the daemon's own table: leave out -f.")
    }
}

/// The daemon whose table in force a command takes in the place of files.
struct TableInForceOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "Take the table that the daemon at this socket has in force; for operators.", valueName: "path"),
        completion: .file())
    var path: String?

    /// A connection to the daemon at the named socket, or else to the one of that kind.
    func client(of daemon: Instance) throws -> DaemonClient {
        let environment = HostFacts.environment
        let usual = daemon == .system ? SocketLocations.system : SocketLocations.user(environment: environment)
        guard let path = path ?? usual else {
            let reason = SocketLocations.reasonWithoutUser(environment: environment) ?? ""
            throw ToolFailure("your daemon is not looked for, because \(reason); name its socket with --socket")
        }
        do {
            return try DaemonClient(SocketOption(path))
        } catch let failure as ToolFailure {
            throw ToolFailure("\(failure); without a daemon, run `deeplinkd --check` as its user")
        }
    }

    /// A connection to the daemon; nil if the command line names none.
    var client: DaemonClient? {
        get throws { try path.map { try DaemonClient(SocketOption($0)) } }
    }

    /// *Throws*: misuse if the command line names a daemon and a table.
    func validate(besides table: TableOption) throws {
        guard path != nil, table.isOnCommandLine else { return }
        throw ValidationError("--socket takes the daemon's table: leave out -f and --root.")
    }

    /// The daemon's table, or that of the option.
    func load(or table: TableOption) throws -> Ruleset {
        try client.map(TableInForce.load) ?? table.load()
    }
}

/// The subject whose facts are used.
struct SubjectOption: ParsableArguments {
    @Option(
        name: .customLong("subject"),
        help: ArgumentHelp(
            "The subject whose facts are used, if you may act for it: uid:N, a user's name, account:NAME or machine.",
            discussion: "Default: yourself.", valueName: "subject"))
    var subject: String?

    mutating func validate() throws { subject = try subject.map(Self.resolved) }

    /// A subject as the daemon takes it.
    ///
    /// - Parameter word: a subject, or the name of a user of this machine.
    private static func resolved(_ word: String) throws -> String {
        guard !word.isEmpty, word != "machine", !word.utf8.contains(UInt8(ascii: ":")) else { return word }
        guard let number = try HostFacts.userID(named: word) else {
            throw ValidationError(
                "This machine has no user \(UsageError.quoted(word)); a subject is uid:N, a user's name, account:NAME or "
                    + "machine.")
        }
        return "uid:\(number)"
    }
}

/// The daemon of a command that acts for a subject, and the form of what it prints.
struct SubjectCallOptions: ParsableArguments {
    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var option: SubjectOption

    /// The subject; nil for the caller.
    var subject: String? { option.subject }

    /// Connects to the daemon.
    func client() throws -> DaemonClient { try DaemonClient(socket, option) }
}
