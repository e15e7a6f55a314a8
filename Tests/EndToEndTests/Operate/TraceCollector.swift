import Foundation
import Glibc
import TestSupport

/// A collector of traces on a socket, in Python: it reads what is sent by OpenTelemetry's own classes, and notes it.
final class TraceCollector {
    /// One span, as the classes have read it.
    struct Span {
        let tree: JSONTree

        var name: String { tree["name"]?.text ?? "" }
        var trace: String { tree["trace"]?.text ?? "" }
        var id: String { tree["id"]?.text ?? "" }
        var parent: String { tree["parent"]?.text ?? "" }
        var kind: String { tree["kind"]?.text ?? "" }
        var isFailure: Bool { tree["status"]?.text == "STATUS_CODE_ERROR" }
        var start: Int64 { Int64(tree["start"]?.text ?? "") ?? 0 }
        var end: Int64 { Int64(tree["end"]?.text ?? "") ?? 0 }
        /// An attribute, whose name has dots.
        subscript(attribute: String) -> String? {
            if case .object(let attributes)? = tree["attributes"] { attributes[attribute]?.text } else { nil }
        }
    }

    let socket: String
    private let interpreter: String
    private let folder: TemporaryFolder
    private var program: Program?

    /// - Parameter conduct: what it answers: see the script.
    init?(in folder: TemporaryFolder, conduct: String = "ok") throws {
        guard let interpreter = PythonEnvironment.traces else { return nil }
        (self.folder, self.interpreter, socket) = (folder, interpreter, folder.path(of: "collector"))
        try folder.write("conduct", conduct)
    }

    /// Begins to take requests.
    func start() throws {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        program = try Program(
            interpreter, ["-c", Self.script, socket, folder.path(of: "spans"), folder.path(of: "conduct")],
            environment: [:], descriptors: [null, null, 2])
        try Patience.lookFor("the collector") { (try? RawClient(socket)) != nil }
    }

    func stop() { program?.kill() }

    /// The requests so far: the texts of their bodies, what was read of them, and their headers.
    var requests: [JSONTree] { folder.notes("spans") }

    /// The spans of all requests.
    var spans: [Span] { requests.flatMap { $0["spans"]?.elements ?? [] }.map { Span(tree: $0) } }

    /// Waits for the span of a name in a trace.
    func await(_ name: String, in trace: String) throws -> Span {
        var found: Span?
        try Patience.lookFor("the span \(name) of \(trace)") {
            found = spans.first { $0.name == name && $0.trace == trace }
            return found != nil
        }
        guard let found else { throw TestFailure("no span") }
        return found
    }

    /// What is answered: `ok`; `STATUS` or `STATUS once`; `garbage`; `reject N`; `slow`.
    private static let script = #"""
        import base64, json, os, socketserver, sys, threading, time
        from http.server import BaseHTTPRequestHandler
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
        from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
        lock, count = threading.Lock(), [0]
        class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
            daemon_threads = True
            def handle_error(self, *_): pass
        # In JSON an id is hex, which the classes read as Base64: to write it so again gives the text.
        text = lambda data: base64.b64encode(data).decode()
        values = lambda list: {a.key: a.value.string_value for a in list}
        def read(body):
            request = json_format.Parse(body, ExportTraceServiceRequest())
            return [dict(name=s.name, kind=Span.SpanKind.Name(s.kind), trace=text(s.trace_id), id=text(s.span_id),
                parent=text(s.parent_span_id), start=str(s.start_time_unix_nano), end=str(s.end_time_unix_nano),
                status=Status.StatusCode.Name(s.status.code), attributes=values(s.attributes),
                resource=values(r.resource.attributes), scope=c.scope.name)
                for r in request.resource_spans for c in r.scope_spans for s in c.spans]
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def address_string(self): return "unix"
            def do_GET(self): self.any(None)
            def do_POST(self): self.any(self.rfile.read(int(self.headers["Content-Length"])).decode())
            def any(self, body):
                note = dict(path=self.path, body=body, headers={k.lower(): v for k, v in self.headers.items()})
                try:
                    if body is not None: note["spans"] = read(body)
                except Exception as error: note["error"] = str(error)
                with lock:
                    if body is not None: count[0] += 1
                    number = count[0]
                    with open(sys.argv[2], "a") as notes: notes.write(json.dumps(note) + "\n")
                words = open(sys.argv[3]).read().split() if body is not None else ["ok"]
                answer, status = b"{}", 200
                if words[0] == "slow": time.sleep(600)
                if words[0] == "garbage":
                    self.close_connection = True
                    return self.wfile.write(b"220 smtp.example ESMTP\r\n\r\n")
                if words[0] == "reject": answer = json.dumps(dict(partialSuccess=dict(rejectedSpans=words[1]))).encode()
                if words[0].isdigit() and not (words[1:] == ["once"] and number > 1): status = int(words[0])
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                if status in (429, 503): self.send_header("Retry-After", "1")
                self.end_headers()
                self.wfile.write(answer)
        if os.path.exists(sys.argv[1]): os.unlink(sys.argv[1])
        with Server(sys.argv[1], Handler) as server: server.serve_forever()
        """#
}
