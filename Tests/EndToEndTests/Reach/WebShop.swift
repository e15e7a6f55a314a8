import Foundation
import Glibc
import TestSupport

/// An HTTP service on a socket, in Python: the path of a request says what becomes of it, and each request is noted.
final class WebShop {
    private static let interpreter = "/usr/bin/python3"

    let socket: String
    private let notes: String
    private let folder: TemporaryFolder
    private var program: Program

    /// Starts it; nil, with the reason printed, where there is no Python.
    init?(in folder: TemporaryFolder, for test: String) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.interpreter) else {
            print("skipped: \(test): needs python3")
            return nil
        }
        self.folder = folder
        (socket, notes) = (folder.path(of: "shop.sock"), "shop.notes")
        program = try Self.start(socket, folder.path(of: notes))
    }

    private static func start(_ socket: String, _ notes: String) throws -> Program {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let program = try Program(
            interpreter, ["-c", script, socket, notes], environment: [:], descriptors: [null, null, 2])
        try Patience.lookFor("the service") { (try? RawClient(socket)) != nil }
        return program
    }

    /// The requests so far, each with its method, path, headers and body.
    var requests: [JSONTree] { folder.notes(notes) }

    func awaitRequests(_ count: Int) throws -> [JSONTree] {
        try Patience.lookFor("request \(count)") { requests.count >= count }
        return requests
    }

    func stop() { program.kill() }

    /// Starts it again, after `stop`.
    func restart() throws {
        try FileManager.default.removeItem(atPath: socket)
        program = try Self.start(socket, folder.path(of: notes))
    }

    /// Lets requests of the path `held` wait, or lets them go on.
    func hold(_ isHeld: Bool) throws {
        let file = notes + ".hold"
        guard isHeld else { return try FileManager.default.removeItem(atPath: folder.path(of: file)) }
        try folder.write(file, "")
    }

    /// Runs a test with the service and a daemon; no test without Python.
    ///
    /// - Parameter table: the lines of the action `call`, with the socket as `SHOP`; it has the inputs `path` and `text`.
    static func with(
        _ test: String, _ lines: String, state: Bool = false, environment: [String: String] = [:],
        _ body: (RunningDaemon, WebShop) throws -> Void
    ) throws {
        try withFolder { folder in
            guard let shop = try WebShop(in: folder, for: test) else { return }
            defer { shop.stop() }
            let table = """
                scheme t
                feature Shop {
                    action call {
                        input path **
                        input text string = x
                \(lines.replacing("SHOP", with: "unix:" + shop.socket).split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
                    }
                    route call /$(path:**) do call {
                        query text?
                    }
                }
                """
            try withDaemon(
                table: table, stateDirectory: state ? try folder.makeFolder("state") : nil, environment: environment
            ) { try body($0, shop) }
        }
    }

    private static let script = #"""
        import gzip, json, os, socketserver, sys, threading, time, urllib.parse
        from http.server import BaseHTTPRequestHandler
        lock, counts = threading.Lock(), {}
        class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
            daemon_threads = True
            request_queue_size = 128
            def handle_error(self, *_): pass
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def address_string(self): return "unix"
            def answer(self, status, body=b"", kind="application/json", **headers):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items(): self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD": self.wfile.write(body)
            def any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                with lock:
                    number = counts[self.path] = counts.get(self.path, 0) + 1
                    with open(sys.argv[2], "a") as notes:
                        headers = {k.lower(): v for k, v in self.headers.items()}
                        notes.write(json.dumps(dict(method=self.command, path=self.path, headers=headers, body=body)) + "\n")
                    with open(sys.argv[2]) as notes: count = len(list(notes))
                words = self.path.split("?")[0].split("/")[1:]
                ok = json.dumps(dict(title="Dune", position=7, secret="x")).encode()
                problem = json.dumps(dict(type="about:blank", title="No stock", detail="7 is sold\nout")).encode()
                kind = words[0]
                if kind == "ok": self.answer(200, ok)
                elif kind == "status": self.answer(int(words[1]), problem, "application/problem+json; charset=utf-8")
                elif kind == "later": self.answer(int(words[1]), Retry_After=words[2])
                elif kind == "turns":
                    if number > int(words[2]): self.answer(200, ok)
                    elif words[1] == "cut": self.close_connection = True
                    else: self.answer(int(words[1]), Retry_After="0")
                elif kind == "then":
                    self.close_connection = True
                    if number > 1: self.answer(int(words[1]))
                elif kind == "redirect": self.answer(int(words[1]), Location="http://127.0.0.1:9/x")
                elif kind == "away":
                    self.answer(int(words[1]), Location=urllib.parse.unquote(self.path.split("text=")[1]))
                elif kind == "text": self.answer(200, b"{\"title\": ", "text/plain")
                elif kind == "typed": self.answer(200, b"{\"title\": 7}")
                elif kind == "list": self.answer(200, b"[]")
                elif kind == "huge": self.answer(200, b" " * 70000 + ok)
                elif kind == "bomb": self.answer(200, gzip.compress(b" " * 50000000), Content_Encoding="gzip")
                elif kind == "header": self.answer(200, ok, X_Long="x" * 60000)
                elif kind == "cut": self.close_connection = True
                elif kind == "garbage":
                    self.close_connection = True
                    self.wfile.write(b"220 smtp.example ESMTP\r\n\r\n")
                elif kind == "half":
                    self.close_connection = True
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"title\":")
                elif kind == "chunked":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    for piece in (ok[:5], ok[5:], b""):
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                elif kind == "endless":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    while True: self.wfile.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
                elif kind == "slow": time.sleep(600)
                elif kind == "held":
                    while os.path.exists(sys.argv[2] + ".hold"): time.sleep(0.01)
                    self.answer(200, json.dumps(dict(title=f"answer {count}")).encode())
            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = any
        with Server(sys.argv[1], Handler) as server:
            server.serve_forever()
        """#
}
