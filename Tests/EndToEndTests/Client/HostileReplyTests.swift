import DeepLinkClient
import Foundation
import Testing

/// The calls of the client library with a service that answers other things than the daemon.
@Suite struct HostileReplyTests {
    /// A call, replies that are none of it, and one that is.
    struct Row: CustomTestStringConvertible {
        let name: String
        let call: @Sendable (DeepLinkDaemon) async throws -> Void
        let wrong: [String]
        let right: String

        var testDescription: String { name }
    }

    private static let feature = #"{"path":"F","name":"F","status":"available","actions":[],"routes":[]}"#
    private static let route = #"{"name":"r","patterns":["/r"],"scopes":["t"],"feature":"F","action":"a"}"#

    private static let rows: [Row] = [
        Row(
            name: "link", call: { _ = try await $0.link(to: "r") }, wrong: ["{}", #"{"url":7}"#, #"{"url":null}"#],
            right: #"{"url":"t://x"}"#),
        Row(
            name: "features", call: { _ = try await $0.features() },
            wrong: [
                #"{"features":{}}"#, #"{"features":[7]}"#, #"{"features":[{"path":"F"}]}"#,
                #"{"features":[],"next":7}"#,
            ],
            right: #"{"features":[\#(feature)]}"#),
        Row(
            name: "feature", call: { _ = try await $0.feature("F") },
            wrong: ["{}", #"{"feature":7}"#, #"{"feature":{"path":7}}"#, #"{"feature":[]}"#],
            right: #"{"feature":\#(feature)}"#),
        Row(
            name: "routes", call: { _ = try await $0.routes() },
            wrong: [#"{"routes":[]}"#, #"{"tableRevision":"x","routes":[{"name":7}]}"#, #"{"tableRevision":7}"#],
            right: #"{"tableRevision":"x","routes":[\#(route)],"files":[]}"#),
        Row(
            name: "consents", call: { _ = try await $0.consents() },
            wrong: [#"{"consents":7}"#, #"{"consents":[{"permission":"p","granted":"yes","asOfMs":1}]}"#],
            right: #"{"consents":[{"permission":"p","granted":true,"asOfMs":1}]}"#),
        Row(
            name: "withdrawConsent", call: { try await $0.withdrawConsent(to: "p") },
            wrong: ["{}", #"{"durable":1}"#], right: #"{"durable":true}"#),
        Row(
            name: "status", call: { _ = try await $0.status() },
            wrong: ["{}", #"{"version":1}"#, #"{"version":"1","uptimeMs":"long"}"#],
            right: #"{"version":"1","tableRevision":"","stateRevision":"","routes":0,"features":0,"connections":1,"#
                + #""calls":1,"uptimeMs":1,"overridden":false,"files":[],"audience":"new"}"#),
        Row(
            name: "reloadTable", call: { try await $0.reloadTable() },
            wrong: ["{}", #"{"tableRevision":"x","routes":"many"}"#],
            right: #"{"tableRevision":"x","routes":1,"files":[],"warnings":[]}"#),
        Row(
            name: "override", call: { try await $0.override("toggle F", with: "on") },
            wrong: [#"{"endsAfterMs":"soon"}"#], right: "{}"),
        Row(
            name: "clearCache", call: { try await $0.clearCache() }, wrong: ["{}", #"{"answers":1.5,"bytes":1}"#],
            right: #"{"answers":1,"bytes":1}"#),
        Row(
            name: "metrics", call: { _ = try await $0.metrics() }, wrong: ["{}", #"{"text":[]}"#],
            right: #"{"text":"x"}"#),
        Row(
            name: "timeline", call: { _ = try await $0.timeline() },
            wrong: [
                #"{"entries":{}}"#, #"{"entries":[{"number":"one"}]}"#,
                #"{"entries":[{"number":1,"kind":"new","atMs":1}]}"#,
            ],
            right: #"{"entries":[{"number":1,"kind":"ended","atMs":1}]}"#),
    ]

    private static func message(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private static func reply(_ parameters: String) -> [UInt8] { message(#"{"parameters":\#(parameters)}"#) }

    /// The error of a call that is answered with bytes; nil for a success.
    private static func failure(
        _ bytes: [UInt8], closes: Bool = false, _ call: @escaping @Sendable (DeepLinkDaemon) async throws -> Void
    ) async throws -> DeepLinkError? {
        var failure: DeepLinkError?
        try await withScript({ _ in ScriptedDaemon.Answer(pieces: [bytes], isLast: closes) }) { daemon in
            failure = await Task.ofItsOwn { try await call(daemon) }.result.failure
        }
        return failure
    }

    @Test(arguments: rows)
    func `a reply with other types is unreadable, and one that is right is read`(_ row: Row) async throws {
        #expect(try await Self.failure(Self.reply(row.right), row.call) == nil)
        for wrong in row.wrong {
            let failure = try await Self.failure(Self.reply(wrong), row.call)
            guard case .unreadableReply? = failure else {
                Issue.record("\(wrong): \(String(describing: failure))")
                continue
            }
        }
    }

    @Test(arguments: rows)
    func `a reply that is cut anywhere is a lost connection`(_ row: Row) async throws {
        let whole = Self.reply(row.right)
        for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 8)) {
            let failure = try await Self.failure(Array(whole[..<count]), closes: true, row.call)
            guard case .connectionLost? = failure else {
                Issue.record("\(count) bytes: \(String(describing: failure))")
                continue
            }
        }
    }

    @Test func `words of a newer daemon leave out a constraint, and nothing else`() async throws {
        let known =
            #"{"id":"toggle:F","kind":"toggle","subject":"F","status":"unsatisfied","reason":"off","evidence":{"source":"table"}}"#
        let new =
            #"{"id":"mood:F","kind":"mood","subject":"F","status":"unsatisfied","reason":"bad","evidence":{"source":"x"}}"#
        let members = Self.feature.dropLast() + #","constraints":[\#(new),\#(known),7]}"#
        let reply = Self.reply(#"{"feature":\#(members)}"#)
        try await withScript({ _ in ScriptedDaemon.Answer(pieces: [reply], isLast: false) }) { daemon in
            let feature = try await daemon.feature("F")
            #expect(feature.constraints.map(\.id) == ["toggle:F"] && feature.availability == .available)
        }
    }

    @Test func `pages without an end do not go on for ever`() async throws {
        // A page that adds nothing is the last one, also where it names a next one.
        let empty = Self.reply(#"{"features":[],"next":"F"}"#)
        let failure = try await Self.failure(empty) { daemon in
            let features = try await daemon.features()
            #expect(features.isEmpty)
        }
        #expect(failure == nil)
        // The cursor is refused again and again: the list is begun anew three times, and then the call ends.
        let calls = Reports<String>()
        let page = Self.reply(#"{"features":[\#(Self.feature)],"next":"F"}"#)
        let refusal = Self.message(
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"after"}}"#)
        try await withScript({ call in
            calls.add(call)
            return ScriptedDaemon.Answer(pieces: [call.contains("after") ? refusal : page], isLast: false)
        }) { daemon in
            let failure = await Task.ofItsOwn { try await daemon.features() }.result.failure
            #expect(failure == .invalidParameter(name: "after", method: "io.deeplinkd.Features.List"))
        }
        #expect(calls.all.count == 8)
        // A part of another table is the first one of that: what came before is not among its routes.
        let parts = Reports<String>()
        try await withScript({ call in
            parts.add(call)
            let (revision, next) = parts.all.count == 1 ? ("x", #","next":"x:r""#) : ("y", "")
            let part = #"{"tableRevision":"\#(revision)","routes":[\#(Self.route)],"files":[]\#(next)}"#
            return ScriptedDaemon.Answer(pieces: [Self.reply(part)], isLast: false)
        }) { daemon in
            let routes = try await daemon.routes()
            #expect(routes.count == 1)
        }
    }

    @Test func `an answer in parts has a bound`() async throws {
        let text = String(repeating: "x", count: 17 << 20)
        let part = Self.message(#"{"parameters":{"text":"\#(text)"},"continues":true}"#)
        try await withScript({ _ in
            ScriptedDaemon.Answer(pieces: Array(repeating: part, count: 4), isLast: false)
        }) { daemon in
            let failure = await Task.ofItsOwn { try await daemon.metrics() }.result.failure
            guard case .unreadableReply(_, "it has more than 67108864 elements")? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test func `an answer in parts that stops coming ends with noAnswer, and with its task`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let socket = folder.path(of: "socket")
        let part = Self.message(#"{"parameters":{"text":"x"},"continues":true}"#)
        let script = try ScriptedDaemon(
            at: socket, bytes: { _ in ScriptedDaemon.Answer(pieces: [part], isLast: false) })
        defer { script.stop() }
        try await withTaskExecutorPreference(OwnThreads.shared) {
            let hasty = DeepLinkDaemon(socket: socket, answerTime: .milliseconds(200))
            let silence = await Task.ofItsOwn { try await hasty.metrics() }.result.failure
            #expect(silence == .noAnswer(path: socket, after: .milliseconds(200)))
            let patient = DeepLinkDaemon(socket: socket)
            let task = Task.ofItsOwn { try await patient.metrics() }
            task.cancel()
            #expect(await task.result.failure == .cancelled)
            let call = Reports<Result<String, DeepLinkError>>()
            let metrics = patient.metrics { call.add($0) }
            metrics.cancel()
            let cancelled = try call.await(1)
            #expect(cancelled == [.failure(.cancelled)])
            let closed = Reports<Result<String, DeepLinkError>>()
            patient.metrics { closed.add($0) }
            patient.close()
            let ended = try closed.await(1)
            #expect(ended == [.failure(.closed)])
        }
    }
}
