import Foundation
import Glibc
import Testing

/// The calls of one client have bounded costs, wait their turn, and all get their replies.
@Suite struct FairnessTests {
    private static let dispatch = "io.deeplinkd.Dispatch."
    private static let features = "io.deeplinkd.Features."

    private static let table = """
        scheme t
        feature Plain {
            action a {
                respond
            }
            route say /say do a
        }
        """

    private static func call(_ method: String, _ members: String = "") -> [UInt8] {
        Array(#"{"method":"\#(method)"\#(members)}"#.utf8) + [0]
    }

    // MARK: Answers that are not taken

    @Test func `calls of clients that do not read wait, use bounded memory, and are all answered later`() throws {
        try withDaemon(table: Self.table) { daemon in
            let before = try daemon.residentKiB
            // 64 KiB of calls on each connection; each call has a reply of some six KiB.
            let message = Self.call(
                "org.varlink.service.GetInterfaceDescription", #","parameters":{"interface":"io.deeplinkd.Monitor"}"#)
            let count = (64 << 10) / message.count
            let calls = Array(repeatElement(message, count: count).joined())
            let clients = try (0..<60).map { _ in try daemon.connect() }
            for client in clients { try client.send(bytes: calls) }
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
            #expect(try daemon.growthKiB(since: before) < 128 << 10, "all of it would be more than 200 MiB")
            for client in [clients[0], clients[30], clients[59]] {
                for _ in 0..<count { #expect(try client.receiveBytes() != nil) }
                #expect(try !client.hasAnswer())
            }
        }
    }

    @Test func `a reply that would exceed the message limit is shortened and marked as such`() throws {
        let table = """
            scheme t
            feature Plain {
                action a {
                    output 4m
                    exec /usr/bin/head -c 3000000 /dev/zero
                }
                route much /much do a
            }
            """
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            try client.send(RawClient.message(Self.dispatch + "Open", ["url": "t://much"]))
            let bytes = try #require(try client.receiveBytes())
            #expect(bytes.count <= 1 << 20)
            let outcome = try #require(try JSONTree(parsing: Array(bytes))["parameters.outcome"])
            #expect(outcome["code"].text == "ok.performed")
            #expect(outcome["execution.stdout.bytes"].text == "3000000")
            #expect(outcome["execution.stdout.truncated"].text == "true")
        }
    }

    // MARK: Pages

    private static func wideTable(_ count: Int) -> String {
        "scheme t\n"
            + (0..<count).map {
                """
                feature F\($0) {
                    require toggle on
                    action a\($0) {
                        respond
                    }
                    route r\($0) /r\($0) do a\($0)
                }

                """
            }.joined()
    }

    @Test func `features come in pages, which the tool joins to one list and a watch sends one by one`() throws {
        try withDaemon(table: Self.wideTable(600)) { daemon in
            let client = try daemon.connect()
            var (paths, after, pages) = ([String](), String?.none, 0)
            repeat {
                let page = try client.call(Self.features + "List", after.map { ["after": $0] } ?? [:])
                paths += page["parameters.features"]?.elements.map { $0["path"].text } ?? []
                after = page["parameters.next"]?.text
                pages += 1
            } while after != nil && pages < 10
            #expect(pages == 3 && paths.count == 601)
            #expect(Set(paths).count == 601 && paths[0] == "DeepLinking" && paths[600] == "F599")
            let refused = try client.call(Self.features + "List", ["after": "Gone"])
            #expect(refused["error"].text == "org.varlink.service.InvalidParameter")
            #expect(refused["parameters.parameter"].text == "after")
            #expect(try daemon.tool("features").output.split(separator: "\n").count == 601)
            #expect(try daemon.tool("features", "F599").output.contains("r599"))
            let watcher = try daemon.connect()
            try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
            let told = try (0..<3).map { _ in try #require(try watcher.receive()) }
            #expect(told.flatMap { $0["parameters.features"]?.elements.map { $0["path"].text } ?? [] } == paths)
            #expect(told.allSatisfy { $0["continues"].text == "true" })
        }
    }

    @Test func `a feature with many routes lists names up to a limit and the number of the others`() throws {
        let routes = (0..<40_000).map { "    route route\($0) /r\($0) do a\n" }.joined()
        let table = "scheme t\nfeature Many {\n    action a {\n        respond\n    }\n\(routes)}\n"
        try withDaemon(table: table) { daemon in
            let answer = try daemon.connect().call(Self.features + "Describe", ["feature": "Many"])
            let listed = try #require(answer["parameters.feature.routes"]?.elements.count)
            #expect(listed > 10_000 && listed < 40_000)
            #expect(answer["parameters.feature.unlisted"].text == "\(40_000 - listed)")
        }
    }

    // MARK: Calls in a second

    @Test func `calls past the table's rate are refused with the time to wait`() throws {
        try withDaemon(table: "limit calls-per-second 5\n" + Self.table) { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            let message = try RawClient.message(Self.dispatch + "Open", ["url": "t://say"])
            for client in [one, other] { try client.send(message, message, message, message) }
            let outcomes = try (0..<4).flatMap { _ in
                try [one, other].map { try #require(try $0.receive()?["parameters.outcome"]) }
            }
            let codes = outcomes.map { $0["code"].text }
            // The connections of a user count together. On a slow machine one more call gets through.
            #expect((5...6).contains(codes.count { $0 == "ok.performed" }), "\(codes)")
            let refused = try #require(outcomes.first { $0["code"].text == "rejected.caller.rateLimited" })
            let wait = try #require(Int(refused["rejection.retryAfterMs"].text))
            #expect((1...200).contains(wait))
            #expect(refused["rejection.limit"].text == "5" && refused["outcomeId"] != nil)
            // Methods for operators only have no rate limit.
            for _ in 0..<20 { #expect(try one.call("io.deeplinkd.Monitor.Reload")["error"] == nil) }
        }
    }

    @Test func `over the rate a call without an outcome waits, and a oneway call is dropped`() throws {
        try withDaemon(table: "limit calls-per-second 20\n" + Self.table) { daemon in
            let client = try daemon.connect()
            let oneway = Self.call(
                Self.features + "SetToggle", #","oneway":true,"parameters":{"feature":"Plain","on":true}"#)
            let info = Self.call("org.varlink.service.GetInfo")
            try client.send(bytes: Array(repeatElement(info, count: 19).joined()) + oneway + oneway + oneway + info)
            for _ in 0..<20 { #expect(try client.receive()?["parameters.vendor"].text == "deeplinkd") }
            #expect(try !client.hasAnswer())
            // On a slow machine one or two of the three get through; they change nothing.
            try Patience.lookFor("a status") {
                let status = try client.call("io.deeplinkd.Monitor.Status")
                return try (1...3).contains(#require(Int(status["parameters.dropped"].text)))
            }
        }
    }

    @Test func `a call that fails with an error counts towards the rate`() throws {
        try withDaemon(table: "limit calls-per-second 1\n" + Self.table) { daemon in
            let client = try daemon.connect()
            let open = try RawClient.message(Self.dispatch + "Open", ["url": "t://say"])
            let untyped = "{\"method\":\"\(Self.dispatch)Open\",\"parameters\":{\"url\":7}}"
            for refused in [#"{"method":"no.such.Method"}"#, untyped] {
                // The second refused call waits until the rate admits it, and uses up that place.
                try client.send(refused, open)
                #expect(try client.receive()?["error"] != nil)
                #expect(try client.receive()?["parameters.outcome.code"].text == "rejected.caller.rateLimited")
            }
        }
    }

    @Test func `the rate of a new table applies at once, and a table without one has no limit`() throws {
        try withDaemon(table: "limit calls-per-second 1\n" + Self.table) { daemon in
            let client = try daemon.connect()
            func codes() throws -> Set<String> {
                Set(try (0..<5).map { _ in try client.open("t://say")["code"].text })
            }
            #expect(try codes().contains("rejected.caller.rateLimited"))
            try daemon.replaceTable(Self.table)
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(try codes() == ["ok.performed"])
        }
    }

    // MARK: Calls under way

    @Test func `a user can have 256 calls under way, and one more is refused`() throws {
        // The table takes a while to read, twice: calls that arrive during the first reading wait for the second.
        let routes = (0..<20_000).map { "    route route\($0) /r\($0) do a\n" }.joined()
        let table = "limit connections-per-user 400\n" + Self.table.dropLast() + routes + "}\n"
        try withDaemon(table: table) { daemon in
            let (more, waiting) = (try daemon.connect(), try daemon.connect())
            let clients = try (0..<256).map { _ in try daemon.connect() }
            for client in clients { try client.send(RawClient.message("io.deeplinkd.Monitor.Reload")) }
            var refused = JSONTree.null
            try Patience.lookFor("a refusal") {
                refused = try more.open("t://say")
                return refused["code"].text == "rejected.overloaded"
            }
            #expect(refused["message"].text.contains("256 of your calls"))
            // Its reply has no outcome, so the call waits until another one is answered.
            #expect(try waiting.call("org.varlink.service.GetInfo")["error"] == nil)
            for client in clients { #expect(try client.receive()?["parameters.routes"].text == "20001") }
            #expect(try more.open("t://say")["code"].text == "ok.performed")
        }
    }
}
