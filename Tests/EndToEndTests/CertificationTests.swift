import Foundation
import Glibc
import Testing

/// The project's Varlink code against that of Python and Go, with `org.varlink.certification`: a service that compares
/// whole calls, and a client that returns what it was given.
@Suite struct CertificationTests {
    /// The implementation at the other end.
    enum Peer: String, CaseIterable {
        case ours, python, go

        /// Its program with the arguments for one end; nil if it is not installed, with the reason printed.
        func command(isClient: Bool, _ socket: String) -> [String]? {
            switch self {
            case .ours:
                let service = ["serve", socket, Products.package + "/Package.swift"]
                return [CertificationTests.probe] + (isClient ? ["call", socket] : service)
            case .python:
                return PythonEnvironment.interpreter.map {
                    [$0, "-m", "varlink.tests.test_certification", "--varlink=unix:" + socket]
                        + (isClient ? ["--client"] : [])
                }
            case .go:
                return CertificationTests.goProgram.map {
                    [$0, "-varlink", "unix:" + socket] + (isClient ? ["-client"] : [])
                }
            }
        }

        /// What its client prints at the end.
        var success: String { self == .go ? "End: 'true'" : "Certification passed" }

        /// What its client prints if the service refuses `Test05`; Go's ends with status 0 all the same.
        var failure: String { self == .go ? "Test05() failed" : "CertificationError" }
    }

    private static let probe = Products.folder + "/CertificationProbe"

    /// From Debian's package varlink-go, 2 MB without dependencies.
    private static let goProgram =
        HostPrograms.paths(of: ["varlink-go-certification"], for: "Varlink certification against Go")?.first

    @Test(arguments: Peer.allCases)
    func `our service certifies every client, and refuses one that does not carry what it wants`(_ peer: Peer) throws {
        for isWrong in [false, true] {
            try withFolder { folder in
                let socket = folder.path(of: "socket")
                guard let client = peer.command(isClient: true, socket) else { return }
                let mode = isWrong ? ["wrong"] : []
                try withService([Self.probe, "serve", socket, try definition(for: peer)] + mode, at: socket) {
                    service in
                    let run = try Program.run(client[0], Array(client.dropFirst()))
                    #expect((run.exit == .code(0)) != (isWrong && peer != .go), "\(run.errors)")
                    #expect(run.output.contains(peer.success) != isWrong, "\(run.output)")
                    #expect((run.output + run.errors).contains(peer.failure) == isWrong)
                    service.signal(SIGTERM)
                    #expect(try service.wait() == .code(0))
                }
            }
        }
    }

    @Test(arguments: Peer.allCases)
    func `every service certifies our client, and refuses it where it does not carry what it was given`(
        _ peer: Peer
    ) throws {
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            guard let command = peer.command(isClient: false, socket) else { return }
            try withService(command, at: socket) { _ in
                let run = try Program.run(Self.probe, ["call", socket])
                #expect(run.exit == .code(0), "\(run.errors)")
                #expect(run.output == "Certification passed\n")
                let refused = try Program.run(Self.probe, ["call", socket, "wrong"])
                #expect(refused.exit == .code(1))
                #expect(
                    refused.errors.hasPrefix("Test05: org.varlink.certification.CertificationError"),
                    "\(refused.errors)")
            }
        }
    }

    /// Calls that our service refuses after `Start`; `ID` stands for the client's id.
    private static let refusals: [(call: String, error: String)] = [
        (#"Test01","parameters":{"client_id":"nobody"}"#, "ClientIdError"),
        (#"Test01","parameters":{"client_id":1}"#, "ClientIdError"), (#"Test01""#, "ClientIdError"),
        (#"Test02","parameters":{"client_id":"ID","bool":true}"#, "CertificationError"),
        (#"Test01","parameters":{"client_id":"ID","bool":true}"#, "CertificationError"),
        (#"Test01","parameters":{"client_id":"ID"},"more":true"#, "CertificationError"),
        (#"Test01","parameters":{"client_id":"ID"},"upgrade":true"#, "CertificationError"),
    ]

    @Test func `our service refuses a wrong id, order, parameter and flag`() throws {
        let prefix = "org.varlink.certification."
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            let command = [Self.probe, "serve", socket, Products.package + "/Package.swift"]
            try withService(command, at: socket) { _ in
                for (call, error) in Self.refusals {
                    let client = try RawClient(socket)
                    let id = try client.call(prefix + "Start")["parameters.client_id"].text
                    try client.send(#"{"method":""# + prefix + call.replacingOccurrences(of: "ID", with: id) + "}")
                    #expect(try client.receive()?["error"].text == prefix + error, "\(call)")
                }
            }
        }
    }

    // MARK: Services

    /// The definition of the interface that our service hands out: Python's client cannot do without.
    private func definition(for peer: Peer) throws -> String {
        guard peer == .python else { return Products.package + "/Package.swift" }
        let script = "import json, os, varlink.tests as t; print(json.dumps({'path': os.path.dirname(t.__file__)}))"
        return try PythonEnvironment.run(script, "")["path"].text + "/org.varlink.certification.varlink"
    }

    /// Starts a service and waits until it listens; ends it afterwards.
    private func withService(_ command: [String], at socket: String, _ body: (Program) throws -> Void) throws {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let service = try Program(
            command[0], Array(command.dropFirst()), environment: [:], descriptors: [null, null, null])
        defer { service.kill() }
        try Patience.lookFor("the service") { (try? SocketAddress(socket).connect()).map { close($0) } != nil }
        try body(service)
    }
}
