import Contract
import EventLoop
import Features
import Glibc
import PermissionRules
import TestSupport
import Testing

@testable import FactSources
@testable import PurchaseRules

/// A service on a socket that sends the same bytes in reply to every call.
private final class Service {
    var received: [UInt8] = []
    private(set) var connections = 0
    private var listener: UnixListener?
    private var streams: [UnixStream] = []

    /// `answer` nil sends no reply; `ends` closes the connection after the reply.
    init(loop: Loop, path: String, answer: String?, ends: Bool = false) throws {
        listener = try UnixListener(loop: loop, path: path, mode: 0o600) { [unowned self] stream in
            connections += 1
            streams.append(stream)
            stream.startReading(
                { [unowned self, unowned stream] bytes in
                    for index in bytes.indices { received.append(bytes[index]) }
                    guard received.last == 0 else { return }
                    if let answer { stream.write(Array(answer.utf8)) }
                    if ends { stream.closeWhenWritten() }
                },
                onEnd: { [unowned stream] in stream.close() })
        }
    }

    func close() {
        listener?.close()
        for stream in streams { stream.close() }
    }
}

@Suite struct VarlinkSourceTests {
    private static let question = FactQuestion(.runtime("A/B"))
    private static let camera = FactKey.permission(permission("camera"))
    private static let pro = FactKey.purchase("pro")

    /// Queries a service that replies with these bytes.
    private func ask(
        _ answer: String?, to question: FactQuestion = question, ends: Bool = false,
        deadline: Duration = .seconds(20)
    ) throws -> (reply: SourceReply?, call: String) {
        let reply = Box<SourceReply?>(nil)
        let received = Box("")
        try withFolder { folder in
            try onLoop { loop in
                let path = folder + "/s"
                let service = try Service(loop: loop, path: path, answer: answer, ends: ends)
                let source = VarlinkSource(
                    path: path, method: "io.example.Flags.Get", loop: loop, deadline: deadline)
                source.ask(question) {
                    #expect(reply.value == nil, "a source replies once")
                    reply.value = $0
                    received.value = String(decoding: service.received, as: UTF8.self)
                    service.close()
                    source.close()
                }
            }
        }
        return (reply.value, received.value)
    }

