import Contract
import TestTables
import Testing
import Varlink

@Suite struct CallEncoderTests {
    @Test func `a call holds no false flag and no empty parameters`() throws {
        let rows: [(any Method, String)] = [
            (
                OpenLink(url: "a://b"),
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"a://b"}}"#
            ),
            (
                OpenLink(url: "\"") { $0.isTimed = true },
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\"","timings":true}}"#
            ),
            (ListFeatures(), #"{"method":"io.deeplinkd.Features.List"}"#),
        ]
        for (request, expected) in rows { #expect(try message { CallEncoder.append(request, to: &$0) } == expected) }
        let watch = try message {
            CallEncoder.append(method: "a.b.Watch", parameters: [.init("x", .null)], more: true, to: &$0)
        }
        #expect(watch == #"{"method":"a.b.Watch","parameters":{"x":null},"more":true}"#)
        let oneway = try message { CallEncoder.append(ReloadTable(), oneway: true, to: &$0) }
        #expect(oneway == #"{"method":"io.deeplinkd.Monitor.Reload","oneway":true}"#)
    }

    @Test func `every call comes back from its message, empty and with every parameter`() throws {
        func check<Call: Method>(_ method: Call.Type) throws {
            for call in [Call(), FullSample.make(method)] {
                let text = try message { CallEncoder.append(call, more: true, to: &$0) }
                #expect(try decode(text) == Contract.Call(.request(call), more: true), "\(text)")
            }
        }
        for method in Interface.all.flatMap(\.methods) { try check(method) }
    }
}
