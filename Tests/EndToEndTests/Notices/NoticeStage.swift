import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon, a bus with a service for notifications, and the program that shows them.
struct NoticeStage {
    /// A person's switch that is off, a product with a trial and a shop, a permission, and a link that waits for its app.
    static let table = """
        scheme t
        product premium {
            title "Rezept Premium"
            trial 14d
            buy https://shop.example/premium
        }
        channel app {
            kind held
        }
        feature Recipes {
            title "Recipes"
            description "Opens recipes"
            require toggle off
            action open {
                input id uint
                channel app
            }
            route recipe /r/$(id:uint) do open
        }
        feature Premium {
            title "Best recipes"
            require purchase premium
            action open {
                channel app
            }
            route best /best do open
        }
        permission contacts from consent
        feature Share {
            title "Sharing"
            require permission contacts
            action share {
                channel app
            }
            route share /share do share
        }
        feature Trash {
            title "Trash"
            require confirmation "Delete “$(name)”?"
            action empty {
                input name string
                input count uint = 1
                channel app
            }
            route trash /trash/$(name) do empty {
                query count:uint?
            }
        }
        """

    let daemon: RunningDaemon
    let bus: PrivateBus
    let service: FakeNotifications
    /// What the person's session has besides, such as its language.
    var session: [String: String] = [:]

    /// Runs a test; skips it where it is not possible.
    static func with(
        _ test: String = #function, table: String = table, capabilities: String = "actions body body-markup",
        _ body: (NoticeStage) throws -> Void
    ) throws {
        guard try FakeNotifications.isPossible(for: test), let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: table, stateDirectory: state) { daemon in
                let service = try FakeNotifications(on: bus, capabilities: capabilities)
                try body(NoticeStage(daemon: daemon, bus: bus, service: service))
            }
        }
    }

    /// What a click on a link has as its result.
    func click(_ url: String) throws -> String {
        let arguments = ["open", "--socket", daemon.socket, "--json", url]
        let run = try Program.run(Products.tool, arguments, environment: session)
        let outcome = run.output.split(separator: "\n").first ?? ""
        guard outcome.hasPrefix(#"{"outcome":{"#) else { throw TestFailure("\(run)") }
        // As it was sent: the order of inputs is a part of what is shown.
        let members = #"{"url":\#(JSONTree.string(url)),"socket":\#(JSONTree.string(daemon.socket)),"#
        return members + outcome.dropFirst()
    }

    static func click(_ url: String, outcome: JSONTree, socket: String) -> String {
        #"{"url":\#(JSONTree.string(url)),"outcome":\#(outcome.json),"socket":\#(JSONTree.string(socket))}"#
    }

    /// Starts the program that shows a result.
    ///
    /// - Parameter reading: how long a question is shown before a yes counts.
    func show(_ click: String, limit: String = "1h", pause: String = "3s", reading: String = "0ms") throws -> Program {
        let input = try daemon.folder.write("click-\(UUID().uuidString.prefix(8))", click)
        let descriptor = unsafe open(input, O_RDONLY | O_CLOEXEC)
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in [descriptor, null] { Glibc.close(descriptor) } }
        return try Program(
            Products.tool, ["notice", "--limit", limit, "--pause", pause, "--reading", reading],
            environment: environment,
            descriptors: [descriptor, null, STDERR_FILENO])
    }

    /// Of a program of the person's session.
    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": daemon.folder.path,
            "PATH": daemon.folder.path + ":/usr/bin:/bin",
        ].merging(session) { $1 }
    }

    /// A subscriber of the app's channel, whose links are acknowledged as performed.
    ///
    /// It writes one line for each link.
    func startApp() throws -> BackgroundProgram {
        let app = try BackgroundProgram(
            [
                Products.tool, "subscribe", "--socket", daemon.socket, "app", "--", "/bin/sh", "-c",
                #"echo "$DEEPLINK_URL $XDG_ACTIVATION_TOKEN""#,
            ], in: daemon.folder)
        // A link without a subscriber would wait, or be refused: so it is there first.
        try Patience.lookFor("a subscriber") {
            try daemon.tool("status").output.contains("channel  app (held): 1 subscriber")
        }
        return app
    }
}

extension JSONTree {
    /// The value as JSON.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string: description
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONTree.string($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }
}

extension JSONTree {
    /// The members of an object.
    var members: [String: JSONTree] {
        if case .object(let members) = self { members } else { [:] }
    }
}
