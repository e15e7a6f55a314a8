import Foundation
import Glibc

/// A daemon with channels, to which every user can connect.
struct ChannelStage {
    let daemon: RunningDaemon
    let address: SocketAddress
    let folder: TemporaryFolder

    /// Users with nothing in common.
    static let ann = OtherUser(uid: 54_321)
    static let bob = OtherUser(uid: 54_322)
    /// A user whose subscribers the table of `loud` admits by group.
    static let carol = OtherUser(uid: 54_323, groups: [OtherUser.audioGroup])

    /// A table with one action `NAME` for each channel, whose links are `t://NAME/7?note=…`.
    ///
    /// - Parameters:
    ///   - channels: name and lines of each channel.
    ///   - requirements: lines of the feature.
    ///   - lines: lines of each action.
    static func table(
        _ channels: KeyValuePairs<String, String>, requirements: String = "", lines: String = "", head: String = ""
    ) -> String {
        var text = "scheme t\n" + head
        for (name, lines) in channels { text += "channel \(name) {\n\(lines)\n}\n" }
        text += "feature Play {\n\(requirements)\n"
        for (name, _) in channels {
            text += """
                action \(name) {
                    input id uint
                    input note string = none
                    channel \(name)
                    \(lines)
                }
                route \(name) /\(name)/$(id:uint) do \(name) {
                    query note?
                }

                """
        }
        return text + "}\n"
    }

    static func with(
        _ table: String, stateDirectory: String? = nil, environment: [String: String] = [:],
        _ body: (ChannelStage) throws -> Void
    ) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(
            table: table, stateDirectory: stateDirectory, environment: environment,
            inheriting: [("varlink", listening)]
        ) {
            try body(ChannelStage(daemon: $0, address: address, folder: $0.folder))
        }
    }

    // MARK: Clients

    func client(of user: OtherUser? = nil) throws -> RawClient {
        guard let user else { return RawClient(adopting: try address.connect()) }
        return try user.connect(to: address)
    }

    /// A subscriber that has had its first answer.
    func subscribe(_ channel: String, as user: OtherUser? = nil, after: Int? = nil) throws -> Subscriber {
        let subscriber = Subscriber(client: try client(of: user), other: try client(of: user))
        try subscriber.begin(channel, after: after)
        return subscriber
    }

    /// Sends a link whose answer is received later.
    func send(_ url: String, as user: OtherUser? = nil, _ members: [String: Any] = [:]) throws -> RawClient {
        let client = try client(of: user)
        try client.send(
            RawClient.message("io.deeplinkd.Dispatch.Open", members.merging(["url": url]) { $1 }))
        return client
    }

    /// Opens a URL and gives the code of its outcome.
    func open(_ url: String, as user: OtherUser? = nil) throws -> JSONTree { try client(of: user).open(url) }

    /// What `List` says of a channel.
    func report(on channel: String, as user: OtherUser? = nil) throws -> JSONTree {
        let reports = try client(of: user).call("io.deeplinkd.Channels.List")["parameters.channels"]?.elements ?? []
        guard let report = reports.first(where: { $0["name"].text == channel }) else {
            throw TestFailure("no channel \(channel)")
        }
        return report
    }

    /// Waits until so many links wait in a channel.
    func awaitWaiting(_ count: Int, in channel: String, as user: OtherUser? = nil) throws {
        try Patience.lookFor("\(count) links in \(channel)") {
            try report(on: channel, as: user)["waiting"].text == "\(count)"
        }
    }

    func reload(_ table: String) throws {
        try daemon.replaceTable(table)
        let answer = try client().call("io.deeplinkd.Monitor.Reload")
        guard answer["error"] == nil else { throw TestFailure("\(answer)") }
    }
}

/// A client that is subscribed to one channel.
struct Subscriber {
    let client: RawClient
    /// A streaming call occupies its own connection.
    let other: RawClient

    func begin(_ channel: String, after: Int? = nil) throws {
        let answer = try call(channel, after: after)
        guard answer["error"] == nil, answer["continues"].text == "true", answer["parameters.link"] == nil else {
            throw TestFailure("not subscribed: \(answer)")
        }
    }

    /// The first answer.
    func call(_ channel: String, after: Int? = nil) throws -> JSONTree {
        var parameters: [String: Any] = ["channel": channel]
        if let after { parameters["after"] = after }
        try client.send(
            JSONTree.write(
                ["method": "io.deeplinkd.Channels.Subscribe", "parameters": parameters, "more": true]))
        return try receive()
    }

    func receive() throws -> JSONTree {
        guard let answer = try client.receive() else { throw TestFailure("the subscription's connection was closed") }
        return answer
    }

    /// The next link.
    func link() throws -> JSONTree {
        let answer = try receive()
        guard let link = answer["parameters.link"] else { throw TestFailure("no link: \(answer)") }
        return link
    }

    /// The ids of the next links.
    func ids(_ count: Int) throws -> [String] { try (0..<count).map { _ in try link()["inputs.id"].text } }

    /// Says what became of a link; the name of the error, or `-`.
    @discardableResult
    func acknowledge(_ link: JSONTree, failed reason: String? = nil) throws -> String {
        var parameters: [String: Any] = ["delivery": link["delivery"].text]
        parameters["result"] = reason == nil ? "performed" : "failed"
        parameters["reason"] = reason
        return try other.call("io.deeplinkd.Channels.Acknowledge", parameters)["error"].text
    }
}

extension OtherUser {
    /// The group `audio` of this machine.
    static var audioGroup: UInt32 { unsafe getgrnam("audio")?.pointee.gr_gid ?? 29 }
}