    @Test(arguments: [
        (#"{"parameters":{"on":true}}"#, SourceReply.facts([question.key: .on])),
        (#"{"parameters":{"on":false}}"#, .facts([question.key: .off])),
        (#"{"parameters":{"on":null}}"#, .facts([:])),
        (#"{"parameters":{}}"#, .facts([:])), (#"{}"#, .facts([:])),
        (#"{"parameters":{"on":true,"since":"today"},"com.example.trace":1}"#, .facts([question.key: .on])),
        (#"{"parameters":{"on":1}}"#, .failed(reason: "its `on` is neither true nor false")),
        (#"{"parameters":{"on":"true"}}"#, .failed(reason: "its `on` is neither true nor false")),
        (
            #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"x"}}"#,
            .failed(reason: "it answered org.varlink.service.MethodNotFound")
        ),
        (#"{"parameters":{"on":true},"continues":true}"#, .failed(reason: "it promised more than one answer")),
        ("{\"parameters\":{\"on\":true}}\0{\"parameters\":{}}", .failed(reason: "it answered more than was asked")),
    ])
    func `an answer is on, off, the default, or a failure with its reason`(
        _ answer: String, _ expected: SourceReply
    ) throws {
        let result = try ask(answer + "\0")
        #expect(result.reply == expected)
        #expect(result.call == "{\"method\":\"io.example.Flags.Get\",\"parameters\":{\"feature\":\"A/B\"}}\0")
    }

    @Test(arguments: [
        (#"{"status":"authorized"}"#, SourceReply.facts([camera: .permission(.authorized)])),
        (
            #"{"status":"notDetermined","reason":"not yet"}"#,
            .facts([camera: .permission(.notDetermined)], note: "not yet")
        ),
        (#"{"status":null}"#, .facts([:])), ("{}", .facts([:])),
        (#"{"status":"unknown"}"#, .undetermined(reason: "it does not know")),
        (#"{"status":"granted"}"#, .failed(reason: "its `status` is no status of a permission")),
        (#"{"status":true}"#, .failed(reason: "its `status` is no status of a permission")),
    ])
    func `an answer about a permission is one of five statuses`(_ answer: String, _ expected: SourceReply) throws {
        let result = try ask("{\"parameters\":\(answer)}\0", to: FactQuestion(Self.camera, of: .uid(7)))
        #expect(result.reply == expected)
        #expect(result.call.contains(#""parameters":{"permission":"camera","subject":"uid:7"}"#))
    }

    @Test(arguments: [
        (#"{"state":"active"}"#, SourceReply.facts([pro: .purchase(Purchase(.active))])),
        (
            #"{"state":"grace","units":3,"endsMs":5,"graceEndsMs":9}"#,
            .facts([pro: .purchase(Purchase(.grace, units: 3, endsMs: 5, graceEndsMs: 9))])
        ),
        (#"{"state":null,"units":3}"#, .facts([:])), ("{}", .facts([:])),
        (#"{"state":"unknown"}"#, .undetermined(reason: "it does not know")),
        (#"{"state":"bought"}"#, .failed(reason: "its `state` is no state of a purchase")),
        (#"{"state":"active","units":-1}"#, .failed(reason: "its `units` is no whole number from 0 on")),
        (#"{"state":"active","endsMs":1.5}"#, .failed(reason: "its `endsMs` is no whole number from 0 on")),
        (#"{"state":"active","graceEndsMs":"9"}"#, .failed(reason: "its `graceEndsMs` is no whole number from 0 on")),
    ])
    func `an answer about a purchase is a state, with units and dates`(_ answer: String, _ expected: SourceReply) throws
    {
        let result = try ask("{\"parameters\":\(answer)}\0", to: FactQuestion(Self.pro, of: .account("ann")))
        #expect(result.reply == expected)
        #expect(result.call.contains(#""parameters":{"product":"pro","subject":"account:ann"}"#))
    }

    @Test(arguments: [
        "\0", "on\0", "[]\0", #"{"parameters":true}"# + "\0", #"{"on":true}"# + "\0",
        #"{"parameters":{"on":true,"on":false}}"# + "\0", String(repeating: "x", count: 20_000),
    ])
    func `bytes that are not a reply are a failure`(_ answer: String) throws {
        guard case .failed(let reason) = try ask(answer).reply else {
            Issue.record("taken for an answer")
            return
        }
        #expect(reason.hasPrefix("its answer cannot be read: "))
    }

    @Test func `a service that ends, does not reply or does not exist is a failure`() throws {
        let ended = SourceReply.failed(reason: "it closed the connection without an answer")
        #expect(try ask("", ends: true).reply == ended)
        #expect(try ask(#"{"parameters":{"on":tr"#, ends: true).reply == ended)
        #expect(try ask(nil, deadline: .milliseconds(1)).reply == .failed(reason: "it did not answer in time"))
        let reply = Box<SourceReply?>(nil)
        try onLoop { loop in
            let source = VarlinkSource(path: "/nowhere/s", method: "a.b.C", loop: loop)
            source.ask(Self.question) { reply.value = $0 }
            source.close()
        }
        guard case .failed(let reason) = reply.value else {
            Issue.record("a question to a missing service did not fail")
            return
        }
        #expect(reason.contains("ENOENT"))
    }

    @Test func `the last value of a service is dropped when others have filled its queue of connections`() throws {
        let reply = Box<SourceReply?>(nil)
        try withFolder { folder in
            let path = folder + "/s"
            let listening = try listenWithoutAccepting(path)
            defer { _ = close(listening) }
            try onLoop { loop in
                var others: [UnixStream] = []
                while let other = try? UnixStream(loop: loop, connectingTo: path) { others.append(other) }
                #expect(!others.isEmpty)
                let source = VarlinkSource(path: path, method: "a.b.C", loop: loop)
                source.ask(Self.question) { reply.value = $0 }
                for other in others { other.close() }
                source.close()
            }
        }
        guard case .undetermined(let reason) = reply.value else {
            Issue.record("\(String(describing: reply.value))")
            return
        }
        #expect(reason.contains("EAGAIN") && reason.contains("its queue is full"))
    }

    /// Listens on a path with the shortest possible queue of connections.
    private func listenWithoutAccepting(_ path: String) throws -> Int32 {
        let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let bound = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bind(
                listening, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        try #require(bound == 0 && listen(listening, 0) == 0)
        return listening
    }

    @Test func `a reply split anywhere has the same meaning`() throws {
        let answer = Array("{\"parameters\":{\"on\":true}}\0".utf8)
        for cut in answer.indices {
            try withFolder { folder in
                let reply = Box<SourceReply?>(nil)
                try onLoop { loop in
                    let path = folder + "/s"
                    let listener = Box<UnixListener?>(nil)
                    let server = Box<UnixStream?>(nil)
                    listener.value = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
                        server.value = stream
                        stream.startReading({ _ in }, onEnd: {})
                        stream.write(Array(answer[..<cut]))
                        let rest = Box<Timer?>(nil)
                        rest.value = try? Timer(loop: loop) {
                            stream.write(Array(answer[cut...]))
                            rest.value?.close()
                        }
                        rest.value?.start(after: .zero)
                    }
                    let source = VarlinkSource(path: path, method: "a.b.C", loop: loop)
                    source.ask(Self.question) {
                        reply.value = $0
                        listener.value?.close()
                        server.value?.close()
                    }
                }
                #expect(reply.value == .facts([Self.question.key: .on]), "cut at \(cut)")
            }
        }
    }

    @Test func `closing with an open question leaves nothing behind and delivers no reply`() throws {
        try withFolder { folder in
            try onLoop { loop in
                let service = try Service(loop: loop, path: folder + "/s", answer: nil)
                let source = VarlinkSource(path: folder + "/s", method: "a.b.C", loop: loop)
                source.ask(Self.question) { _ in Issue.record("a reply came after `close`") }
                source.close()
                service.close()
            }
        }
    }

    @Test func `a table's service is queried for its feature, and again a second later`() throws {
        try withFolder { folder in
            let clock = TestClock()
            let store = FactStore()
            let states = Box<[SwitchState?]>([])
            try onLoop { loop in
                let path = folder + "/s"
                let service = try Service(loop: loop, path: path, answer: "{\"parameters\":{\"on\":true}}\0")
                let gathering = try FactGathering(loop: loop, store: store, sources: SourceSet(clock: clock))
                let origin = FactPlace.varlink(path: path, method: "io.example.Flags.Get")
                gathering.adopt(catalogue(("F", [.runtime(byDefault: false, from: origin)])))
                gathering.whenReady([1], for: .uid(7)) {
                    states.value.append(store.facts.runtime["F"])
                    #expect(
                        store.facts.host[.runtime("F")]?.evidence
                            == .init(source: "varlink:" + path, asOfMs: 1_000_000, freshness: .cached))
                    #expect(gathering.isReady(1, for: .uid(8)))
                    clock.advance(1000)
                    gathering.whenReady([1], for: .uid(7)) {
                        states.value.append(store.facts.runtime["F"])
                        #expect(service.connections == 2)
                        service.close()
                        gathering.close()
                    }
                }
            }
            #expect(states.value == [.on, .on])
        }
    }
}
