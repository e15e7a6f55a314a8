import CLibUV
import EventLoop
import Glibc
import HostSystem
import Testing

extension EventLoopTests {
    @Suite struct Services {
        private func parse(
            _ environment: [String: String], first: Int32 = 3
        ) throws(LoopError) -> ServiceManager {
            try ServiceManager(environment: environment, processID: 77, firstDescriptor: first)
        }

        @Test(arguments: [
            [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "78"], ["LISTEN_FDS": "0", "LISTEN_PID": "77"],
            ["LISTEN_PID": "77"], ["LISTEN_FDS": "nonsense", "LISTEN_PID": "78"],
        ])
        func `sockets without an addressee or for another process are ignored`(environment: [String: String]) throws {
            #expect(try parse(environment).sockets == [])
        }

        @Test(arguments: [
            ("LISTEN_PID", "abc"), ("LISTEN_PID", ""), ("LISTEN_PID", "-77"), ("LISTEN_PID", "0"),
            ("LISTEN_PID", "99999999999999999999"), ("LISTEN_FDS", "-1"), ("LISTEN_FDS", "+1"), ("LISTEN_FDS", "1 "),
            ("LISTEN_FDS", "1025"), ("LISTEN_FDS", "2147483647"), ("LISTEN_FDS", "99999999999999999999"),
            ("LISTEN_FDNAMES", "a:b"), ("LISTEN_FDNAMES", "a::b"), ("WATCHDOG_USEC", "0"), ("WATCHDOG_USEC", "x"),
            ("WATCHDOG_USEC", "18446744073709551615"), ("WATCHDOG_PID", "x"), ("NOTIFY_SOCKET", "relative"),
            ("NOTIFY_SOCKET", "@"), ("NOTIFY_SOCKET", "vsock:2:1234"),
        ])
        func `a value that breaks the protocol is an error that names it`(name: String, value: String) throws {
            var environment = ["LISTEN_PID": "77", "LISTEN_FDS": "1", "WATCHDOG_USEC": "5"]
            environment[name] = value
            let (one, other) = try socketPair()
            defer {
                close(one)
                close(other)
            }
            let thrown = error { () throws(LoopError) in _ = try parse(environment, first: one) }
            guard case .invalidVariable(name, value, _) = thrown else {
                Issue.record("\(String(describing: thrown))")
                return
            }
        }

        @Test func `a notify address that does not fit is an error`() {
            let path = "/" + String(repeating: "x", count: 107)
            let thrown = error { () throws(LoopError) in _ = try parse(["NOTIFY_SOCKET": path]) }
            #expect(thrown == .pathTooLong(path: path, byteCount: 108, byteLimit: 107))
        }

        @Test func `listening and connected sockets are distinguished, named and closed on exec`() throws {
            try withScratch { directory in
                let listening = try boundSocket(directory + "/s", SOCK_STREAM)
                try #require(Glibc.listen(listening, 1) == 0)
                let (one, other) = try socketPair()
                let first: Int32 = 700
                try #require(dup2(listening, first) == first)
                try #require(dup2(one, first + 1) == first + 1)
                for descriptor in [listening, one] { close(descriptor) }
                defer { for descriptor in [first, first + 1, other] { close(descriptor) } }
                let environment = ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "admin:"]
                let service = try parse(environment, first: first)
                #expect(service.sockets.map(\.name) == ["admin", ""])
                #expect(service.sockets.map(\.descriptor) == [first, first + 1])
                #expect(service.sockets.map(\.isListening) == [true, false])
                #expect((0..<2).allSatisfy { fcntl(first + $0, F_GETFD) == FD_CLOEXEC })
                let unnamed = try parse(["LISTEN_PID": "77", "LISTEN_FDS": "1"], first: first)
                #expect(unnamed.sockets.map(\.name) == ["unknown"])
            }
        }

        @Test func `a descriptor that is not a Unix stream socket is an error that names it`() throws {
            let (datagrams, other) = try socketPair(SOCK_DGRAM)
            let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let file = unsafe open("/dev/null", O_RDONLY)
            defer { for descriptor in [datagrams, other, internet, file] { close(descriptor) } }
            for descriptor in [datagrams, internet, file, 999_999] {
                let thrown = error { () throws(LoopError) in
                    _ = try parse(["LISTEN_PID": "77", "LISTEN_FDS": "1"], first: descriptor)
                }
                #expect(thrown == .wrongDescriptor(descriptor: descriptor, expected: "a Unix stream socket"))
            }
        }

        @Test(
            arguments: [
                ([:], nil), (["WATCHDOG_USEC": "2000000"], Duration.seconds(2)),
                (["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "77"], .seconds(2)),
                (["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "78"], nil), (["WATCHDOG_PID": "77"], nil),
            ] as [([String: String], Duration?)])
        func `a watchdog for another process is ignored`(environment: [String: String], interval: Duration?) throws {
            #expect(try parse(environment).watchdogInterval == interval)
        }

        @Test(arguments: [false, true])
        func `states arrive as one datagram, by path and by abstract name`(isAbstract: Bool) throws {
            try withScratch { directory in
                let address = isAbstract ? "@deeplinkd-test-\(getpid())" : directory + "/n"
                let receiver = try boundSocket(address, SOCK_DGRAM)
                defer { close(receiver) }
                let service = try parse(["NOTIFY_SOCKET": address])
                #expect(service.isListening)
                try service.notify(.ready, .status("serving\nMAINPID=1"))
                try service.notify(.reloading(monotonicUsec: 12))
                try service.notify(.stopping, .watchdog)
                try service.notify()
                #expect(try receive(receiver) == "READY=1\nSTATUS=serving MAINPID=1\n")
                #expect(try receive(receiver) == "RELOADING=1\nMONOTONIC_USEC=12\n")
                #expect(try receive(receiver) == "STOPPING=1\nWATCHDOG=1\n")
            }
        }

        @Test func `a missing notify address is no error, and a dead one is an error`() throws {
            let alone = try parse([:])
            #expect(!alone.isListening)
            try alone.notify(.ready)
            let gone = try parse(["NOTIFY_SOCKET": "/nowhere/n"])
            let thrown = error { () throws(LoopError) in try gone.notify(.ready) }
            #expect(thrown?.codeName == "ENOENT")
        }

        @Test func `a notification to a service manager that does not read soon fails`() throws {
            try withScratch { directory in
                let receiver = try boundSocket(directory + "/n", SOCK_DGRAM)
                defer { close(receiver) }
                let service = try parse(["NOTIFY_SOCKET": directory + "/n"])
                var thrown: LoopError?
                for _ in 0..<10_000 where thrown == nil {
                    thrown = error { () throws(LoopError) in try service.notify(.watchdog) }
                }
                #expect(thrown?.codeName == "EAGAIN")
            }
        }

        private func receive(_ descriptor: Int32) throws -> String {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            try #require(count >= 0)
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}
