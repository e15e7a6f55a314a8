import EventLoop
import Varlink
import VarlinkClient

/// Goes through the calls of `org.varlink.certification` with another service, which judges them.
///
/// `Start` … `Test09` go through `VarlinkCall`, each on a connection of its own. The last three share one: `Test10` is
/// answered ten times, `Test11` not at all, and `End` must not overtake it.
struct CertificationClient {
    private static let replyLimit = 1 << 20
    private static let deadline: Duration = .seconds(10)

    let loop: Loop
    let path: String
    /// True to carry a wrong text in `Test05`, which the service must notice.
    let isWrong: Bool

    /// *Throws*: what is wrong, in the words of the service if it has found it.
    func run() throws {
        let client = try call("Start", [])["client_id"]
        guard let client, client.text != nil else { throw ProbeFailure("Start gave no client_id") }
        var answer = Value.object([])
        for step in Certification.steps.prefix(9) {
            if isWrong, step.name == "Test05" { answer = .object([.init("string", .string("pong"))]) }
            answer = try call(step.name, Self.parameters(of: step, client, answer))
        }
        let stream = try UnixStream(loop: loop, connectingTo: path, patience: .seconds(5))
        let replies = ReplyReader(loop: loop, stream: stream, limit: Self.replyLimit, deadline: Self.deadline)
        defer { replies.close() }
        for step in Certification.steps.dropFirst(9) {
            var bytes: [UInt8] = []
            CallEncoder.append(
                method: Certification.interface + "." + step.name,
                parameters: Self.parameters(of: step, client, answer), oneway: step.oneway, more: step.more, to: &bytes)
            stream.write(bytes)
            if step.oneway { continue }
            var words: [Value] = []
            while let reply = try replies.next() {
                answer = try Self.parameters(in: reply.content, of: step.name)
                words.append(answer["string"] ?? .null)
                if !reply.continues { break }
            }
            if step.more { answer = .object([.init("last_more_replies", .array(words))]) }
        }
        guard answer["all_ok"] == .bool(true) else { throw ProbeFailure("End answered \(answer)") }
    }

    /// The parameters of a step: the members that it takes of the answer before it.
    ///
    /// A service may add members to an answer, as Python's does in `Test09`; a client ignores them.
    private static func parameters(
        of step: Certification.Step, _ client: Value, _ answer: Value
    ) -> [Value.Member] {
        let names = (step.wanted.members ?? []).map(\.name)
        return [.init("client_id", client)] + (answer.members ?? []).filter { names.contains($0.name) }
    }

    private static func parameters(in content: ReplyMessage.Content, of method: String) throws -> Value {
        switch content {
        case .parameters(let parameters): return parameters
        case .error(let name, let parameters):
            var writer = JSONWriter()
            writer.value(parameters)
            throw ProbeFailure("\(method): \(name) \(String(decoding: writer.finish(), as: UTF8.self))")
        }
    }

    private func call(_ method: String, _ parameters: [Value.Member]) throws -> Value {
        var result: VarlinkConnection.Result?
        let call = try VarlinkCall(
            loop: loop, path: path, method: Certification.interface + "." + method, parameters: parameters,
            replyLimit: Self.replyLimit, deadline: Self.deadline)
        call.onEnd = { result = $0 }
        // Returns when everything of the call is closed.
        loop.run()
        switch result {
        case .success(let content): return try Self.parameters(in: content, of: method)
        case .failure(let error): throw ProbeFailure("\(method): \(error)")
        case nil: throw ProbeFailure("\(method): the call has no result")
        }
    }
}

/// The replies on one connection, one after the other.
private final class ReplyReader {
    private let loop: Loop
    private let stream: UnixStream
    private var decoder: FrameDecoder
    private var timer: Timer?
    private var failure: String?

    init(loop: Loop, stream: UnixStream, limit: Int, deadline: Duration) {
        (self.loop, self.stream) = (loop, stream)
        decoder = FrameDecoder(limit: limit)
        stream.startReading(
            { [unowned self] in
                decoder.append($0)
                loop.stop()
            }, onEnd: { [unowned self] in fail("the service closed the connection") })
        timer = try? Timer(loop: loop) { [unowned self] in fail("the service did not answer in time") }
        timer?.start(after: deadline)
    }

    /// The next reply, waited for.
    func next() throws -> ReplyMessage? {
        while true {
            if let reply = try decoder.nextReply() { return reply }
            if let failure { throw ProbeFailure(failure) }
            loop.run()
        }
    }

    func close() {
        timer?.close()
        stream.close()
    }

    private func fail(_ reason: String) {
        failure = reason
        loop.stop()
    }
}
