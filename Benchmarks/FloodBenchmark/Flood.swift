/// A load that one user puts on the daemon.
enum Flood: String, CaseIterable {
    /// One connection sends calls ahead and reads the replies.
    case pipelineOne = "pipeline-1"
    case pipeline
    /// Calls without replies.
    case oneway
    /// Calls without a log line.
    case info
    /// No reply is read.
    case deaf
    /// One call at a time on each connection.
    case oneByOne = "one-by-one"
    /// The same, with the longest host that fits into a URL.
    case hosts
    /// The same, with calls as long as they may be, of values that no request needs.
    case largeMessage = "large-message"
    /// Connections that are opened and closed again.
    case connect
    /// The same as fast as one process can, and the probe connects for every call.
    case newcomerClose = "newcomer-close"
    /// The same with a call on each connection.
    case newcomerCall = "newcomer-call"
    /// Connections that are opened and held, 500 at a time; the probe connects for every call.
    case newcomerHold = "newcomer-hold"
    /// Four processes that connect and close.
    case newcomerClose4 = "newcomer-close-4"
    /// Four processes that connect, call and close.
    case newcomerCall4 = "newcomer-call-4"
    /// Two processes that connect and close; the probe is root, and the table limits calls.
    case newcomerRoot = "newcomer-root"
    /// Connections that the daemon closes because of invalid input.
    case breach
    /// Watches of many features, and a switch that changes continuously.
    case watch
    /// Links to a channel, sent ahead, with as many subscribers as one user may have.
    case fanOut = "fan-out"
    /// The same, and the subscribers read nothing.
    case fanDeaf = "fan-deaf"
    /// Programs that print without end.
    case yes
    /// Programs that end at once.
    case `true`
    /// 64 connections send 64 KiB of `List` each, and read no reply: 300 features.
    case burst300 = "burst-300"
    /// The same with 1,000 features and 16 connections.
    case burst1000 = "burst-1000"
    /// The same with one feature of 10,000 routes and 4 connections.
    case burstRoutes = "burst-routes"
    /// Descriptions of interfaces, which are long.
    case burstDescription = "burst-description"
    /// Every connection that a user and eight of its subordinate uids can get.
    case crowd
    /// Calls that wait for a service, on connections that are closed before it replies.
    case abandon
    /// Calls of `Ingest` with as many licences and bytes as one may have, by a user who has as many as a subject may have.
    case ingest

    /// The number of connections it opens.
    var connections: Int {
        switch self {
        case .pipelineOne, .connect, .breach, .newcomerClose, .newcomerCall, .newcomerHold, .newcomerClose4,
            .newcomerCall4, .newcomerRoot:
            1
        case .watch: 63
        case .yes, .true: 16
        case .largeMessage: 30
        case .burst1000: 16
        case .burstRoutes: 4
        // Fewer than the limit, since the daemon notices a closed connection a little later.
        case .abandon: 16
        case .pipeline, .oneway, .fanOut, .fanDeaf, .info, .deaf, .oneByOne, .hosts, .burst300, .burstDescription,
            .crowd, .ingest:
            64
        }
    }

    /// The number of connections it makes in all; nil if it does not end.
    var connectionCount: Int? { self == .abandon ? 6200 : nil }

    /// The number of calls that an abandoned connection sends ahead of the one that waits.
    static let callsAhead = 69

    /// What a process does again and again that only connects; nil for other floods.
    var connecting: Connecting? {
        switch self {
        case .newcomerClose, .newcomerClose4, .newcomerRoot: .close
        case .newcomerCall, .newcomerCall4: .call
        case .newcomerHold: .hold
        default: nil
        }
    }

    /// The number of processes of its user.
    var processCount: Int {
        switch self {
        case .newcomerClose4, .newcomerCall4: 4
        case .newcomerRoot: 2
        default: 1
        }
    }

    /// True if the probe makes a connection for every call.
    var isForNewcomers: Bool { self == .crowd || connecting != nil }

    /// True if the probe is an operator in both halves.
    var isForOperators: Bool { self == .newcomerRoot }

    /// True if it is over as soon as it was sent.
    var isBurst: Bool {
        switch self {
        case .burst300, .burst1000, .burstRoutes, .burstDescription: true
        default: false
        }
    }

    /// The table of the daemon.
    ///
    /// - Parameter folder: where its service listens, and its files are.
    func table(_ folder: String) -> String {
        switch self {
        case .watch, .burst300: Self.features(300)
        case .burst1000: Self.features(1000)
        case .burstRoutes:
            Self.head + "feature Many {\n    action b {\n        respond\n    }\n"
                + (0..<10_000).map { "    route route\($0) /r\($0) do b\n" }.joined() + "}\n"
        case .fanOut, .fanDeaf:
            Self.head + """
                channel news {
                    kind plain
                }
                feature News {
                    action n {
                        channel news
                    }
                    route news /news do n
                }

                """
        case .yes: Self.head + Self.program("/usr/bin/yes", "    timeout 1s\n")
        case .true: Self.head + Self.program("/bin/true", "")
        case .abandon:
            Self.head + """
                feature Slow {
                    require runtime from varlink unix:\(folder)/service org.example.Flags.Get
                    action b {
                        respond
                    }
                    route slow /slow do b
                }

                """
        case .newcomerRoot: "limit calls-per-second 50\n" + Self.head
        case .ingest:
            Self.head + """
                product pro {
                    trial 14d
                }
                issuer shop {
                    key \(folder)/\(FloodLicences.keyFile)
                    products pro
                    audience podcasts
                }

                """
        default: Self.head
        }
    }

    private static let head = """
        scheme t
        host **.podcasts.example
        feature Plain {
            action a {
                respond hello
            }
            route say /say do a
        }

        """

    private static func features(_ count: Int) -> String {
        head
            + (0..<count).map {
                """
                feature Feature\($0) {
                    require toggle on
                    action a\($0) {
                        respond
                    }
                    route route\($0) /r\($0) do a\($0)
                }

                """
            }.joined()
    }

    private static func program(_ path: String, _ options: String) -> String {
        "feature Program {\n    action p {\n        exec \(path)\n    \(options)    }\n    route run /run do p\n}\n"
    }
}
