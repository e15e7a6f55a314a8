import Testing

@testable import WebClient

struct AddressTests {
    private static let publicOnes = [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "2001:4860:4860::8888",
        "64:ff9b::101:101", "3fff:1000::",
    ]

    private static let others = [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
        "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
        "::ffff:1.1.1.1",
        "::127.0.0.1", "::1.1.1.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
        "2001:0:53aa:64c::1", "2001:db8::1", "2002:7f00:1::", "2002:101:101::", "3fff::1", "4000::", "fc00::1",
        "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "", "localhost", "127.0.0.1\0", "1.1.1", "fe80::1%lo",
    ]

    @Test(arguments: publicOnes)
    func `an address of the public internet is one`(address: String) { #expect(Curl.isPublic(address)) }

    @Test(arguments: others)
    func `any other address is none`(address: String) { #expect(!Curl.isPublic(address)) }

    /// The ways in which a URL can lead to this machine, or to none that is public.
    private static let hosts = [
        "127.0.0.1", "localhost", "LOCALHOST.", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0.0.0.0", "0",
        "[::1]",
        "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "10.0.0.1", "192.168.0.1",
        "169.254.169.254",
        "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
    ]

    @Test func `a host whose address is not public is not connected to unless that is allowed`() throws {
        guard let server = try WebServer(for: "a host whose address is not public") else { return }
        let bench = try Bench()
        for host in Self.hosts {
            let fault = try bench.fault(of: WebRequest("GET", "http://\(host):\(server.port)/secret"))
            switch fault {
            case .addressRefused(let address): #expect(!Curl.isPublic(address) && !address.isEmpty)
            // `LOCALHOST.` is looked up by the machine's resolver.
            case .unresolved: #expect(host.hasSuffix("."))
            default: fail("\(host): \(String(describing: fault))")
            }
            #expect(fault?.isBeforeEffect == true && server.connectionCount == 0)
        }
        try bench.end()
    }

    @Test func `a name of this machine is connected to if that is allowed`() throws {
        guard let server = try WebServer(for: "a name of this machine") else { return }
        let bench = try Bench()
        for host in ["localhost", "127.0.0.1"] {
            #expect(try bench.answer(to: server.remote("/secret", host: host)).status == 200)
        }
        try bench.end()
    }

    @Test func `a kept connection to an address that is not public serves no request without that permission`() throws {
        guard let server = try WebServer(for: "a kept connection to an address that is not public") else { return }
        let bench = try Bench()
        var request = server.remote("/secret", host: "localhost")
        for _ in 0..<2 { #expect(try bench.answer(to: request).status == 200) }
        #expect(server.connectionCount == 1)
        request.allowsPrivateAddresses = false
        let fault = try bench.fault(of: request)
        #expect(fault == .addressRefused("127.0.0.1") && fault?.isBeforeEffect == true)
        #expect(server.requests.count == 2)
        request.allowsPrivateAddresses = true
        #expect(try bench.answer(to: request).status == 200)
        try bench.end()
    }

    @Test func `a Unix socket needs no permission, and is not the connection of a host of the same name`() throws {
        guard let server = try WebServer(for: "a Unix socket needs no permission") else { return }
        let bench = try Bench()
        #expect(try bench.answer(to: server.request("/secret")).status == 200)
        var request = server.request("/secret")
        request.socketPath = nil
        guard case .addressRefused? = try bench.fault(of: request) else { fail("it was connected to"); return }
        #expect(server.requests.count == 1)
        try bench.end()
    }
}
