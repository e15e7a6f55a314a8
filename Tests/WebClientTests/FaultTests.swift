import Foundation
import Glibc
import TestSupport
import Testing

@testable import WebClient

struct FaultTests {
    @Test func `a server that is not there takes nothing`() throws {
        guard hasLibrary(for: "a server that is not there") else { return }
        let (bench, folder) = (try Bench(), try Folder())
        var request = WebRequest("POST", "http://localhost/", socketPath: folder.path + "/none")
        #expect(try bench.fault(of: request) == .unreachable(code: "ENOENT"))
        // A file that is no socket refuses connections as one does whose server is gone.
        try put("", at: folder.path + "/file")
        request.socketPath = folder.path + "/file"
        #expect(try bench.fault(of: request) == .unreachable(code: "ECONNREFUSED"))
        request = WebRequest("POST", "http://127.0.0.1:1/")
        request.allowsPrivateAddresses = true
        #expect(try bench.fault(of: request) == .unreachable(code: "ECONNREFUSED"))
        try bench.end()
    }

    @Test func `a service whose line of connections is full takes nothing`() throws {
        guard hasLibrary(for: "a service whose line of connections is full") else { return }
        let (bench, folder) = (try Bench(), try Folder())
        let listener = try FullListener(at: folder.path + "/socket")
        var request = WebRequest("POST", "http://localhost/", socketPath: folder.path + "/socket")
        request.connectTime = .seconds(2)
        let fault = try bench.fault(of: request)
        #expect(fault?.isBeforeEffect == true, "\(String(describing: fault))")
        withExtendedLifetime(listener) {}
        try bench.end()
    }

    @Test func `a name without an address takes nothing`() throws {
        guard hasLibrary(for: "a name without an address") else { return }
        let bench = try Bench()
        // RFC 6761: the name has never an address; without a network there is no answer at all.
        var request = WebRequest("POST", "http://shop.invalid/")
        request.connectTime = .seconds(20)
        let fault = try bench.fault(of: request)
        #expect([.unresolved, .late(wasSent: false)].contains(fault), "\(String(describing: fault))")
        try bench.end()
    }

    @Test func `a certificate that no authority has signed is refused before the request`() throws {
        guard let server = try WebServer(for: "a certificate that no authority has signed") else { return }
        let bench = try Bench()
        var request = WebRequest("POST", "https://localhost:\(server.tlsPort)/secret")
        request.allowsPrivateAddresses = true
        let refused = try bench.fault(of: request)
        guard case .untrusted = refused else { fail("\(String(describing: refused))"); return }
        #expect(refused?.isBeforeEffect == true && server.requests.isEmpty)
        request.authorityFile = server.folder.path + "/certificate.pem"
        let answer = try bench.answer(to: request)
        #expect(answer.status == 200 && answer.body == Array("secret".utf8))
        // The certificate is that of a name, and not of the address.
        request.url = "https://127.0.0.1:\(server.tlsPort)/secret"
        guard case .untrusted? = try bench.fault(of: request) else { fail("another name was trusted"); return }
        #expect(server.requests.count == 1)
        try bench.end()
    }

    @Test func `a server that does not speak TLS gets no request`() throws {
        guard let server = try WebServer(for: "a server that does not speak TLS") else { return }
        let bench = try Bench()
        var request = WebRequest("POST", "https://127.0.0.1:\(server.port)/secret")
        (request.allowsPrivateAddresses, request.connectTime) = (true, .seconds(2))
        let fault = try bench.fault(of: request)
        #expect(fault?.isBeforeEffect == true && server.requests.isEmpty, "\(String(describing: fault))")
        try bench.end()
    }

    @Test func `a server that accepts and never answers TLS is left after the time for connecting`() throws {
        guard hasLibrary(for: "a server that never answers TLS") else { return }
        let bench = try Bench()
        let silent = try SilentListener()
        var request = WebRequest("POST", "https://127.0.0.1:\(silent.port)/")
        (request.allowsPrivateAddresses, request.connectTime) = (true, .milliseconds(200))
        #expect(try bench.fault(of: request) == .late(wasSent: false))
        // Without TLS the request has left.
        request.url = "http://127.0.0.1:\(silent.port)/"
        request.wholeTime = .milliseconds(200)
        #expect(try bench.fault(of: request) == .late(wasSent: true))
        try bench.end()
    }

    @Test func `a request without time for the library has not left`() throws {
        let bench = try Bench()
        var request = WebRequest("POST", "http://localhost/", socketPath: "/none")
        request.wholeTime = .zero
        let fault = try bench.fault(of: request)
        #expect(fault?.isBeforeEffect == true)
        try bench.end()
    }

    @Test func `each fault is one sentence's end, and says whether something may have left`() {
        let before: [WebFault] = [
            .notInstalled("x"), .unsendable("x"), .tooManyCalls(limit: 1), .unresolved, .addressRefused("::1"),
            .unreachable(code: nil), .unreachable(code: "ENOENT"), .untrusted("x"), .late(wasSent: false),
        ]
        let after: [WebFault] = [.late(wasSent: true), .cut, .unreadable("x"), .tooLong(.body, limit: 1)]
        for fault in before + after {
            #expect(!"\(fault)".isEmpty && !"\(fault)".hasSuffix("."))
            #expect(fault.isBeforeEffect == before.contains(fault))
        }
    }
}

/// A Unix socket that accepts no connection any more.
final class FullListener {
    private var descriptors: [Int32] = []

    init(at path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        for each in 0..<3 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
            descriptors.append(descriptor)
            try unsafe withUnsafePointer(to: &address) { address in
                try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    if each == 0 {
                        try #require(unsafe bind(descriptor, address, size) == 0)
                        try #require(listen(descriptor, 0) == 0)
                    } else {
                        // The last one is refused.
                        unsafe _ = connect(descriptor, address, size)
                    }
                }
            }
        }
    }

    deinit { for each in descriptors { close(each) } }
}

/// A port that accepts connections, by the system, and reads nothing.
final class SilentListener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listening, size) = (descriptor, length)
        try unsafe withUnsafeMutablePointer(to: &address) { address in
            try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try #require(unsafe bind(listening, address, size) == 0)
                try #require(listen(listening, 8) == 0)
                try #require(unsafe getsockname(listening, address, &length) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
