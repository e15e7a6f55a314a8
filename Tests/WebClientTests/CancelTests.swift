import EventLoop
import Glibc
import TestSupport
import Testing

@testable import WebClient

struct CancelTests {
    @Test func `a request that is given up has no result, before the library is there, on its way and after it`() throws
    {
        guard let server = try WebServer(for: "a request that is given up") else { return }
        let bench = try Bench()
        let results = Box(0)
        let first = try bench.client.send(server.request("/secret")) { _ in results.value += 1 }
        first.cancel()
        first.cancel()
        let second = try bench.client.send(server.request("/slow")) { _ in results.value += 1 }
        try bench.run { second.isSent && server.requests.count == 1 }
        second.cancel()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        #expect(results.value == 0 && !first.isSent && second.isSent)
        #expect(server.requests.map(\.line) == ["GET /slow HTTP/1.1", "GET /secret HTTP/1.1"])
        second.cancel()
        try bench.end()
    }

    @Test func `a request says that it leaves before its result comes, and once`() throws {
        guard let server = try WebServer(for: "a request says that it leaves") else { return }
        let bench = try Bench()
        let events = Box<[String]>([])
        for path in ["/secret", "/cut", "/secret"] {
            try bench.client.send(server.request(path), onSent: { events.value.append("sent") }) {
                events.value.append(AnswerTests.words(of: $0))
            }
            let count = events.value.count(where: { $0 != "sent" })
            try bench.run { events.value.count(where: { $0 != "sent" }) == count + 1 }
        }
        let refused = WebRequest("GET", "http://127.0.0.1:\(server.port)/")
        try bench.client.send(refused, onSent: { events.value.append("sent") }) { _ in events.value.append("refused") }
        try bench.run { events.value.last == "refused" }
        #expect(events.value == ["sent", "200 secret", "sent", "cut", "sent", "200 secret", "refused"])
        try bench.end()
    }

    @Test func `a request on a kept connection is sent at once, and says so at once`() throws {
        guard let server = try WebServer(for: "a request on a kept connection is sent at once") else { return }
        let bench = try Bench()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        let sent = Box(false)
        let call = try bench.client.send(server.request("/slow"), onSent: { sent.value = true }) { _ in }
        // The loop has not turned since, and the server has it.
        #expect(call.isSent && sent.value)
        call.cancel()
        for _ in 0..<3_000 where server.requests.count < 2 { usleep(10_000) }
        #expect(server.requests.count == 2)
        try bench.end()
    }

    @Test func `a result may send, give up and close`() throws {
        guard let server = try WebServer(for: "a result may send, give up and close") else { return }
        let bench = try Bench()
        let results = Box<[String]>([])
        let slow = try bench.client.send(server.request("/slow")) { _ in results.value.append("slow") }
        try bench.client.send(server.request("/secret")) { [client = bench.client] first in
            results.value.append(AnswerTests.words(of: first))
            slow.cancel()
            client.closeKept()
            // ignored: the test sees that there is no result.
            _ = try? client.send(server.request("/busy")) { second in
                results.value.append(AnswerTests.words(of: second))
                _ = try? client.send(server.request("/slow")) { _ in results.value.append("slow") }
                client.close()
                client.close()
            }
        }
        try bench.run { results.value.count == 2 }
        #expect(results.value == ["200 secret", "429 {}"])
        #expect(try bench.fault(of: server.request("/secret"))?.isBeforeEffect == true)
        try bench.end()
    }

    @Test func `closing ends what waits for the library, and what is under way`() throws {
        guard let server = try WebServer(for: "closing ends what waits") else { return }
        for isUnderWay in [false, true] {
            let bench = try Bench()
            let results = Box(0)
            let calls = try (0..<3).map { _ in
                try bench.client.send(server.request("/slow")) { _ in results.value += 1 }
            }
            if isUnderWay { try bench.run { calls.allSatisfy(\.isSent) } }
            try bench.end()
            for call in calls { call.cancel() }
            #expect(results.value == 0)
        }
    }
}
