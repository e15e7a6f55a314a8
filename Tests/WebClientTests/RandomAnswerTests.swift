import Foundation
import TestSupport
import Testing

@testable import WebClient

/// Answers of random bytes, by way of libcurl and past it.
struct RandomAnswerTests {
    private static let parts = [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.0 500 \r\n", "HTTP/1.1 ",
        "Content-Length: 3\r\n",
        "Content-Length: -3\r\n", "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n", "Retry-After: 9\r\n",
        "Content-Type: a/b; c\r\n", "Location: http://127.0.0.1/\r\n", "\r\n", "\n", "\r", ":", "0\r\n\r\n",
        "3\r\nabc\r\n", "abc",
    ].map { Array($0.utf8) }

    private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
            Bool.random(using: &random)
                ? parts.randomElement(using: &random) ?? []
                : (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    @Test func `random bytes of a server are an answer or a fault, and the next request is served`() throws {
        guard let server = try WebServer(for: "random bytes of a server") else { return }
        let bench = try Bench()
        var random = SeededGenerator(for: "answers of random bytes")
        for _ in 0..<300 {
            var request = server.request("/bytes", "POST")
            request.body = Self.bytes(&random)
            // Bytes that begin an answer and do not end it are ended by the server.
            let result = try bench.result(of: request)
            guard case .failure(let fault) = result else { continue }
            #expect(!fault.isBeforeEffect, "\(fault)")
        }
        // The server may be about to close a connection that is kept.
        bench.client.closeKept()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        try bench.end()
    }

    @Test func `random bytes of a header trap nothing`() {
        var random = SeededGenerator(for: "headers of random bytes")
        for _ in 0..<2_000 {
            let answer = WebAnswer(200, WebHeaders(Self.bytes(&random)), [], nil)
            _ = (answer.contentType, answer.retryAfter(nowSeconds: .max), answer.headers[""])
            let text = String(decoding: Self.bytes(&random), as: UTF8.self)
            #expect(RetryAfter.time(text, nowSeconds: .min).map { $0 >= .zero } ?? true)
        }
    }
}
