import Foundation
import Testing

/// Requests that the owner of a name, or a service, would lead to a private address.
@Suite struct HTTPAddressTests {
    /// A table with the action `call`.
    private static func table(_ lines: String) -> String {
        """
        scheme t
        feature F {
            action call {
                \(lines)
                timeout 500ms
            }
            route call /call do call
        }

        """
    }

    @Test(
        .enabled(if: OtherUser.isPossible(for: "names of private addresses")),
        arguments: [
            "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "::1",
            "fe80::1", "fd00::1", "::ffff:127.0.0.1",
        ])
    func `a name that leads to a private address is not called, unless the table says private`(_ address: String) throws
    {
        let service = try LoopbackListener()
        let hosts = ["/etc/hosts": "\(address) shop.example\n"]
        for line in ["", "private"] {
            let table = Self.table("http GET http://shop.example:\(service.port)/x\n\(line)")
            try withDaemon(table: table, hostFiles: hosts) { daemon in
                let outcome = try daemon.connect().open("t://call")
                guard line.isEmpty else {
                    if address == "127.0.0.1" { #expect(try service.takeByte() == UInt8(ascii: "G")) }
                    return #expect(!outcome["message"].text.contains("not public"), "\(outcome)")
                }
                #expect(outcome["code"].text == "failed.http.unreachable", "\(outcome)")
                #expect(outcome["message"].text.contains("its name leads to an address that is not public"))
                #expect(try !service.hasConnection())
            }
        }
    }

    @Test(arguments: ["301", "302", "303", "307", "308"])
    func `a redirect to this machine is not followed`(_ status: String) throws {
        let port = try LoopbackListener()
        let lines = "http GET SHOP /$(path)?text=$(text)"
        try WebShop.with("redirects", lines) { daemon, shop in
            let link = "t://away/\(status)?text=http://127.0.0.1:\(port.port)/"
            let outcome = try daemon.connect().open(link)
            #expect(outcome["code"].text == "failed.http.redirect", "\(outcome)")
            #expect(outcome["execution.status"].text == status && shop.requests.count == 1)
            #expect(try !port.hasConnection())
        }
    }
}
