import Foundation
import Glibc
import TestSupport
import Testing

@testable import WebClient

/// A server in Python on a Unix socket and on ports of the loopback, which misbehaves as its path says; it lives as long as the
/// object.
final class WebServer {
    /// One request that has arrived whole.
    struct Request: Decodable, Equatable {
        /// Of the connection, and of the request on it, from 1.
        let connection: Int
        let number: Int
        let line: String
        /// By their names in small letters.
        let headers: [String: String]
        /// Its beginning.
        let body: String
        /// *Shape*: SHA-256 of the whole body, in hexadecimal digits.
        let digest: String
    }

    private static let interpreter = "/usr/bin/python3"

    let folder: Folder
    private let program: ChildProgram
    private let ports: [String]

    /// Starts a server; nil, with the reason printed, where that is not possible.
    init?(for test: String) throws {
        guard hasLibrary(for: test) else { return nil }
        guard FileManager.default.isExecutableFile(atPath: Self.interpreter),
            FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
        else {
            print("skipped: \(test): Python or OpenSSL's command is not installed (Debian: python3 openssl)")
            return nil
        }
        folder = try Folder()
        try put(Self.script, at: folder.path + "/server.py")
        let made = try ChildProgram.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.path + "/key.pem",
                "-out", folder.path + "/certificate.pem",
            ])
        try #require(made.exit == .code(0), "\(made.errors)")
        program = try ChildProgram(Self.interpreter, [folder.path + "/server.py", folder.path])
        try #require(folder.waits(for: "ports"), "the server does not start")
        ports = folder.text("ports").split(separator: " ").map(String.init)
    }

    var socketPath: String { folder.path + "/socket" }
    var port: String { ports[0] }
    var tlsPort: String { ports[1] }

    /// A request over the Unix socket.
    func request(_ path: String, _ method: String = "GET") -> WebRequest {
        WebRequest(method, "http://localhost" + path, socketPath: socketPath)
    }

    /// A request over TCP, by a literal address unless a host is given, which the test's table would have written.
    func remote(_ path: String, host: String = "127.0.0.1") -> WebRequest {
        var request = WebRequest("GET", "http://\(host):\(port)\(path)")
        request.allowsPrivateAddresses = true
        return request
    }

    /// What has arrived.
    var requests: [Request] {
        let lines = folder.text("log").split(separator: "\n")
        return lines.compactMap { try? JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// *Units*: connections that were accepted on any of its sockets.
    var connectionCount: Int { folder.text("accepted").count }

    /// Ends it at once.
    func kill() { program.kill() }
}
