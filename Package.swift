// swift-tools-version: 6.2
import PackageDescription

// The targets are declared in data-flow order: a target imports only targets declared above it (HouseTests holds the law).

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "deeplinkd",
    products: [
        // Features and actions as Swift types, for programs that embed the dispatcher.
        .library(name: "DeepLinkFeatures", targets: ["DeepLinkFeatures"]),
        // Opening links and getting those of channels, for programs that talk to the daemon.
        .library(name: "DeepLinkClient", targets: ["DeepLinkClient"]),
        // Route tables whose actions are Swift types, for programs that embed the dispatcher.
        .library(name: "DeepLinkTables", targets: ["DeepLinkTables"]),
        // Spans of what an embedded dispatcher performs; empty without the trait.
        .library(name: "DeepLinkTracing", targets: ["DeepLinkTracing"]),
        // Toggles of an embedded dispatcher that the daemon keeps, for programs that use both.
        .library(name: "DeepLinkDaemonStore", targets: ["DeepLinkDaemonStore"]),
        // Permissions by the desktop's portal, for programs that embed the dispatcher on a desktop.
        .library(name: "DeepLinkPortal", targets: ["DeepLinkPortal"]),
        .executable(name: "deeplinkctl", targets: ["deeplinkctl"]),
        .executable(name: "deeplinkd", targets: ["deeplinkd"]),
    ],
    traits: [
        .trait(name: "Tracing", description: "Spans of actions in DeepLinkTracing, by swift-distributed-tracing.")
    ],
    dependencies: [
        // The command line of deeplinkctl: options, help, completions. Parsing options is not what this program exists for.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Queues whose first element is taken out in constant time, and heaps.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // Spans, for programs that switch the trait on; for others it is not fetched.
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        // MARK: Sources/System: doors to Linux and to C libraries.

        // The Linux calls that Swift's Glibc module does not show, and the note of a library that is loaded by dlopen.
        .target(name: "CLinux", path: "Sources/System/CLinux", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "Varlink", path: "Sources/System/Varlink", swiftSettings: house),
        .target(name: "HostSystem", dependencies: ["CLinux"], path: "Sources/System/HostSystem", swiftSettings: house),
        // Desktop entries: finding one by its id, reading what it says, and which links opened before an installation; for the
        // handlers that deeplinkctl installs, and for the apps that actions start.
        .target(
            name: "DesktopEntries", dependencies: ["HostSystem", "Varlink"], path: "Sources/System/DesktopEntries",
            swiftSettings: house),
        .systemLibrary(
            name: "CLibUV", path: "Sources/System/CLibUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .target(
            name: "EventLoop",
            dependencies: [
                "CLibUV", "CLinux", "HostSystem", .product(name: "DequeModule", package: "swift-collections"),
            ], path: "Sources/System/EventLoop", swiftSettings: house),
        // One call of a method of any Varlink service, for switches and actions.
        .target(
            name: "VarlinkClient", dependencies: ["EventLoop", "HostSystem", "Varlink"],
            path: "Sources/System/VarlinkClient", swiftSettings: house),
        // SQLite keeps the facts durably: what decades of power cuts taught it is not to be written by hand. It is called by
        // its C interface. GRDB 7.10 was used before and tried without Foundation: it needs the locks and the regular
        // expressions of Foundation itself, whose ICU made a static daemon ten times as large.
        .systemLibrary(
            name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(name: "SQLite", dependencies: ["CSQLite"], path: "Sources/System/SQLite", swiftSettings: house),
        // The door to OpenSSL 3, by dlopen when a table declares an issuer or a `licence` command runs: Ed25519, ECDSA and
        // SHA-256 are not to be written by hand, few tables need them, and the distribution mends the library. swift-crypto
        // was used before: it builds BoringSSL, and brought FoundationEssentials into the daemon.
        .target(
            name: "COpenSSL", dependencies: ["CLinux"], path: "Sources/System/COpenSSL",
            cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "OpenSSL", dependencies: ["COpenSSL"], path: "Sources/System/OpenSSL", swiftSettings: house),
        // The door to sd-bus, by dlopen when the first question needs a message bus: most tables need none, and it is not
        // needed to build. sd-bus and not libdbus or GLib: it is polled by our loop, and is on every machine with systemd.
        .target(
            name: "CSystemBus", dependencies: ["CLinux"], path: "Sources/System/CSystemBus",
            cSettings: [.treatAllWarnings(as: .error)]),
        // Calls of services on the system's and the session's message bus, and their values; a client that waits for its
        // answers. Without libuv, because deeplinkctl shows notifications.
        .target(
            name: "SystemBus", dependencies: ["CSystemBus", "HostSystem", "Varlink"], path: "Sources/System/SystemBus",
            swiftSettings: house),
        // The same calls on a loop, for the daemon.
        .target(
            name: "LoopedBus", dependencies: ["EventLoop", "HostSystem", "SystemBus"], path: "Sources/System/LoopedBus",
            swiftSettings: house),
        // The door to libcurl, by dlopen at the first request: few tables have one, and HTTP, TLS and their corner cases are
        // not to be written by hand. libcurl and not a client in Swift: its multi interface is driven by our loop, and the
        // distribution mends it.
        .target(
            name: "CCurl", dependencies: ["CLinux"], path: "Sources/System/CCurl",
            cSettings: [.treatAllWarnings(as: .error)]),
        // Requests over HTTP on the loop, with bounds and without followed redirects.
        .target(
            name: "WebClient", dependencies: ["CCurl", "EventLoop", "HostSystem"], path: "Sources/System/WebClient",
            swiftSettings: house),
        // The door to ICU, by dlopen when the first international domain arrives: a plain link maps nothing of it, and it is
        // not needed to build. ICU and not libidn2, after trying both on the URL standard's data (Debian 12: ICU 72,
        // libidn2 2.3.3): of the 87 rows of toascii.json ICU misses 7 and libidn2 17, of the 2,671 of IdnaTestV2 75 and
        // 200. ICU's are all changes of Unicode's tables since that release, and IDNA makes up for them, which leaves
        // 0 and 4; libidn2's include rules of IDNA 2008 and the DNS that it cannot be told to leave alone.
        .target(
            name: "CIDNA", dependencies: ["CLinux"], path: "Sources/System/CIDNA",
            cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "IDNA", dependencies: ["CIDNA"], path: "Sources/System/IDNA", swiftSettings: house),

        // MARK: Sources/Core: links, tables, features, the gate, and the daemon. It knows no wing.

        .target(name: "Contract", dependencies: ["Varlink"], path: "Sources/Core/Contract", swiftSettings: house),
        .target(name: "Conf", dependencies: ["Contract"], path: "Sources/Core/Conf", swiftSettings: house),
        .target(name: "Links", dependencies: ["Contract", "IDNA"], path: "Sources/Core/Links", swiftSettings: house),
        .target(
            name: "Matching", dependencies: ["Conf", "Contract", "Links"], path: "Sources/Core/Matching",
            swiftSettings: house),
        .target(
            name: "Features",
            dependencies: [
                "Conf", "Contract", "Links", "Matching", .product(name: "HeapModule", package: "swift-collections"),
            ],
            path: "Sources/Core/Features", swiftSettings: house),
        .target(
            name: "Routing", dependencies: ["Conf", "Contract", "Features", "Links", "Matching"],
            path: "Sources/Core/Routing", swiftSettings: house),
        .target(
            name: "Tables",
            dependencies: [
                "Conf", "Contract", "DesktopEntries", "Features", "HostSystem", "Routing", "SystemBus", "Varlink",
            ],
            path: "Sources/Core/Tables", swiftSettings: house),
        .target(
            name: "Ledger", dependencies: ["Contract", "Features", "HostSystem", "OpenSSL", "SQLite"],
            path: "Sources/Core/Ledger", swiftSettings: house),
        .target(
            name: "FactSources", dependencies: ["Contract", "EventLoop", "Features", "HostSystem", "VarlinkClient"],
            path: "Sources/Core/FactSources", swiftSettings: house),
        .target(
            name: "Serving",
            dependencies: [
                "Conf", "Contract", "EventLoop", "FactSources", "Features", "HostSystem", "Ledger", "Routing", "Tables",
                "Varlink",
            ], path: "Sources/Core/Serving", swiftSettings: house),

        // MARK: Sources/Wings: a folder for each capability that the core does not need.
        // `Wire` is what it sends. `Rules` is its part of tables and checks, which both programs link, and `Service` what the
        // daemon does. No wing imports another.

        // Programs that actions start: their lines, and where a value may stand in them.
        .target(
            name: "ExecRules", dependencies: ["Conf", "Contract", "Features", "Links", "Matching", "Routing"],
            path: "Sources/Wings/Exec/ExecRules", swiftSettings: house),
        .target(
            name: "ExecService",
            dependencies: [
                "Conf", "Contract", "EventLoop", "ExecRules", "FactSources", "Features", "HostSystem", "LoopedBus",
                "Routing", "Serving", "SystemBus", "Varlink",
            ],
            path: "Sources/Wings/Exec/ExecService", swiftSettings: house),
        // The methods of a wing and what answers them: apart from its rules, because the client library has them too.
        .target(
            name: "ChannelWire", dependencies: ["Contract"], path: "Sources/Wings/Channels/ChannelWire",
            swiftSettings: house),
        // Channels: how tables declare them, who gets a link, what is kept, and when a sender is answered; pure, time is passed
        // in.
        .target(
            name: "ChannelRules",
            dependencies: [
                "ChannelWire", "Conf", "Contract", "Features", "Routing",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ], path: "Sources/Wings/Channels/ChannelRules", swiftSettings: house),
        .target(
            name: "ChannelService",
            dependencies: [
                "ChannelRules", "ChannelWire", "Conf", "Contract", "EventLoop", "FactSources", "Features", "HostSystem",
                "Ledger", "Routing", "Serving", "SQLite",
            ],
            path: "Sources/Wings/Channels/ChannelService", swiftSettings: house),
        .target(
            name: "PermissionWire", dependencies: ["Contract"], path: "Sources/Wings/Permissions/PermissionWire",
            swiftSettings: house),
        // Permissions: what answers for each, and flows that ask for them: who is asked, when, and how a flow ends; pure, time
        // is passed in.
        .target(
            name: "PermissionRules",
            dependencies: ["Conf", "Contract", "Features", "Links", "PermissionWire", "Routing"],
            path: "Sources/Wings/Permissions/PermissionRules", swiftSettings: house),
        // What the system says of permissions: polkit, the desktop's permission store, device nodes, an administrator's policy.
        .target(
            name: "PermissionAdapters",
            dependencies: [
                "Conf", "Contract", "EventLoop", "FactSources", "Features", "HostSystem", "Links", "LoopedBus",
                "PermissionRules", "SystemBus",
            ],
            path: "Sources/Wings/Permissions/PermissionAdapters", swiftSettings: house),
        .target(
            name: "PermissionService",
            dependencies: [
                "Contract", "EventLoop", "FactSources", "Features", "HostSystem", "Ledger", "PermissionAdapters",
                "PermissionRules", "PermissionWire", "Routing", "Serving",
            ],
            path: "Sources/Wings/Permissions/PermissionService", swiftSettings: house),
        .target(
            name: "PurchaseWire", dependencies: ["Contract"], path: "Sources/Wings/Purchases/PurchaseWire",
            swiftSettings: house),
        // Purchases: products and issuers in tables, and signed licences: what they say, who may sign them, and what a subject
        // holds by them; pure, time is passed in. How an item is read is ours: of the readers of JWS that were measured, one
        // takes an unknown `crit` and an `alg` that is not the key's.
        .target(
            name: "PurchaseRules",
            dependencies: ["Conf", "Contract", "Features", "Links", "Matching", "OpenSSL", "PurchaseWire", "Routing"],
            path: "Sources/Wings/Purchases/PurchaseRules", swiftSettings: house),
        .target(
            name: "PurchaseService",
            dependencies: [
                "Contract", "EventLoop", "FactSources", "Features", "HostSystem", "Ledger", "PurchaseRules",
                "PurchaseWire", "Routing", "Serving", "SQLite",
            ],
            path: "Sources/Wings/Purchases/PurchaseService", swiftSettings: house),
        // Ways out to apps and services that do not know the daemon, by the interfaces that they have anyway.
        .target(
            name: "ReachRules",
            dependencies: [
                "Conf", "Contract", "DesktopEntries", "Features", "Links", "Matching", "Routing", "SystemBus",
                "Varlink",
            ],
            path: "Sources/Wings/Reach/ReachRules", swiftSettings: house),
        .target(
            name: "ReachService",
            dependencies: [
                "Conf", "Contract", "DesktopEntries", "EventLoop", "Features", "HostSystem", "Ledger", "LoopedBus",
                "OpenSSL", "ReachRules", "Routing", "Serving", "SystemBus", "Varlink", "VarlinkClient", "WebClient",
            ],
            path: "Sources/Wings/Reach/ReachService", swiftSettings: house),
        // The daemon's own functions for those who run it, each a feature of the table: what happened, and how often.
        .target(
            name: "OperateWire", dependencies: ["Contract"], path: "Sources/Wings/Operate/OperateWire",
            swiftSettings: house),
        .target(
            name: "OperateRules", dependencies: ["Conf", "Contract", "Features", "Links", "OperateWire", "Routing"],
            path: "Sources/Wings/Operate/OperateRules", swiftSettings: house),
        .target(
            name: "OperateService",
            dependencies: [
                "Contract", "EventLoop", "Features", "HostSystem", "Ledger", "OperateRules", "OperateWire", "Routing",
                "Serving", "Varlink", "WebClient",
            ],
            path: "Sources/Wings/Operate/OperateService", swiftSettings: house),

        // MARK: Sources/Libraries: what other programs link.

        // The client library, for programs that open links and apps that get them; deeplinkctl uses it too. Without libuv and
        // Foundation, so that it costs an app nothing but its own code.
        .target(
            name: "DeepLinkClient",
            dependencies: ["ChannelWire", "Contract", "HostSystem", "PermissionWire", "PurchaseWire", "Varlink"],
            path: "Sources/Libraries/DeepLinkClient", swiftSettings: house),
        .target(
            name: "DeepLinkFeatures",
            dependencies: [
                "Conf", "Contract", "ExecRules", "Features", "HostSystem", "Links", "Matching", "PermissionRules",
                "PurchaseRules", "Routing", "Varlink",
            ],
            path: "Sources/Libraries/DeepLinkFeatures", swiftSettings: house),
        // Route tables for programs that embed the dispatcher: apart, because reading one takes the rules of all wings.
        .target(
            name: "DeepLinkTables",
            dependencies: [
                "ChannelRules", "DeepLinkFeatures", "ExecRules", "OperateRules", "PermissionRules", "PurchaseRules",
                "ReachRules", "Routing", "Tables",
            ],
            path: "Sources/Libraries/DeepLinkTables", swiftSettings: house),
        // An adapter of what observes actions to swift-distributed-tracing.
        .target(
            name: "DeepLinkTracing",
            dependencies: [
                "DeepLinkFeatures",
                .product(
                    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
            ],
            path: "Sources/Libraries/DeepLinkTracing", swiftSettings: house),
        // The daemon as a store of toggles: the only target that knows both libraries, which need not know each other.
        .target(
            name: "DeepLinkDaemonStore", dependencies: ["DeepLinkClient", "DeepLinkFeatures", "HostSystem"],
            path: "Sources/Libraries/DeepLinkDaemonStore", swiftSettings: house),
        // The desktop's portal as what asks for permissions: apart, because it takes the message bus.
        .target(
            name: "DeepLinkPortal",
            dependencies: ["Contract", "DeepLinkFeatures", "HostSystem", "PermissionRules", "SystemBus"],
            path: "Sources/Libraries/DeepLinkPortal", swiftSettings: house),

        // MARK: Sources/Programs: the two programs. Each lists its wings in `Wings.swift`.

        // Lists of default applications, which entry opens a link, and the entries that are installed; for the command line
        // alone: the daemon writes to no home folder.
        .target(
            name: "Desktop", dependencies: ["Conf", "Contract", "DesktopEntries", "HostSystem", "Varlink"],
            path: "Sources/Programs/Desktop", swiftSettings: house),
        // Two tables compared, for reviewers.
        .target(
            name: "Authoring", dependencies: ["Conf", "Contract", "Features", "Routing"],
            path: "Sources/Programs/Authoring", swiftSettings: house),
        // The layout of tables and case files, and the grammars of editors; for the command line and its language server.
        .target(
            name: "Formatting", dependencies: ["Conf", "Contract"], path: "Sources/Programs/Formatting",
            swiftSettings: house),
        // The style and the scripts of the page of `deeplinkctl graph --html`: the compiler embeds them.
        .target(
            name: "CPicturePage", path: "Sources/Programs/CPicturePage",
            exclude: ["page.css", "page.js", "walker.js"], cSettings: [.treatAllWarnings(as: .error)]),
        // A table as a picture, and its matcher as data for a page that decides links; pure: a table in, texts out.
        .target(
            name: "Pictures",
            dependencies: ["Conf", "Contract", "CPicturePage", "Features", "Links", "Matching", "Routing"],
            path: "Sources/Programs/Pictures", swiftSettings: house),
        // The links of other programs' files as tables, tables as the files of web sites, and whether such a file names an app;
        // pure: text in, text and a report out.
        .target(
            name: "AppLinks",
            dependencies: [
                "Conf", "Contract", "DesktopEntries", "Features", "Links", "Matching", "Routing", "Varlink",
            ],
            path: "Sources/Programs/AppLinks", swiftSettings: house),
        // The pages docs/codes.md and docs/language.md as constants; embedding a file is C's.
        .target(name: "CManual", path: "Sources/Programs/CManual", cSettings: [.treatAllWarnings(as: .error)]),
        // How `deeplinkctl bench` and the benchmark programs measure: medians beside a reference.
        .target(
            name: "BenchmarkSupport", dependencies: ["HostSystem"], path: "Benchmarks/BenchmarkSupport",
            swiftSettings: house),
        // Tables and files of test cases in an editor: the language server without its streams; pure, files are read by what is
        // passed in. JSON-RPC and the parts of LSP that are needed are read and written by hand: the protocol's types would be
        // a library larger than this, and it would bring Foundation.
        .target(
            name: "Editing", dependencies: ["Conf", "Contract", "Features", "Matching", "Routing", "Varlink"],
            path: "Sources/Programs/Editing", swiftSettings: house),
        .executableTarget(
            name: "deeplinkctl",
            dependencies: [
                "AppLinks", "Authoring", "BenchmarkSupport", "ChannelRules", "ChannelWire", "CManual", "Conf",
                "Contract",
                "DeepLinkClient", "Desktop", "DesktopEntries", "Editing", "ExecRules", "Features", "Formatting",
                "HostSystem", "Ledger", "Links", "Matching", "OperateRules", "PermissionRules", "PermissionWire",
                "Pictures", "PurchaseRules", "PurchaseWire", "ReachRules", "Routing", "SQLite", "SystemBus", "Tables",
                "Varlink",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Programs/deeplinkctl", swiftSettings: house),
        .executableTarget(
            name: "deeplinkd",
            dependencies: [
                "ChannelRules", "ChannelService", "Conf", "Contract", "EventLoop", "ExecRules", "ExecService",
                "HostSystem", "OperateRules", "OperateService", "PermissionRules", "PermissionService", "PurchaseRules",
                "PurchaseService", "ReachRules", "ReachService", "Routing", "Serving",
            ], path: "Sources/Programs/deeplinkd", swiftSettings: house),

        // MARK: Examples and tests

        // What the library is for, as a program: the tests run it and read what it prints.
        .executableTarget(
            name: "FeatureTour",
            dependencies: ["DeepLinkClient", "DeepLinkDaemonStore", "DeepLinkFeatures", "DeepLinkTables"],
            path: "Examples/FeatureTour", swiftSettings: house),
        // Apps that get links through a channel: what a reader copies, and what the end-to-end tests start.
        .executableTarget(
            name: "SubscriberExample", dependencies: ["DeepLinkClient"], path: "Examples/subscribers/swift",
            swiftSettings: house),
        .executableTarget(
            name: "PlayerExample", dependencies: ["DeepLinkClient"], path: "Examples/apps/swift", swiftSettings: house),
        // A program that loop tests start: whatever needs a process of its own (exhausted descriptors, leak checks).
        .executableTarget(
            name: "EventLoopProbe", dependencies: ["EventLoop", "HostSystem"], path: "Tests/EventLoopProbe",
            swiftSettings: house),
        // The project's own Varlink code as a service and as a client of `org.varlink.certification`: the end-to-end tests let
        // the implementations of Python and Go certify it.
        .executableTarget(
            name: "CertificationProbe", dependencies: ["EventLoop", "HostSystem", "Varlink", "VarlinkClient"],
            path: "Tests/CertificationProbe", swiftSettings: house),
        // A program that ledger tests start, to be killed in the middle of its changes and to lock the file against them.
        .executableTarget(
            name: "LedgerProbe",
            dependencies: [
                "ChannelRules", "ChannelService", "Contract", "Features", "HostSystem", "Ledger", "Matching",
                "PurchaseRules", "PurchaseService", "TestTables",
            ],
            path: "Tests/LedgerProbe",
            swiftSettings: house),
        // What several test targets need: seeds that can be repeated, where third-party test data lies, whether ICU is there.
        .target(name: "TestSupport", dependencies: ["IDNA"], path: "Tests/TestSupport", swiftSettings: house),
        // Loads tables with every wing, as the programs do.
        .target(
            name: "TestTables",
            dependencies: [
                "ChannelRules", "ChannelService", "Contract", "ExecRules", "ExecService", "Features", "Ledger",
                "OperateRules", "OperateService", "PermissionRules", "PermissionService", "PurchaseRules",
                "PurchaseService", "ReachRules", "ReachService", "Routing", "Serving", "Tables",
            ], path: "Tests/TestTables", swiftSettings: house),
        // What holds of every text that is sent or written; the random tests and the fuzzers ask it.
        .target(
            name: "Invariants",
            dependencies: [
                "ChannelRules", "Conf", "Contract", "Features", "Links", "Routing", "TestTables", "Varlink",
            ],
            path: "Tests/Invariants", swiftSettings: house),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "ChannelWire", "Contract", "OperateWire", "PermissionWire", "PurchaseWire", "TestTables",
            ],
            swiftSettings: house),
        .testTarget(
            name: "DeepLinkClientTests",
            dependencies: [
                "ChannelWire", "Contract", "DeepLinkClient", "PermissionRules", "PurchaseWire", "TestSupport",
                "Varlink",
            ],
            swiftSettings: house),
        // The command line in memory: what the parser makes of it.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Contract", "DeepLinkClient", "Varlink", "deeplinkctl",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .testTarget(name: "ConfTests", dependencies: ["Conf", "Contract", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "FormattingTests",
            dependencies: ["Conf", "Contract", "Formatting", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "EventLoopTests",
            dependencies: ["CLibUV", "CLinux", "EventLoop", "EventLoopProbe", "HostSystem", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "FeaturesTests",
            dependencies: [
                "Contract", "ExecRules", "Features", "Matching", "PermissionRules", "PurchaseRules", "TestSupport",
                "TestTables", "Varlink",
            ],
            swiftSettings: house),
        .testTarget(
            name: "AuthorisingTests",
            dependencies: ["Contract", "Features", "PermissionRules", "PermissionWire", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "LicencesTests", dependencies: ["Contract", "Features", "PurchaseRules", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "ChannelsTests",
            dependencies: [
                "ChannelRules", "Contract", "TestSupport", .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: house),
        .testTarget(
            name: "FactSourcesTests",
            dependencies: [
                "Contract", "EventLoop", "ExecRules", "ExecService", "FactSources", "Features", "HostSystem",
                "PermissionRules", "PurchaseRules", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "SystemBusTests",
            dependencies: ["EventLoop", "HostSystem", "LoopedBus", "SystemBus", "TestSupport", "Varlink"],
            swiftSettings: house),
        // Sends requests to servers in Python and to nginx.
        .testTarget(
            name: "WebClientTests", dependencies: ["EventLoop", "HostSystem", "TestSupport", "WebClient"],
            swiftSettings: house),
        .testTarget(
            name: "PermissionAdaptersTests",
            dependencies: [
                "Contract", "EventLoop", "FactSources", "Features", "HostSystem", "PermissionAdapters",
                "PermissionRules", "TestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "VarlinkTests",
            dependencies: [
                "ChannelWire", "Contract", "PermissionWire", "PurchaseWire", "TestSupport", "TestTables", "Varlink",
            ],
            swiftSettings: house),
        .testTarget(name: "IDNATests", dependencies: ["IDNA", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "ChannelRules", "ChannelService", "Contract", "Features", "HostSystem", "Ledger", "LedgerProbe",
                "Matching", "PermissionRules", "PurchaseRules", "PurchaseService", "SQLite", "TestSupport",
                "TestTables",
            ], swiftSettings: house),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: house),
        .testTarget(
            name: "LinksTests", dependencies: ["Contract", "IDNA", "Invariants", "Links", "TestSupport"],
            exclude: ["Differential/node-url.mjs"], swiftSettings: house),
        .testTarget(
            name: "InvariantsTests", dependencies: ["Invariants", "TestSupport", "TestTables"],
            // Texts that once broke a rule: read as any file is.
            exclude: ["Regressions"], swiftSettings: house),
        .testTarget(
            name: "MatchingTests", dependencies: ["Contract", "Links", "Matching", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "DeepLinkFeaturesTests",
            dependencies: ["DeepLinkDaemonStore", "DeepLinkFeatures", "DeepLinkTables", "FeatureTour", "TestSupport"],
            swiftSettings: house),
        // Asks a portal in Python on a bus of the test's own.
        .testTarget(
            name: "DeepLinkPortalTests",
            dependencies: ["DeepLinkFeatures", "DeepLinkPortal", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "RunningTests",
            dependencies: [
                "Contract", "EventLoop", "ExecRules", "ExecService", "Features", "Routing", "Serving", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "RoutingTests",
            dependencies: [
                "ChannelRules", "Conf", "Contract", "Editing", "ExecRules", "Features", "Formatting", "Invariants",
                "Links",
                "Matching", "OperateRules", "PermissionRules", "Pictures", "PurchaseRules", "ReachRules", "Routing",
                "TestSupport", "TestTables",
            ],
            // Tables with their cases: read as any file is.
            exclude: ["Fixtures"], swiftSettings: house),
        .testTarget(
            name: "DesktopTests",
            dependencies: ["Contract", "Desktop", "DesktopEntries", "HostSystem", "TestSupport", "Varlink"],
            swiftSettings: house),
        // Files of the three platforms, of routers, and broken ones.
        .testTarget(
            name: "AppLinksTests",
            dependencies: ["AppLinks", "Conf", "Contract", "Links", "Routing", "TestSupport", "TestTables", "Varlink"],
            swiftSettings: house),
        .testTarget(
            name: "AuthoringTests",
            dependencies: ["Authoring", "Conf", "Contract", "Features", "Routing", "TestSupport", "TestTables"],
            swiftSettings: house),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures"], swiftSettings: house),
        .testTarget(
            name: "EditingTests",
            dependencies: [
                "Conf", "Contract", "deeplinkctl", "Editing", "Routing", "TestSupport", "TestTables", "Varlink",
            ],
            swiftSettings: house),
        .testTarget(
            name: "CodeHelpTests",
            dependencies: [
                "Conf", "Contract", "deeplinkctl", "Features", "Matching", "PermissionRules", "PurchaseRules",
                "Routing", "TestTables",
            ],
            swiftSettings: house),
        .testTarget(
            name: "TablesTests",
            dependencies: [
                "Conf", "Contract", "EventLoop", "HostSystem", "Routing", "Tables", "TestSupport", "TestTables",
            ],
            swiftSettings: house),
        // It knows PermissionRules, ChannelRules and FactSources, whose times begin at the moments that the manual says, and
        // SQLite for a ledger that is full, without filling one.
        .testTarget(
            name: "ServingTests",
            dependencies: [
                "ChannelRules", "ChannelService", "Conf", "Contract", "EventLoop", "ExecService", "FactSources",
                "Features", "HostSystem", "Ledger", "PermissionRules", "PermissionService", "PermissionWire",
                "PurchaseRules", "PurchaseService", "ReachRules", "Routing", "Serving", "SQLite", "Tables",
                "TestSupport", "TestTables",
            ], swiftSettings: house),
        // Starts the two programs and talks to them as anybody would; of the package it knows the client library, the keys that
        // sign licences, and the registries of codes: of outcomes, of diagnostics and of licences.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CertificationProbe", "ChannelWire", "Conf", "Contract", "DeepLinkClient", "deeplinkctl", "deeplinkd",
                "DeepLinkDaemonStore", "DeepLinkFeatures", "Features", "OperateWire", "PermissionRules",
                "PermissionWire", "PlayerExample", "PurchaseRules", "PurchaseWire", "SubscriberExample", "TestSupport",
                "TestTables",
                "Varlink",
            ],
            exclude: ["Corpus/Recordings"], swiftSettings: house),
        .testTarget(
            name: "ReachTests",
            dependencies: [
                "Conf", "Contract", "Features", "Links", "Matching", "ReachRules", "Routing", "SystemBus",
                "TestSupport",
                "TestTables", "Varlink",
            ], swiftSettings: house),
        .testTarget(
            name: "OperateTests",
            dependencies: ["Contract", "Features", "HostSystem", "OperateService", "Serving", "TestSupport"],
            swiftSettings: house),
        // Runs the built programs under a service manager; of the package it knows the limits alone.
        .testTarget(
            name: "SystemdTests", dependencies: ["Contract", "deeplinkctl", "deeplinkd", "TestSupport"],
            exclude: [
                "booted-host.sh", "limits-manager.sh", "programs-host.sh", "restart-host.sh", "units-host.sh",
                "user-manager.sh",
            ],
            swiftSettings: house),
        // Imports no target: it reads this package's files.
        .testTarget(name: "HouseTests", swiftSettings: house),
    ]
)

// The benchmarks are built only where an environment variable asks, so that `swift build` is quick. They are targets of this
// package, and not of one of their own, because only a target of a package sees its `package` names. For example
// `DEEPLINKD_BENCHMARKS=1 swift run -c release CallBenchmark`.
if Context.environment["DEEPLINKD_BENCHMARKS"] != nil {
    package.targets += [
        // Servers that run as users of their own, for the benchmarks of a whole daemon.
        .target(
            name: "BenchmarkStage", dependencies: ["EventLoop", "HostSystem"], path: "Benchmarks/BenchmarkStage",
            swiftSettings: house),
        // Counts allocations by standing before the C library's allocator; benchmark programs alone link it.
        .target(name: "CAllocationCount", path: "Benchmarks/CAllocationCount"),
        // What a call that opens a link costs, stage by stage and as a whole.
        .executableTarget(
            name: "CallBenchmark",
            dependencies: [
                "BenchmarkSupport", "CAllocationCount", "Contract", "EventLoop", "Features", "HostSystem", "Links",
                "Matching", "Routing", "Serving", "Tables", "TestTables", "Varlink",
            ],
            path: "Benchmarks/CallBenchmark", swiftSettings: house),
        // What parsing costs, by kind and length of link.
        .executableTarget(
            name: "LinkBenchmark", dependencies: ["BenchmarkSupport", "CAllocationCount", "Contract", "Links"],
            path: "Benchmarks/LinkBenchmark", swiftSettings: house),
        // What the gate costs, remembered and worked out.
        .executableTarget(
            name: "VerifyBenchmark",
            dependencies: [
                "BenchmarkSupport", "CAllocationCount", "Contract", "Features", "PermissionRules", "PurchaseRules",
            ],
            path: "Benchmarks/VerifyBenchmark", swiftSettings: house),
        // What matching costs, by size and shape of table, and what making and checking the index does.
        .executableTarget(
            name: "MatchBenchmark",
            dependencies: ["BenchmarkSupport", "CAllocationCount", "Links", "Matching"],
            path: "Benchmarks/MatchBenchmark", swiftSettings: house),
        // What loading a table costs, from its text to a ruleset, in time and in memory.
        .executableTarget(
            name: "LoadBenchmark", dependencies: ["BenchmarkSupport", "CAllocationCount", "Routing", "TestTables"],
            path: "Benchmarks/LoadBenchmark", swiftSettings: house),
        // What one user's flood does to another user and to the daemon's memory.
        .executableTarget(
            name: "FloodBenchmark",
            dependencies: [
                "BenchmarkStage", "BenchmarkSupport", "Contract", "deeplinkd", "EventLoop", "HostSystem",
                "PurchaseRules",
            ],
            path: "Benchmarks/FloodBenchmark", swiftSettings: house),
        // What starts the commands of `CommandBenchmark`, and the client that they are compared with.
        .executableTarget(
            name: "CommandRuns", path: "Benchmarks/CommandRuns", cSettings: [.treatAllWarnings(as: .error)]),
        // How long a command takes from its start to its end.
        .executableTarget(
            name: "CommandBenchmark",
            dependencies: [
                "BenchmarkStage", "BenchmarkSupport", "CommandRuns", "deeplinkctl", "deeplinkd", "EventLoop",
                "HostSystem",
            ],
            path: "Benchmarks/CommandBenchmark", swiftSettings: house),
        // What the daemon's channels are compared with: passes messages on to many connections, and does nothing else.
        .executableTarget(
            name: "FanOut", dependencies: ["CLibUV"], path: "Benchmarks/FanOut",
            cSettings: [.treatAllWarnings(as: .error)]),
        // What the daemon's answers are compared with: constant ones, from a server that reads no more than the ends of
        // calls.
        .executableTarget(
            name: "Echo", dependencies: ["CLibUV"], path: "Benchmarks/Echo", cSettings: [.treatAllWarnings(as: .error)]),
        // Calls a service and measures the answers; in C, so that it takes less time than what it measures.
        .executableTarget(name: "Caller", path: "Benchmarks/Caller", cSettings: [.treatAllWarnings(as: .error)]),
        // How fast the daemon answers, beside `Echo`.
        .executableTarget(
            name: "ServeBenchmark",
            dependencies: [
                "BenchmarkStage", "BenchmarkSupport", "Caller", "deeplinkd", "Echo", "EventLoop", "HostSystem",
            ],
            path: "Benchmarks/ServeBenchmark", swiftSettings: house),
        // How fast links reach subscribers, beside calls without a channel and beside `FanOut`.
        .executableTarget(
            name: "ChannelBenchmark",
            dependencies: ["BenchmarkStage", "BenchmarkSupport", "deeplinkd", "EventLoop", "FanOut", "HostSystem"],
            path: "Benchmarks/ChannelBenchmark", swiftSettings: house),
        // What calls the servers of `ExecBenchmark`, and starts programs without one.
        .executableTarget(
            name: "ExecLoad", path: "Benchmarks/ExecLoad", cSettings: [.treatAllWarnings(as: .error)]),
        // How fast programs are started, beside two loops of posix_spawn and beside webhook.
        .executableTarget(
            name: "ExecBenchmark",
            dependencies: ["BenchmarkStage", "BenchmarkSupport", "deeplinkd", "EventLoop", "ExecLoad", "HostSystem"],
            path: "Benchmarks/ExecBenchmark", swiftSettings: house),
        // The service on a message bus that `ReachBenchmark` calls, and what calls it without the daemon.
        .executableTarget(
            name: "BusLoad", path: "Benchmarks/BusLoad", cSettings: [.treatAllWarnings(as: .error)]),
        // Requests over HTTP without the daemon, and what answers them.
        .executableTarget(
            name: "WebLoad", path: "Benchmarks/WebLoad", cSettings: [.treatAllWarnings(as: .error)]),
        // How fast actions call services, beside the same calls without the daemon.
        .executableTarget(
            name: "ReachBenchmark",
            dependencies: [
                "BenchmarkStage", "BenchmarkSupport", "BusLoad", "Caller", "deeplinkd", "Echo", "EventLoop",
                "HostSystem", "WebLoad",
            ],
            path: "Benchmarks/ReachBenchmark", swiftSettings: house),
        // What the ledger's operations cost on this machine's disk.
        .executableTarget(
            name: "LedgerBenchmark",
            dependencies: [
                "ChannelRules", "ChannelService", "Contract", "Features", "HostSystem", "Ledger", "Matching",
                "TestTables",
            ],
            path: "Benchmarks/LedgerBenchmark", swiftSettings: house),
        // What checking a program costs beside starting it.
        .executableTarget(
            name: "StartBenchmark", dependencies: ["EventLoop", "HostSystem"], path: "Benchmarks/StartBenchmark",
            swiftSettings: house),
    ]
}

// The fuzzer; scripts/fuzz.sh builds it with libFuzzer's instrumentation, nothing else can link it.
if Context.environment["DEEPLINKD_FUZZING"] != nil {
    package.targets.append(.systemLibrary(name: "CLibFuzzer", path: "Fuzzing/CLibFuzzer"))
    package.targets.append(
        .executableTarget(
            name: "Fuzzer", dependencies: ["CLibFuzzer", "Invariants"], path: "Fuzzing/Fuzzer", swiftSettings: house))
}
