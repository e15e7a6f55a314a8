import Testing

@testable import WebClient

struct RequestTests {
    @Test func `a request has its method, and says how long a body is that its method may have`() throws {
        guard let server = try WebServer(for: "a request has its method") else { return }
        let bench = try Bench()
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
            let path = method == "HEAD" ? "/head" : "/echo?a=%20b"
            let answer = try bench.answer(to: server.request(path, method))
            #expect(answer.status == 200 && answer.bodyFault == nil)
            #expect(answer.body.isEmpty == (method == "HEAD"))
            let request = try #require(server.requests.last)
            #expect(request.line == "\(method) \(path) HTTP/1.1" && request.body.isEmpty)
            let length = ["POST", "PUT", "PATCH"].contains(method) ? "0" : nil
            #expect(request.headers["content-length"] == length)
        }
        try bench.end()
    }

    @Test func `a body arrives byte for byte, also a long one, and of no type unless one is given`() throws {
        guard let server = try WebServer(for: "a body arrives byte for byte") else { return }
        let bench = try Bench()
        let bodies: [(bytes: [UInt8], digest: String)] = [
            ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ([0, 13, 10, 255], "d0585d080e1306012af277c93878dfdff7c00b3e8602893d8361bbcc6e8a791c"),
            (
                [UInt8](repeating: 7, count: 3 << 20),
                "fadc8b76fb9e2447c118e8b612cb1280904241214f6b9b5b7010f445bcc3d10b"
            ),
        ]
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        for (method, body) in methods.flatMap({ method in bodies.map { (method, $0) } }) {
            var request = server.request("/secret", method)
            request.body = body.bytes
            #expect(try bench.answer(to: request).status == 200)
            let arrived = try #require(server.requests.last)
            #expect(arrived.digest == body.digest)
            #expect(arrived.headers["content-type"] == nil && arrived.headers["expect"] == nil)
            request.headers = [("Content-Type", "application/json")]
            #expect(try bench.answer(to: request).status == 200)
            #expect(server.requests.last?.headers["content-type"] == "application/json")
        }
        try bench.end()
    }

    @Test func `a request has the given headers, also empty ones, and none that tells of the machine`() throws {
        guard let server = try WebServer(for: "a request has the given headers") else { return }
        let bench = try Bench()
        var request = server.request("/cookie")
        request.headers = [("X-One", "a: b"), ("X-Empty", ""), ("Accept", "text/plain"), ("X-Two", "ü\t2")]
        for _ in 0..<2 { #expect(try bench.answer(to: request).status == 200) }
        // The second one has no cookie of the first one's answer.
        let found = try #require(server.requests.last?.headers)
        #expect(
            found == [
                "host": "localhost", "x-one": "a: b", "x-empty": "", "accept": "text/plain", "x-two": "Ã¼\t2",
            ])
        try bench.end()
    }

    @Test func `a path is sent as it was written`() throws {
        guard let server = try WebServer(for: "a path is sent as it was written") else { return }
        let bench = try Bench()
        let path = "/a/../b/./%2e%2e/%00/;x=1?q=%26&&=#no"
        #expect(try bench.answer(to: server.request(path)).status == 200)
        #expect(server.requests.last?.line == "GET /a/../b/./%2e%2e/%00/;x=1?q=%26&&= HTTP/1.1")
        try bench.end()
    }

    @Test(
        "what breaks the rules of HTTP is not sent",
        arguments: [
            ("GET", "http://localhost/\r\nX: 1", [], nil as [UInt8]?), ("GET", "http://localhost/ü", [], nil),
            ("GET", "http://localhost/a b", [], nil), ("GET", "file:///etc/passwd", [], nil),
            ("GET", "ftp://localhost/", [], nil), ("GET", "HTTP://localhost/", [], nil), ("GET", "localhost/", [], nil),
            ("GET", "http://localhost/\0", [], nil), ("GET ", "http://localhost/", [], nil),
            ("get", "http://localhost/", [], nil), ("", "http://localhost/", [], nil),
            ("GET", "http://localhost/", [("X", "a\r\nY: b")], nil), ("GET", "http://localhost/", [("X", "a\0b")], nil),
            ("GET", "http://localhost/", [("X\r\nY", "b")], nil), ("GET", "http://localhost/", [("X Y", "b")], nil),
            ("GET", "http://localhost/", [("", "b")], nil), ("GET", "http://localhost/", [("X:", "b")], nil),
            ("GET", "http://localhost/", [("Content-Length", "5")], nil),
            ("GET", "http://localhost/", [("transfer-encoding", "chunked")], nil),
            ("GET", "http://localhost/", [("Connection", "close")], nil), ("HEAD", "http://localhost/", [], [1]),
        ] as [(String, String, [(String, String)], [UInt8]?)])
    func refuses(method: String, url: String, headers: [(String, String)], body: [UInt8]?) throws {
        let bench = try Bench()
        let request = WebRequest(method, url, headers: headers.map { (name: $0, value: $1) }, body: body)
        guard case .unsendable? = try bench.fault(of: request) else {
            fail("\(method) \(url) \(headers) was sent"); return
        }
        try bench.end()
    }

    @Test(
        "what libcurl refuses of a URL is not sent",
        arguments: [
            "http://", "http://localhost:99999/", "http://user:word@localhost/", "http://[::1/", "http://a%zzb/",
        ])
    func refusesURL(url: String) throws {
        guard hasLibrary(for: "what libcurl refuses of a URL") else { return }
        let bench = try Bench()
        let fault = try bench.fault(of: WebRequest("GET", url))
        #expect(fault?.isBeforeEffect == true, "\(url): \(String(describing: fault))")
        try bench.end()
    }
}
