import DeepLinkClient
import Testing

/// The client library with a service that breaks off, is slow, or answers nonsense.
@Suite struct BrokenDaemonTests {
    private static let reply =
        Array(
            #"{"parameters":{"outcome":{"class":"ok","code":"ok.later","message":"Done.","route":"r","extra":[1]}}}"#
                .utf8)
        + [0]

    private static func answer(_ pieces: [[UInt8]], closes: Bool = false) -> ScriptedDaemon.Answer {
        ScriptedDaemon.Answer(pieces: pieces, isLast: closes)
    }

    private static func message(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private func opened(_ answer: @escaping @Sendable () -> ScriptedDaemon.Answer) async throws -> Result<
        Outcome, any Error
    > {
        var result = Result<Outcome, any Error>.failure(DeepLinkError.closed)
        try await withScript({ _ in answer() }) { daemon in
            result = await Task.ofItsOwn { try await daemon.open("t://x") }.result
        }
        return result
    }

    @Test func `a connection that is cut in the middle of a reply is a lost connection, wherever it is cut`()
        async throws
    {
        for count in Self.reply.indices {
            let result = try await opened { Self.answer([Array(Self.reply[..<count])], closes: true) }
            guard case .connectionLost? = result.failure else {
                Issue.record("\(count) bytes: \(result)")
                continue
            }
        }
        let whole = try await opened { Self.answer([Self.reply], closes: true) }
        #expect(try whole.get().code == "ok.later")
    }

    @Test func `a reply that comes byte by byte is read, with a code that is not known yet`() async throws {
        let outcome = try await opened { Self.answer(Self.reply.map { [$0] }) }.get()
        #expect(outcome.outcomeClass == .ok && outcome.code == "ok.later" && outcome.route == "r")
        #expect(outcome["extra"] == [1])
    }

    @Test func `a reply of 20 MiB is read, and one without an end is refused`() async throws {
        let text = String(repeating: "x", count: 20 << 20)
        let long = Self.message(
            #"{"parameters":{"outcome":{"class":"ok","code":"ok.performed","message":"Done.","text":""# + text
                + #""}}}"#)
        #expect(try await opened { Self.answer([long]) }.get().text?.utf8.count == 20 << 20)
        let endless = [UInt8](repeating: UInt8(ascii: " "), count: 65 << 20)
        let result = try await opened { Self.answer([endless]) }
        #expect(result.failure?.description.contains("more than 67108864 bytes") == true, "\(result)")
    }

    @Test(arguments: [
        ("{", "it is not JSON at byte 1: it ends too early"),
        ("[]", "it is not a Varlink reply: it is not an object"),
        (#"{"parameters":{}}"#, "expected object at `outcome`"),
        (#"{"parameters":{"outcome":{"class":"ok","message":"m"}}}"#, "expected string at `outcome.code`"),
        (#"{"parameters":{"outcome":{"class":"new","code":"new.x","message":"m"}}}"#, "at `outcome.class`"),
        (#"{"parameters":[]}"#, "`parameters` is not an object"),
    ])
    func `a reply that is none says where it is wrong`(_ reply: String, _ what: String) async throws {
        let failure = try await opened { Self.answer([Self.message(reply)]) }.failure
        guard case .unreadableReply(_, let reason)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains(what))
    }

    @Test(arguments: [
        ("org.varlink.service.PermissionDenied", DeepLinkError.permissionDenied(method: "io.deeplinkd.Dispatch.Open")),
        ("org.varlink.service.MethodNotFound", .notOffered(method: "io.deeplinkd.Dispatch.Open")),
        ("io.deeplinkd.Permissions.UnknownFlow", .unknownFlow), ("io.deeplinkd.Permissions.NotAsked", .notAsked),
        ("io.deeplinkd.Dispatch.NotKept", .notKept(code: "", reason: "")),
        ("io.deeplinkd.Dispatch.New", .refused(name: "io.deeplinkd.Dispatch.New", parameters: ["why": "x"])),
    ])
    func `an error reply becomes an error with its name`(_ name: String, _ error: DeepLinkError) async throws {
        let reply = Self.message(#"{"error":""# + name + #"","parameters":{"why":"x"}}"#)
        #expect(try await opened { Self.answer([reply]) }.failure == error)
    }

    // MARK: Flows

    private static let began = message(
        #"{"parameters":{"event":"began","flow":"f","questions":[{"permission":"p","by":"client","title":"P?"}]},"#
            + #""continues":true}"#)

    /// What a flow gives that is answered with bytes: how many events, and the error at its end.
    private func flow(_ bytes: [UInt8]) async throws -> (count: Int, error: DeepLinkError?) {
        var count = 0
        var error: DeepLinkError?
        try await withScript({ _ in Self.answer([bytes], closes: true) }) { daemon in
            do throws(DeepLinkError) {
                for try await _ in daemon.authorise(.feature("F")) { count += 1 }
            } catch let failure {
                error = failure
            }
        }
        return (count, error)
    }

    @Test func `a flow whose connection is cut anywhere ends with an error, and is not begun again`() async throws {
        let end = Self.message(
            #"{"parameters":{"event":"completed","flow":"f","completion":{"end":"granted","granted":["p"],"#
                + #""skipped":[],"outstanding":[],"message":"Done."}}}"#)
        let whole = Self.began + end
        for count in stride(from: 0, to: whole.count, by: 7) {
            let (events, error) = try await flow(Array(whole[..<count]))
            guard case .connectionLost? = error else {
                Issue.record("\(count) bytes: \(String(describing: error))")
                continue
            }
            #expect(events == (count < Self.began.count ? 0 : 1), "\(count) bytes")
        }
        let (events, error) = try await flow(whole)
        #expect(events == 2 && error == nil)
    }

    @Test(arguments: [
        #"{"event":"new","flow":"f"}"#, #"{"event":"asking","flow":"f"}"#, #"{"event":"answered","flow":"f"}"#,
        #"{"event":"completed","flow":"f"}"#, #"{"event":"asking","flow":"f","question":{"permission":1}}"#, "{}",
        #"{"event":"completed","flow":"f","completion":{"end":"granted","granted":[],"skipped":[],"outstanding":[],"#
            + #""message":""},"outcome":{"class":"ok"}}"#,
    ])
    func `an answer of a flow that is none is an error`(_ parameters: String) async throws {
        let (events, error) = try await flow(Self.message(#"{"parameters":\#(parameters),"continues":true}"#))
        guard case .unreadableReply? = error, events == 0 else {
            Issue.record("\(parameters): \(events) events, \(String(describing: error))")
            return
        }
    }
}
