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

        // MARK: Files for the next run

        /// Receives one datagram with the descriptor that came with it.
        private func receiveFile(_ socket: Int32) throws -> (text: String, descriptor: Int32?) {
            var bytes = [UInt8](repeating: 0, count: 4096)
            // The length, the level and type, and the descriptor.
            var control = [UInt64](repeating: 0, count: 3)
            let (count, controlCount) = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe control.withUnsafeMutableBytes { control in
                    var room = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return unsafe withUnsafeMutablePointer(to: &room) { room in
                        var message = unsafe msghdr()
                        unsafe message.msg_iov = room
                        unsafe message.msg_iovlen = 1
                        unsafe message.msg_control = control.baseAddress
                        unsafe message.msg_controllen = control.count
                        let count = unsafe recvmsg(socket, &message, Int32(MSG_DONTWAIT))
                        return unsafe (count, message.msg_controllen)
                    }
                }
            }
            try #require(count >= 0)
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            return (text, controlCount >= 20 ? Int32(truncatingIfNeeded: control[2]) : nil)
        }

        @Test func `a file is stored under its name, and its bytes are taken once, by one of its copies`() throws {
            try withScratch { directory in
                let receiver = try boundSocket(directory + "/n", SOCK_DGRAM)
                defer { close(receiver) }
                let service = try parse(["NOTIFY_SOCKET": directory + "/n"])
                let content = Array("links \n\0".utf8)
                let made = try SealedFile.make("links", content, to: "test")
                #expect(try service.store(made, as: "held-links"))
                try service.notify(.forget("held-links"), .extendTimeout(.milliseconds(1500)))
                let (text, received) = try receiveFile(receiver)
                let copy = try #require(received)
                #expect(text == "FDSTORE=1\nFDNAME=held-links\n")
                #expect(
                    try receive(receiver) == "FDSTOREREMOVE=1\nFDNAME=held-links\nEXTEND_TIMEOUT_USEC=1500000\n")
                let second = dup(copy)
                #expect(try SealedFile.take(OwnedDescriptor(copy), byteLimit: content.count) == content)
                for number in [second, made.release()] {
                    let thrown = error { () throws(LoopError) in
                        _ = try SealedFile.take(OwnedDescriptor(number), byteLimit: 100)
                    }
                    #expect(
                        thrown == .wrongDescriptor(descriptor: number, expected: "a file that was not taken yet"))
                }
            }
            let alone = try parse([:])
            #expect(try !alone.store(SealedFile.make("links", [1], to: "test"), as: "held-links"))
        }

        @Test func `nothing is taken of another kind of file, of an empty one, and of one that is too long`() throws {
            try withScratch { directory in
                let (socket, other) = try socketPair()
                var ends: [Int32] = [-1, -1]
                try #require(unsafe pipe(&ends) == 0)
                let file = unsafe open(directory + "/f", O_RDWR | O_CREAT, 0o600)
                let memory = unsafe open("/dev/shm/deeplinkd-test-\(getpid())", O_RDWR | O_CREAT, 0o600)
                unsafe _ = unlink("/dev/shm/deeplinkd-test-\(getpid())")
                for number in [file, memory] { unsafe _ = write(number, "links", 5) }
                let null = unsafe open("/dev/null", O_RDONLY)
                let empty = try SealedFile.make("links", [], to: "test").release()
                let long = try SealedFile.make("links", [1, 2, 3], to: "test").release()
                let sealed = "a sealed file in memory"
                let cases = [
                    (socket, sealed), (ends[0], sealed), (file, sealed), (memory, sealed), (null, sealed),
                    (999_999, sealed), (empty, "a file of 1 to 2 bytes"), (long, "a file of 1 to 2 bytes"),
                ]
                for (number, expected) in cases {
                    let thrown = error { () throws(LoopError) in
                        _ = try SealedFile.take(OwnedDescriptor(number), byteLimit: 2)
                    }
                    #expect(thrown == .wrongDescriptor(descriptor: number, expected: expected))
                    #expect(fcntl(number, F_GETFD) == -1, "it is closed")
                }
                for number in [other, ends[1]] { close(number) }
            }
        }

        @Test func `a descriptor of a stored name is never a socket, and one of another name always is`() throws {
            let (one, other) = try socketPair()
            let file = try SealedFile.make("links", [1], to: "test")
            let first: Int32 = 710
            try #require(dup2(one, first) == first && dup2(file.number, first + 1) == first + 1)
            defer { for descriptor in [one, other, first, first + 1] { close(descriptor) } }
            let environment = ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "varlink:held-links"]
            func service(_ names: Set<String>) throws(LoopError) -> ServiceManager {
                try ServiceManager(
                    environment: environment, processID: 77, storedNames: names, firstDescriptor: first)
            }
            let known = try service(["held-links"])
            #expect(known.sockets.map(\.descriptor) == [first])
            #expect(known.storedFiles.map(\.name) == ["held-links"])
            #expect(known.storedFiles.map(\.descriptor) == [first + 1])
            #expect((0..<2).allSatisfy { fcntl(first + $0, F_GETFD) == FD_CLOEXEC })
            // A socket of that name is not served either.
            let both = try service(["varlink", "held-links"])
            #expect(both.sockets.isEmpty && both.storedFiles.map(\.descriptor) == [first, first + 1])
            let thrown = error { () throws(LoopError) in _ = try service([]) }
            #expect(thrown == .wrongDescriptor(descriptor: first + 1, expected: "a Unix stream socket"))
        }

        private func receive(_ descriptor: Int32) throws -> String {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            try #require(count >= 0)
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}
