import Glibc
import TestSupport

/// A daemon on a bus of its own with a polkit of its own, and programs of a user whom polkit has to ask.
struct PromptStage {
    /// A user who is on every machine and is not root, to whom polkit grants everything.
    static let user: UInt32 = 1
    static let action = "io.test.play"
    static let secondAction = "io.test.second"
    static let permission = "polkit:" + action

    let flows: FlowStage
    let bus: PrivateBus

    /// Runs a test; skips it where it is not possible.
    ///
    /// - Parameter answer: the action's default: `auth_self`, or `auth_self_keep` for one that is kept for some minutes.
    static func with(
        _ test: String = #function, requirements: String = "require permission \(permission)",
        answer: String = "auth_self", head: String = "", _ body: (PromptStage) throws -> Void
    ) throws {
        guard OtherUser.isPossible(for: test), try PolkitAgent.isPossible(for: test),
            let bus = try PrivateBus(for: test)
        else { return }
        defer { bus.end() }
        guard try bus.startPolkit(for: test, defaults: [action: answer, secondAction: "auth_self"]) else { return }
        try FlowStage.with(requirements, head: head, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { flows in
            try body(PromptStage(flows: flows, bus: bus))
        }
    }

    /// A program of the user with a connection to the daemon.
    func startProgram() throws -> UserProgram { try UserProgram(of: Self.user, connectedTo: flows.address) }

    /// The code of the outcome when another program of the user opens the link.
    func open() throws -> String {
        let program = try startProgram()
        return try program.client.open("t://go")["code"].text
    }

    /// Starts polkit again after it was killed.
    func restartPolkit() throws {
        guard try bus.startPolkit(for: "restart", defaults: [Self.action: "auth_self"]) else {
            throw TestFailure("polkit does not start again")
        }
    }

    /// A program with an agent that shows its user's questions.
    func startProgramWithAgent() throws -> (program: UserProgram, agent: PolkitAgent) {
        let program = try startProgram()
        return (program, try PolkitAgent(of: program.processID, on: bus))
    }

    /// A flow for the link, up to the moment at which the agent shows the question.
    func ask(
        _ program: UserProgram, _ agent: PolkitAgent, _ parameters: [String: Any] = [:]
    ) throws -> FlowClient {
        let flow = try program.authorise(parameters)
        let permission = Self.permission
        try expect(flow.next(), "began \(permission)")
        try expect(flow.next(), "asking \(permission) by system")
        try expect(agent.next(), "asks \(Self.action)")
        return flow
    }

    private func expect(_ found: String, _ expected: String) throws {
        guard found == expected else { throw TestFailure("\(found) instead of \(expected)") }
    }
}

/// A program of another user with a connection to the daemon, which the test writes to and reads from through it.
final class UserProgram {
    let client: RawClient
    private let program: Program

    /// Starts it; needs root.
    init(of user: UInt32, connectedTo address: SocketAddress) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestFailure("socketpair: errno \(errno)")
        }
        client = RawClient(adopting: ends[0])
        defer { close(ends[1]) }
        let relay = ["/usr/bin/socat", "STDIO", "ABSTRACT-CONNECT:" + address.text.dropFirst()]
        program = try Program(
            OtherUser.launcher, OtherUser.arguments(toRun: relay, as: user), environment: [:],
            descriptors: [ends[1], ends[1], STDERR_FILENO])
        // An answer means that it has connected, as the process that it stays.
        _ = try client.call("org.varlink.service.GetInfo")
    }

    var processID: pid_t { program.processID }

    /// Begins a flow for the link.
    func authorise(_ parameters: [String: Any] = [:]) throws -> FlowClient {
        let flow = FlowClient(client: client, other: client)
        try flow.begin(parameters.merging(["url": "t://go"]) { $1 })
        return flow
    }

    /// Kills it with SIGKILL.
    func kill() { program.kill() }
}
