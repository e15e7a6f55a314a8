import EventLoop
import TestSupport
import Testing

@testable import WebClient

struct ConnectionTests {
    @Test func `a connection is kept for the next request, and closed with the kept ones`() throws {
        guard let server = try WebServer(for: "a connection is kept") else { return }
        let bench = try Bench()
        for _ in 0..<3 { #expect(try bench.answer(to: server.request("/secret")).status == 200) }
        #expect(server.requests.map(\.connection) == [1, 1, 1])
        bench.client.closeKept()
        bench.client.closeKept()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        #expect(server.requests.map(\.connection) == [1, 1, 1, 2])
        try bench.end()
    }

    @Test func `closing the kept connections does not end a request that is under way`() throws {
        guard let server = try WebServer(for: "closing the kept connections") else { return }
        let bench = try Bench()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        var stalled = server.request("/stall")
        stalled.wholeTime = .milliseconds(500)
        let result = Box<WebClient.Result?>(nil)
        try bench.client.send(stalled, onSent: { bench.client.closeKept() }) { result.value = $0 }
        try bench.run { result.value != nil }
        #expect(result.value.map(AnswerTests.words) == "200 only this, late")
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        try bench.end()
    }

    @Test func `a kept connection that the server has closed is replaced`() throws {
        guard let server = try WebServer(for: "a kept connection that the server has closed") else { return }
        let bench = try Bench()
        for method in ["GET", "POST", "POST"] {
            #expect(try bench.answer(to: server.request("/leave", method)).body == Array("bye".utf8))
            // The server's end of the connection is closed before the next request.
            let count = server.requests.count
            try bench.run { server.requests.count == count && server.folder.text("left").count >= count }
        }
        #expect(server.requests.map(\.connection) == [1, 2, 3])
        try bench.end()
    }

    @Test func `a request that a kept connection has taken is sent once more only if that is allowed`() throws {
        guard let server = try WebServer(for: "a request that a kept connection has taken") else { return }
        let bench = try Bench()
        for method in ["GET", "PUT", "POST", "DELETE"] {
            bench.client.closeKept()
            let before = server.requests.count
            var request = server.request("/once", method)
            #expect(try bench.answer(to: request).status == 200)
            #expect(try bench.fault(of: request) == .cut)
            #expect(server.requests.count == before + 2, "\(method) was sent once more")
            #expect(try bench.answer(to: request).status == 200)
            request.mayRepeat = true
            #expect(try bench.answer(to: request).status == 200)
            #expect(server.requests.count == before + 5, "\(method) was not sent once more")
        }
        try bench.end()
    }

    @Test func `requests at once have connections of their own, and each its answer`() throws {
        guard let server = try WebServer(for: "requests at once") else { return }
        let bench = try Bench()
        let answers = Box<[Int: String]>([:])
        for number in 0..<40 {
            try bench.client.send(server.request("/echo?\(number)")) { result in
                answers.value[number] = AnswerTests.words(of: result)
            }
        }
        try bench.run { answers.value.count == 40 }
        for (number, words) in answers.value { #expect(words.contains("GET /echo?\(number) HTTP/1.1"), "\(words)") }
        #expect(answers.value.count == 40)
        try bench.end()
    }

    @Test func `requests are limited, and there is room again after their ends`() throws {
        guard let server = try WebServer(for: "requests are limited") else { return }
        let bench = try Bench()
        let count = Box(0)
        let calls = try (0..<WebClient.callLimit).map { _ in
            try bench.client.send(server.request("/slow")) { _ in count.value += 1 }
        }
        #expect(throws: WebFault.tooManyCalls(limit: WebClient.callLimit)) {
            try bench.client.send(server.request("/slow")) { _ in count.value += 1 }
        }
        try bench.run { calls.prefix(100).allSatisfy(\.isSent) }
        for call in calls { call.cancel() }
        #expect(count.value == 0)
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        try bench.end()
    }
}
