import Testing

@testable import WebClient

struct AnswerTests {
    /// The results of requests for a path.
    private static let rows: [(path: String, result: String)] = [
        ("/secret", "200 secret"),
        ("/busy", "429 {}"),
        ("/empty", "204 "),
        ("/interim", "200 late"),
        ("/chunked", "200 in two parts"),
        ("/until-end", "200 until the end"),
        ("/leave", "200 bye"),
        // After the header the status is known, and why there is no more.
        ("/half", "200 only this, cut"),
        ("/bad-chunk", "200 , cut"),
        ("/stall", "200 only this, late"),
        ("/endless", "200 \(String(repeating: "x", count: 99)), long body"),
        ("/long-trailer", "200 body, long header"),
        ("/bomb", "200 , unreadable"),
        // Before it is whole nothing is known.
        ("/slow", "late"),
        ("/cut", "cut"),
        ("/reset", "cut"),
        ("/half-header", "cut"),
        ("/long-header", "long header"),
        ("/long-line", "long header"),
        ("/interim-flood", "long header"),
        ("/garbage", "unreadable"),
        ("/huge-length", "unreadable"),
        ("/negative-length", "unreadable"),
    ]

    @Test func `an answer is bounded, and none that breaks the rules counts as whole`() throws {
        guard let server = try WebServer(for: "an answer is bounded") else { return }
        let bench = try Bench()
        for row in Self.rows {
            for var request in [server.request(row.path), server.remote(row.path)] {
                // Only what waits for the end of its time needs a short one.
                request.wholeTime = ["/slow", "/stall"].contains(row.path) ? .milliseconds(300) : .seconds(30)
                // A connection that the server is about to close may be kept for a moment, and cut the next request.
                bench.client.closeKept()
                let result = try bench.result(of: request)
                #expect(Self.words(of: result) == row.result, "\(row.path)")
                if case .failure(let fault) = result { #expect(!fault.isBeforeEffect) }
            }
        }
        try bench.end()
    }

    static func words(of result: WebClient.Result) -> String {
        switch result {
        case .failure(let fault): words(of: fault)
        case .success(let answer):
            "\(answer.status) " + String(decoding: answer.body.prefix(99), as: UTF8.self)
                + (answer.bodyFault.map { ", " + words(of: $0) } ?? "")
        }
    }

    private static func words(of fault: WebFault) -> String {
        switch fault {
        case .late(wasSent: true): "late"
        case .cut: "cut"
        case .tooLong(let part, _): "long \(part.rawValue)"
        case .unreadable: "unreadable"
        default: "\(fault)"
        }
    }

    @Test func `the headers are those of the answer, and not those of interim ones and trailers`() throws {
        guard let server = try WebServer(for: "the headers are those of the answer") else { return }
        let bench = try Bench()
        let echo = try bench.answer(to: server.request("/echo"))
        #expect(echo.contentType == "application/json" && echo.headers["x-SHOP"] == "yes")
        #expect(echo.headers["x-none"] == nil && echo.headers["HTTP/1.1 200 OK"] == nil)
        for path in ["/interim", "/chunked"] {
            #expect(try bench.answer(to: server.request(path)).contentType == "text/plain")
        }
        let busy = try bench.answer(to: server.request("/busy"))
        #expect(busy.retryAfter(nowSeconds: 0) == .seconds(7))
        #expect(echo.retryAfter(nowSeconds: 0) == nil)
        try bench.end()
    }

    @Test func `an answer of as many bytes as allowed is whole, and one byte more is too long`() throws {
        guard let server = try WebServer(for: "an answer of as many bytes as allowed") else { return }
        let bench = try Bench()
        var request = server.request("/secret")
        request.bodyLimit = 6
        // `HTTP/1.1 200 OK`, `Content-Length: 6` and an empty line.
        request.headerLimit = 17 + 19 + 2
        #expect(Self.words(of: try bench.result(of: request)) == "200 secret")
        request.bodyLimit = 5
        #expect(Self.words(of: try bench.result(of: request)) == "200 , long body")
        request.headerLimit -= 1
        #expect(Self.words(of: try bench.result(of: request)) == "long header")
        (request.headerLimit, request.bodyLimit) = (-1, -1)
        #expect(Self.words(of: try bench.result(of: request)) == "long header")
        try bench.end()
    }

    @Test func `an odd answer has a result, and no more memory than its limit`() throws {
        guard let server = try WebServer(for: "an odd answer has a result") else { return }
        let bench = try Bench()
        for path in ["/transfer-bomb", "/switch", "/two-lengths"] {
            guard case .success(let answer) = try bench.result(of: server.request(path)) else { continue }
            #expect(answer.body.count <= 64 << 10)
        }
        try bench.end()
    }

    @Test func `a redirect is an answer, and is not followed`() throws {
        guard let server = try WebServer(for: "a redirect is an answer") else { return }
        let bench = try Bench()
        let answer = try bench.answer(to: server.remote("/redirect?\(server.port)"))
        #expect(answer.status == 302 && answer.headers["location"] == "http://127.0.0.1:\(server.port)/secret")
        #expect(server.requests.count == 1)
        try bench.end()
    }

    @Test func `bytes of a header that are no text are no header, and trap nothing`() {
        let headers = WebHeaders(
            Array("A\r\n:x\r\n: \r\nB:\r\nC: \u{FF}\r\nD:\t1 \t\r\nD: 2".utf8) + [0xFF, 0x0A, 0x0A])
        #expect(headers["a"] == nil && headers["B"] == "" && headers[""] == "x" && headers["d"] == "1")
        #expect(WebHeaders([0x0A, 0x3A, 0x0D])[""] == "")
        #expect(WebHeaders()["a"] == nil)
    }
}
