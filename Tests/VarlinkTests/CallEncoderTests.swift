import Contract
import Testing
import Varlink

@Suite struct CallEncoderTests {
    @Test func `a call holds no false flag and no empty parameters`() throws {
        let rows: [(Request, String)] = [
            (
                .open(url: "a://b", timings: false),
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"a://b"}}"#
            ),
            (
                .open(url: "\"", timings: true),
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\"","timings":true}}"#
            ),
            (.list(), #"{"method":"io.deeplinkd.Features.List"}"#),
        ]
        for (request, expected) in rows { #expect(try message { CallEncoder.append(request, to: &$0) } == expected) }
        let watch = try message {
            CallEncoder.append(method: "a.b.Watch", parameters: [.init("x", .null)], more: true, to: &$0)
        }
        #expect(watch == #"{"method":"a.b.Watch","parameters":{"x":null},"more":true}"#)
        let oneway = try message { CallEncoder.append(.reload, oneway: true, to: &$0) }
        #expect(oneway == #"{"method":"io.deeplinkd.Monitor.Reload","oneway":true}"#)
    }

    @Test func `every request comes back from its message`() throws {
        let requests: [Request] = [
            .open(url: "ä\"\0", timings: true), .verify(url: ""), .perform(binding: "0f"),
            .open(url: "u", subject: "uid:1", idempotencyKey: "k"), .verify(url: "u", subject: "account:ann"),
            .explain(url: "u", candidates: true), .explain(url: "u", subject: "uid:1"), .list(),
            .list(subject: "machine"),
            .describe(feature: "A/B"), .describe(feature: "A", subject: "uid:1"), .watch(), .watch(subject: "uid:1"),
            .setToggle(feature: "A", on: true), .setToggle(feature: "A", on: nil, subject: "uid:1"),
            .open(url: "u", activationToken: "t", waitMs: 5), .subscribe(channel: "c"),
            .subscribe(channel: "c", after: 9),
            .acknowledge(delivery: "d", result: .performed),
            .acknowledge(delivery: "d", result: .failed, reason: "no"), .channels, .clear(channel: "c"),
            .setPermission(permission: "camera", status: "denied"),
            .setPermission(permission: "camera", status: nil, subject: "uid:1"),
            .setPurchase(product: "p", state: "active", endsMs: 9, units: 2, subject: "account:ann"),
            .setPurchase(product: "p", state: nil),
            .clear(channel: "c", subject: "uid:1"), .authorise(Target(url: "u")),
            .authorise(Target(), feature: "A", pace: .human, isInitiated: true),
            .authorise(Target(action: "A.a", inputs: [.init("x", .integer(1))]), pace: .machine),
            .answer(flow: "5f", answer: .cancel), .answer(flow: "5f", permission: "camera", answer: .asked), .consents,
            .withdraw(permission: "camera"),
            .ingest(items: []), .ingest(items: ["a.b.c", ""], subject: "uid:1"), .products, .purchases(),
            .purchases(product: "pro", subject: "uid:1"), .restore(), .restore(subject: "machine"), .watchPurchases(),
            .watchPurchases(subject: "uid:1"), .startTrial(product: "pro"), .startTrial(product: "", subject: "uid:1"),

            .setRuntime(feature: "A", on: false), .status, .table(), .table(after: "a:b", files: true), .check, .reload,
            .override(fact: "toggle A", status: "on", ttlMs: 5),
            .override(fact: "toggle A", status: nil), .backup, .getInfo,
            .getInterfaceDescription(interface: "a.b"),
        ]
        for request in requests {
            let text = try message { CallEncoder.append(request, more: true, to: &$0) }
            #expect(try decode(text) == Call(.request(request), more: true))
        }
    }
}
