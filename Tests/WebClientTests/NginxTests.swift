import EventLoop
import Foundation
import TestSupport
import Testing

@testable import WebClient

/// nginx as a process of the test's own, with its files in a folder of its own.
final class Nginx {
    private static let program = "/usr/sbin/nginx"

    let folder: Folder
    private let process: ChildProgram

    /// Starts it on a Unix socket; nil, with the reason printed, where that is not possible.
    init?(for test: String) throws {
        guard hasLibrary(for: test) else { return nil }
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            print("skipped: \(test): nginx is not installed (Debian: nginx-light)")
            return nil
        }
        folder = try Folder()
        let path = folder.path
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
        try put(String(repeating: "text ", count: 2_000), at: path + "/long.txt")
        try put(
            """
            daemon off; master_process off; pid \(path)/pid; error_log \(path)/error.log;
            events { worker_connections 64; }
            http {
                access_log \(path)/access.log; \(temporary.joined(separator: " "))
                gzip on; gzip_types *; gzip_min_length 1; keepalive_requests 3;
                server {
                    listen unix:\(path)/socket; root \(path); client_max_body_size 10; default_type text/plain;
                    location = /busy { add_header Retry-After 7 always; return 429 "later"; }
                    location = /away { return 302 http://127.0.0.1:1/; }
                    location = /method { return 200 $request_method; }
                }
            }
            """, at: path + "/nginx.conf")
        process = try ChildProgram(Self.program, ["-p", path, "-c", path + "/nginx.conf", "-e", path + "/error.log"])
        try #require(folder.waits(for: "pid"), "nginx does not start: \(folder.text("error.log"))")
    }

    func request(_ path: String, _ method: String = "GET") -> WebRequest {
        WebRequest(method, "http://localhost" + path, socketPath: folder.path + "/socket")
    }

    func kill() { process.kill() }
}

struct NginxTests {
    @Test func `nginx's answers are read`() throws {
        guard let nginx = try Nginx(for: "nginx's answers are read") else { return }
        let bench = try Bench()
        let long = try bench.answer(to: nginx.request("/long.txt"))
        #expect(long.status == 200 && long.body.count == 10_000 && long.contentType == "text/plain")
        #expect(try bench.answer(to: nginx.request("/none")).status == 404)
        let busy = try bench.answer(to: nginx.request("/busy"))
        #expect(busy.status == 429 && busy.retryAfter(nowSeconds: 0) == .seconds(7))
        let away = try bench.answer(to: nginx.request("/away"))
        #expect(away.status == 302 && away.headers["Location"] == "http://127.0.0.1:1/")
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let answer = try bench.answer(to: nginx.request("/method", method))
            #expect(answer.status == 200 && answer.body == Array(method.utf8))
        }
        #expect(try bench.answer(to: nginx.request("/long.txt", "HEAD")).body.isEmpty)
        var large = nginx.request("/method", "POST")
        large.body = [UInt8](repeating: 1, count: 11)
        #expect(try bench.answer(to: large).status == 413)
        try bench.end()
    }

    @Test func `a body that nginx compresses, because the request asks for it, is not read`() throws {
        guard let nginx = try Nginx(for: "a body that nginx compresses") else { return }
        let bench = try Bench()
        var request = nginx.request("/long.txt")
        request.headers = [("Accept-Encoding", "gzip")]
        let answer = try bench.answer(to: request)
        guard case .unreadable? = answer.bodyFault else { fail("\(answer)"); return }
        #expect(answer.status == 200 && answer.body.isEmpty)
        try bench.end()
    }

    @Test func `after its end nginx is a server that is not there, also for a kept connection`() throws {
        guard let nginx = try Nginx(for: "nginx's end") else { return }
        let bench = try Bench()
        #expect(try bench.answer(to: nginx.request("/method")).status == 200)
        nginx.kill()
        #expect(try bench.fault(of: nginx.request("/method")) == .unreachable(code: "ECONNREFUSED"))
        try bench.end()
    }
}
