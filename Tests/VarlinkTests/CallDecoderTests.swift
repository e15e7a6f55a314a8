import ChannelWire
import Contract
import PurchaseWire
import TestTables
import Testing
import Varlink

@Suite struct CallDecoderTests {
    @Test func `every parameter goes into the member of its name`() throws {
        func check<Call: Method>(_ method: Call.Type) throws {
            for member in try members(of: FullSample.make(method)) {
                let text = try message { CallEncoder.append(method: Call.name, parameters: [member], to: &$0) }
                var expected = Call()
                var setter = MemberSetter(index: try #require(index(of: member.name, in: Call())), value: member.value)
                expected.members(&setter)
                let required = Call().memberDescriptions.filter { $0.isRequired && $0.name != member.name }.map(\.name)
                let content: Contract.Call.Content =
                    required.first.map { .refused(.invalidParameter(parameter: $0)) } ?? .request(expected)
                #expect(expected != Call() && setter.isSet, "\(text)")
                #expect(try decode(text).content == content, "\(text)")
            }
        }
        for method in Interface.all.flatMap(\.methods) { try check(method) }
    }

    private func members(of call: some Method) throws -> [Value.Member] {
        var writer = JSONWriter()
        call.writeMembers(to: &writer)
        return try value(String(decoding: writer.finish(), as: UTF8.self)).members ?? []
    }

    private func index(of name: String, in call: some Method) -> Int? {
        call.memberDescriptions.firstIndex { $0.name == name }
    }

    @Test func `parameters are text, numbers, words, lists and objects, and null is absent`() throws {
        let rows: [(String, String, any Method)] = [
            ("Dispatch.Open", #"{"url":"a:\u002f\/b","timings":null}"#, OpenLink(url: "a://b")),
            ("Dispatch.Open", #"{"timings":true,"url":"a://b"}"#, OpenLink(url: "a://b") { $0.isTimed = true }),
            ("Dispatch.Open", #"{"url":null}"#, OpenLink()),
            (
                "Dispatch.Open", #"{"inputs":{"n":7},"action":"F.a","deadlineMs":5}"#,
                OpenLink(Target(action: "F.a", inputs: [.init("n", .integer(7))])) { $0.deadlineMs = 5 }
            ),
            ("Dispatch.Verify", #"{"url":"ä"}"#, VerifyLink(url: "ä")),
            ("Dispatch.Explain", #"{"url":"u","candidates":false}"#, ExplainLink(url: "u")),
            (
                "Dispatch.Explain", #"{"url":"u","facts":["toggle F on"]}"#,
                ExplainLink(url: "u") { $0.facts = ["toggle F on"] }
            ),
            (
                "Dispatch.Link", #"{"route":"r","parameters":{"x":[]},"scope":"s"}"#,
                BuildLink { ($0.route, $0.parameters, $0.scope) = ("r", [.init("x", .array([]))], "s") }
            ),
            (
                "Features.SetToggle", #"{"feature":"A","on":null,"subject":"uid:1"}"#,
                SetToggle { ($0.feature, $0.subject) = ("A", "uid:1") }
            ),
            (
                "Channels.Acknowledge", #"{"delivery":"5f","result":"failed","reason":"no"}"#,
                AcknowledgeLink { ($0.delivery, $0.result, $0.reason) = ("5f", .failed, "no") }
            ),
            ("Purchases.Ingest", #"{"items":["a.b.c"]}"#, IngestLicences { $0.items = ["a.b.c"] }),
        ]
        for (method, parameters, request) in rows {
            let text = #"{"method":"io.deeplinkd.\#(method)","parameters":\#(parameters)}"#
            #expect(try decode(text) == Call(.request(request)), "\(text)")
        }
    }

    @Test func `members come in any order, with blanks, and escaped`() throws {
        let open = Call(.request(OpenLink(url: "a://b") { $0.isTimed = true }))
        for text in [
            #"{"parameters":{"url":"a://b","timings":true},"method":"io.deeplinkd.Dispatch.Open"}"#,
            " \n{ \"method\" :\t\"io.deeplinkd.Dispatch.Open\" , \"parameters\" : { \"url\" : \"a://b\" , \"timings\" : true } }\r\n",
            #"{"m\u0065thod":"io\u002edeeplinkd.Dispatch.Open","parameters":{"\u0075rl":"a://b","timings":true}}"#,
            #"{"com.example":{"a":[1,{}]},"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"a://b","timings":true}}"#,
        ] { #expect(try decode(text) == open, "\(text)") }
    }

    @Test func `absent, null and empty parameters are the same`() throws {
        for parameters in ["", #","parameters":null"#, #","parameters":{}"#] {
            #expect(
                try decode(#"{"method":"io.deeplinkd.Features.List"\#(parameters)}"#) == Call(.request(ListFeatures())))
            let open = try decode(#"{"method":"io.deeplinkd.Dispatch.Open"\#(parameters)}"#)
            // The daemon refuses it: a URL is needed, or an action.
            #expect(open == Call(.request(OpenLink())))
        }
    }

    @Test func `flags set how the call is answered, and false or null is as absent`() throws {
        let rows: [(String, oneway: Bool, more: Bool)] = [
            (#""oneway":true"#, true, false), (#""more":true"#, false, true),
            (#""oneway":false,"more":true"#, false, true),
            (#""oneway":null,"more":null,"upgrade":null"#, false, false),
            (#""oneway":false,"more":false,"upgrade":false"#, false, false),
        ]
        for (flags, oneway, more) in rows {
            let call = try decode(#"{"method":"io.deeplinkd.Features.List",\#(flags)}"#)
            #expect(call == Call(.request(ListFeatures()), oneway: oneway, more: more), "\(flags)")
        }
    }

    @Test func `a oneway call that cannot be served stays oneway`() throws {
        let call = try decode(#"{"method":"no.such.Method","oneway":true}"#)
        #expect(call == Call(.refused(.interfaceNotFound(interface: "no.such")), oneway: true))
    }

    @Test func `what cannot be served is refused with the error that the specification names`() throws {
        let rows: [(method: String, parameters: String, VarlinkError)] = [
            ("org.example.Nothing.Do", "{}", .interfaceNotFound(interface: "org.example.Nothing")),
            ("io.deeplinkd.Dispatch.Opne", "{}", .methodNotFound(method: "io.deeplinkd.Dispatch.Opne")),
            ("io.deeplinkd.Dispatch.", "{}", .methodNotFound(method: "io.deeplinkd.Dispatch.")),
            ("io.deeplinkd.Dispatch.open", "{}", .methodNotFound(method: "io.deeplinkd.Dispatch.open")),
            ("io.deeplinkd.Dispatch.Open.Open", "{}", .interfaceNotFound(interface: "io.deeplinkd.Dispatch.Open")),
            ("Open", "{}", .methodNotFound(method: "Open")), ("", "{}", .methodNotFound(method: "")),
            (".Open", "{}", .interfaceNotFound(interface: "")),
            ("io.deeplinkd.Features.List", #"{"bogus":1}"#, .invalidParameter(parameter: "bogus")),
            ("io.deeplinkd.Features.List", #"{"url":"a"}"#, .invalidParameter(parameter: "url")),
            ("io.deeplinkd.Dispatch.Verify", #"{"url":"a","timings":true}"#, .invalidParameter(parameter: "timings")),
            ("io.deeplinkd.Dispatch.Open", #"{"subject":1,"url":"a"}"#, .invalidParameter(parameter: "subject")),
            ("io.deeplinkd.Dispatch.Perform", #"{"subject":"uid:1"}"#, .invalidParameter(parameter: "subject")),
            ("io.deeplinkd.Features.SetToggle", #"{"on":true}"#, .invalidParameter(parameter: "feature")),
            ("io.deeplinkd.Features.SetToggle", #"{"feature":"A","on":1}"#, .invalidParameter(parameter: "on")),
            ("io.deeplinkd.Monitor.Override", #"{"fact":"A","ttlMs":"1"}"#, .invalidParameter(parameter: "ttlMs")),
            ("io.deeplinkd.Monitor.Override", #"{"fact":"A","ttlMs":1.5}"#, .invalidParameter(parameter: "ttlMs")),
            ("io.deeplinkd.Monitor.Override", #"{"fact":"A","ttlMs":1e99}"#, .invalidParameter(parameter: "ttlMs")),
            ("io.deeplinkd.Dispatch.Open", #"{"url":1}"#, .invalidParameter(parameter: "url")),
            ("io.deeplinkd.Dispatch.Open", #"{"url":["a"]}"#, .invalidParameter(parameter: "url")),
            ("io.deeplinkd.Dispatch.Open", #"{"url":"a","timings":"yes"}"#, .invalidParameter(parameter: "timings")),
            ("io.deeplinkd.Dispatch.Open", #"{"url":"a","timings":1}"#, .invalidParameter(parameter: "timings")),
            ("io.deeplinkd.Dispatch.Open", #"{"a":1,"b":2,"url":3}"#, .invalidParameter(parameter: "a")),
            ("io.deeplinkd.Dispatch.Link", #"{"scope":"s"}"#, .invalidParameter(parameter: "route")),
            ("io.deeplinkd.Dispatch.Perform", "{}", .invalidParameter(parameter: "binding")),
            ("io.deeplinkd.Features.Describe", "{}", .invalidParameter(parameter: "feature")),
            ("org.varlink.service.GetInterfaceDescription", "{}", .invalidParameter(parameter: "interface")),
        ]
        for (method, parameters, error) in rows {
            let call = Call(.refused(error))
            #expect(try decode(#"{"method":"\#(method)","parameters":\#(parameters)}"#) == call, "\(method)")
            #expect(try decode(#"{"parameters":\#(parameters),"method":"\#(method)"}"#) == call, "\(method)")
        }
    }

    @Test func `an upgrade is refused as not implemented, and unknown methods as unknown`() throws {
        let open = #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"a"},"upgrade":true}"#
        #expect(try decode(open) == Call(.refused(.methodNotImplemented(method: "io.deeplinkd.Dispatch.Open"))))
        let unknown = #"{"method":"a.b","upgrade":true}"#
        #expect(try decode(unknown) == Call(.refused(.interfaceNotFound(interface: "a"))))
    }

    @Test func `a breach ends the connection, whatever else could be said of the call`() {
        let list = #""method":"io.deeplinkd.Features.List""#
        let rows: [(String, FramingError)] = [
            ("", .json(.unexpectedEnd, offset: 0)), ("garbage", .json(.unexpectedByte(0x67), offset: 0)),
            ("[]", .header(.notAnObject)), ("\"{}\"", .header(.notAnObject)), ("{}", .header(.methodMissing)),
            (#"{"parameters":{}}"#, .header(.methodMissing)), (#"{"a.b":1}"#, .header(.methodMissing)),
            (#"{"method":null}"#, .header(.methodNotAString)), (#"{"method":1}"#, .header(.methodNotAString)),
            ("{\(list),\"parameters\":[]}", .header(.parametersNotAnObject)),
            ("{\(list),\"parameters\":\"\"}", .header(.parametersNotAnObject)),
            ("{\(list),\"extra\":1}", .header(.unknownMember("extra"))),
            ("{\(list),\"\":1}", .header(.unknownMember(""))),
            ("{\(list),\"Method\":1}", .header(.unknownMember("Method"))),
            ("{\(list),\"continues\":true}", .header(.unknownMember("continues"))),
            ("{\(list),\"more\":1}", .header(.flagNotABoolean("more"))),
            ("{\(list),\"oneway\":\"true\"}", .header(.flagNotABoolean("oneway"))),
            ("{\(list),\"upgrade\":{}}", .header(.flagNotABoolean("upgrade"))),
            ("{\(list),\"more\":true,\"oneway\":true}", .header(.severalFlags)),
            ("{\(list),\"more\":true,\"upgrade\":true}", .header(.severalFlags)),
            ("{\"method\":\"no.such.Method\",\"upgrade\":true,\"oneway\":true}", .header(.severalFlags)),
            ("{\(list),\(list)}", .json(.duplicateName("method"), offset: 40)),
            ("{\"more\":true,\"more\":true,\(list)}", .json(.duplicateName("more"), offset: 14)),
            ("{\"a.b\":1,\"a.b\":1,\(list)}", .json(.duplicateName("a.b"), offset: 10)),
            ("{\(list),\"parameters\":null,\"parameters\":{}}", .json(.duplicateName("parameters"), offset: 58)),
            ("{\(list)} x", .json(.trailingBytes, offset: 40)), ("{\(list)", .json(.unexpectedEnd, offset: 38)),
            ("{\(list),}", .json(.unexpectedByte(0x7D), offset: 39)),
        ]
        for (text, error) in rows { #expect(throws: error, "\(text)") { try decode(text) } }
    }

    @Test func `a name twice in the parameters is a breach, even in those that are refused`() {
        let rows = [
            #"{"url":"a","url":"a"}"#, #"{"x":1,"x":1}"#, #"{"x":1,"url":1,"url":1}"#,
            #"{"timings":true,"timings":true}"#, #"{"url":"a","\u0075rl":"b"}"#,
        ]
        for parameters in rows {
            for text in [
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":\#(parameters)}"#,
                #"{"parameters":\#(parameters),"method":"io.deeplinkd.Dispatch.Open"}"#,
                #"{"upgrade":true,"parameters":\#(parameters),"method":"io.deeplinkd.Dispatch.Open"}"#,
            ] {
                let error = #expect(throws: FramingError.self) { try decode(text) }
                guard case .json(.duplicateName, _)? = error else {
                    Issue.record("\(text): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test func `names inside values that no request needs are not collected`() throws {
        let twice = #"[{"a":1,"a":2}]"#
        let rows: [(String, VarlinkError?)] = [
            (
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"x":\#(twice)}}"#,
                .invalidParameter(parameter: "x")
            ),
            (
                #"{"parameters":{"url":\#(twice)},"method":"io.deeplinkd.Dispatch.Open"}"#,
                .invalidParameter(parameter: "url")
            ),
            (
                #"{"method":"io.deeplinkd.Monitor.Override","parameters":{"fact":"A","ttlMs":\#(twice)}}"#,
                .invalidParameter(parameter: "ttlMs")
            ),
            (#"{"method":"a.b","parameters":{"x":1,"x":1}}"#, .interfaceNotFound(interface: "a")),
            (#"{"parameters":{"x":1,"x":1},"method":"a.b"}"#, .interfaceNotFound(interface: "a")),
            (#"{"method":"io.deeplinkd.Features.List","a.b":\#(twice)}"#, nil),
        ]
        for (text, error) in rows {
            #expect(try decode(text) == Call(error.map { .refused($0) } ?? .request(ListFeatures())), "\(text)")
        }
    }

    @Test func `a call with more unknown names than the limit is refused, and they are compared no further`() throws {
        let limit = MessageLimits.unknownNames
        func members(_ count: Int) -> String { (0..<count).map { "\"x.\($0)\":0" }.joined(separator: ",") }
        let refused = Call(.refused(.invalidParameter(parameter: "x.0")))
        for (count, isBreach) in [(1, true), (limit, true), (limit + 1, false), (1000, false)] {
            let parameters = "{\(members(count)),\"x.0\":1,\"url\":\"a\"}"
            for text in [
                #"{"method":"io.deeplinkd.Dispatch.Open","parameters":\#(parameters)}"#,
                #"{"parameters":\#(parameters),"method":"io.deeplinkd.Dispatch.Open"}"#,
            ] {
                if isBreach {
                    #expect(throws: FramingError.self, "\(count)") { try decode(text) }
                } else {
                    #expect(try decode(text) == refused, "\(count)")
                }
            }
        }
        let list = #""method":"io.deeplinkd.Features.List""#
        #expect(try decode("{\(list),\(members(limit))}") == Call(.request(ListFeatures())))
        #expect(throws: FramingError.header(.tooManyMembers(limit: limit))) {
            try decode("{\(list),\(members(limit + 1))}")
        }
    }

    @Test func `nesting counts from the start of the message, whatever the order of its members`() {
        for depth in [MessageLimits.jsonDepth - 2, MessageLimits.jsonDepth - 1] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let texts = [
                #"{"method":"io.deeplinkd.Features.List","parameters":{"x":\#(deep)}}"#,
                #"{"parameters":{"x":\#(deep)},"method":"io.deeplinkd.Features.List"}"#,
            ]
            for text in texts {
                #expect(((try? decode(text)) != nil) == (depth <= MessageLimits.jsonDepth - 2))
            }
        }
    }
}
