import Foundation
import Glibc

/// A daemon to which every user can connect, with a feature that asks for permissions.
struct FlowStage {
    let daemon: RunningDaemon
    let address: SocketAddress

    static let ann = OtherUser(uid: 54_321)
    static let bob = OtherUser(uid: 54_322)

    /// A table whose link `t://go` leaves a line in the file `effects`.
    ///
    /// - Parameters:
    ///   - folder: where the file lies, and those of permissions.
    ///   - requirements: lines of the feature.
    static func table(in folder: TemporaryFolder, _ requirements: String, head: String = "") -> String {
        """
        scheme t
        permission contacts from consent
        permission photos from consent
        permission motion from consent
        permission camera from file \(folder.path(of: "camera"))
        \(head)
        feature Share {
            description "Sharing"
            \(requirements)
            action go {
                exec /bin/sh -c "echo . >>\(folder.path(of: "effects"))"
            }
            action wait {
                exec /bin/sh -c "echo . >>\(folder.path(of: "effects")); exec /bin/sleep 60"
            }
            route go /go do go
            route wait /wait do wait
        }

        """
    }

    static func with(
        _ requirements: String, head: String = "", isKept: Bool = false, hasOwnSocket: Bool = false,
        environment: [String: String] = [:],
        _ body: (FlowStage) throws -> Void
    ) throws {
        try withFolder { folder in
            let address = SocketAddress.makeAbstract()
            let listening = try address.listen()
            defer { close(listening) }
            let daemon = try RunningDaemon(
                in: folder, table: table(in: folder, requirements, head: head),
                stateDirectory: isKept ? try folder.makeFolder("state") : nil, environment: environment,
                inheriting: hasOwnSocket ? [] : [("varlink", listening)])
            defer { daemon.program.kill() }
            try body(FlowStage(daemon: daemon, address: address))
        }
    }

    func client(of user: OtherUser? = nil) throws -> RawClient {
        guard let user else { return RawClient(adopting: try address.connect()) }
        return try user.connect(to: address)
    }

    /// A flow whose first answer is not read.
    func authorise(_ parameters: [String: Any], as user: OtherUser? = nil) throws -> FlowClient {
        let flow = FlowClient(client: try client(of: user), other: try client(of: user))
        try flow.begin(parameters)
        return flow
    }

    /// The code of the outcome of opening `t://go`.
    func open(as user: OtherUser? = nil) throws -> String { try client(of: user).open("t://go")["code"].text }

    func reload(_ requirements: String, head: String = "") throws {
        try daemon.replaceTable(Self.table(in: daemon.folder, requirements, head: head))
        let answer = try client().call("io.deeplinkd.Monitor.Reload")
        guard answer["error"] == nil else { throw TestFailure("\(answer)") }
    }

    /// How often the action has run.
    var effects: Int {
        let text = try? String(contentsOfFile: daemon.folder.path(of: "effects"), encoding: .utf8)
        return text?.split(separator: "\n").count ?? 0
    }
}

/// A client with one flow.
final class FlowClient {
    let client: RawClient
    let other: RawClient
    private(set) var name = ""
    /// The sentence with which it completed.
    private(set) var message = ""

    init(client: RawClient, other: RawClient) { (self.client, self.other) = (client, other) }

    /// Begins the flow; no answer is read.
    func begin(_ parameters: [String: Any]) throws {
        let call: [String: Any] = [
            "method": "io.deeplinkd.Permissions.Authorise", "parameters": parameters, "more": true,
        ]
        try client.send(JSONTree.write(call))
    }

    /// The next answer, as a line: `began contacts+photos`, `asking contacts`, `answered contacts granted`,
    /// `completed granted ok.performed`; `by system` follows a question that the system asks.
    func next() throws -> String {
        guard let answer = try client.receive() else { return "closed" }
        guard answer["error"] == nil, let report = answer["parameters"] else { return answer["error"].text }
        let event = report["event"].text
        if event == "began" { name = report["flow"].text }
        let end = report["completion"]
        if let end { message = end["message"].text }
        let words: [String?] = [
            event, report["questions"]?.elements.map { $0["permission"].text }.joined(separator: "+"),
            report["question"]?["permission"].text, report["result"]?.text, end?["end"].text, end?["code"]?.text,
            report["outcome"]?["code"].text, report["question"]?["by"].text == "system" ? "by system" : nil,
        ]
        guard event == "completed" || answer["continues"].text == "true" else { throw TestFailure("\(answer)") }
        return words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The next answers.
    func next(_ count: Int) throws -> [String] { try (0..<count).map { _ in try next() } }

    /// Says what came of a question; the name of the error, or `-`.
    @discardableResult
    func answer(_ answer: String, _ permission: String?, by client: RawClient? = nil) throws -> String {
        var parameters: [String: Any] = ["flow": name, "answer": answer]
        parameters["permission"] = permission
        return try (client ?? other).call("io.deeplinkd.Permissions.Answer", parameters)["error"].text
    }
}
