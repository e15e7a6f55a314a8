import CLibUV
import CLinux
import Glibc
import TestSupport
import Testing

@testable import EventLoop
@testable import HostSystem

extension EventLoopTests {
    /// Descriptors that a peer sent before the kernel refused them; until then a pair of sockets accepts them.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct PassedDescriptorsSuite {
        /// The place where the daemon finds the descriptor.
        enum Place: CaseIterable {
            case message, unreadMessage, urgentByte, passedSocket, unacceptedConnection
        }

        /// A TCP socket whose last close waits longer than the time limit of this suite, unless it ends with its thread.
        private struct LingeringSocket {
            let number: Int32
            private let peer: Int32

            init() throws {
                let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(listener) }
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                number = own
                let answer = unsafe withUnsafeMutablePointer(to: &address) {
                    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe bind(listener, $0, size) | listen(listener, 1) | getsockname(listener, $0, &size)
                            | connect(own, $0, size)
                    }
                }
                try #require(answer == 0)
                peer = accept(listener, nil, nil)
                let bytes = [UInt8](repeating: 0, count: 1 << 16)
                while unsafe send(number, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
                var value = linger(l_onoff: 1, l_linger: 90)
                let length = socklen_t(MemoryLayout<linger>.size)
                try #require(unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &value, length) == 0)
            }

            /// Resets the connection.
            func end() { close(peer) }
        }

        /// Programs that other tests start meanwhile must not inherit the passed descriptors.
        private static let type = __socket_type(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

        private func pass(_ passed: Int32, over socket: Int32, _ text: String, flags: Int32 = 0) throws {
            // The length, the level and type, and the descriptor.
            var control: [UInt64] = [
                20, UInt64(SOL_SOCKET) | UInt64(1 /* SCM_RIGHTS */) << 32, UInt64(UInt32(bitPattern: passed)),
            ]
            var bytes = Array(text.utf8)
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe control.withUnsafeMutableBytes { control in
                    var room = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return unsafe withUnsafeMutablePointer(to: &room) { room in
                        var message = unsafe msghdr()
                        unsafe message.msg_iov = room
                        unsafe message.msg_iovlen = 1
                        unsafe message.msg_control = control.baseAddress
                        unsafe message.msg_controllen = control.count
                        return unsafe sendmsg(socket, &message, flags)
                    }
                }
            }
            try #require(count == bytes.count)
        }

        @Test(arguments: Place.allCases)
        func `a passed socket that lingers never makes the loop wait`(place: Place) throws {
            let lingering = try LingeringSocket()
            defer { lingering.end() }
            var passed = lingering.number
            if place == .passedSocket {
                let (one, other) = try socketPair()
                try pass(passed, over: one, "x")
                for descriptor in [one, passed] { close(descriptor) }
                passed = other
            }
            if place == .unacceptedConnection { return try closeListener(before: passed) }
            let (ours, theirs) = try socketPair(Self.type)
            defer { close(theirs) }
            try pass(passed, over: theirs, "x", flags: place == .urgentByte ? Int32(MSG_OOB) : 0)
            close(passed)
            let codes = Box<[String?]>([])
            try onLoop { loop in
                let stream = try UnixStream(loop: loop, adopting: ours)
                stream.onClose = { codes.value.append($0?.codeName) }
                guard place != .unreadMessage else { return stream.close() }
                stream.startReading({ Issue.record("read \(text($0))") }, onEnd: { Issue.record("ended") })
            }
            #expect(codes.value == [place == .unreadMessage ? nil : "EPERM"])
        }

        /// Closes a listener with a connection in its queue that holds the descriptor.
        private func closeListener(before passed: Int32) throws {
            try withScratch { directory in
                let listening = try boundSocket(directory + "/s", SOCK_STREAM)
                try #require(listen(listening, 1) == 0)
                let client = try connectedSocket(directory + "/s")
                try pass(passed, over: client, "x")
                for descriptor in [passed, client] { close(descriptor) }
                try onLoop { loop in
                    try UnixListener(loop: loop, adopting: listening) { _ in Issue.record("accepted") }.close()
                }
            }
        }

        @Test func `a connection with passed descriptors ends unread, and the descriptors are closed`()
            throws
        {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe uv_pipe(&ends, 0, 0) == 0)
            let (ours, theirs) = try socketPair(Self.type)
            _ = unsafe write(theirs, "one", 3)
            try pass(ends[1], over: theirs, "two")
            _ = unsafe write(theirs, "three", 5)
            close(ends[1])
            let heard = Box("")
            let reason = Box<LoopError?>(nil)
            try onLoop { loop in
                let stream = try UnixStream(loop: loop, adopting: ours)
                stream.onClose = { reason.value = $0 }
                stream.startReading({ heard.value += text($0) }, onEnd: { Issue.record("ended") })
            }
            // A look shows earlier bytes together with it, and neither is read then.
            #expect(heard.value == "")
            #expect(reason.value?.codeName == "EPERM")
            // The pipe has no writer any more: the descriptor is closed.
            var byte: UInt8 = 0
            #expect(unsafe read(ends[0], &byte, 1) == 0)
            for descriptor in [ends[0], theirs] { close(descriptor) }
        }

        @Test func `connections made after the kernel refuses descriptors are read without a look`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let (one, other) = try socketPair()
                let isKnown = UnixSocket.option(Int32(deeplink_so_passrights), of: one) != nil
                for descriptor in [one, other] { close(descriptor) }
                try onLoop { loop in
                    let listener = Box<UnixListener?>(nil)
                    listener.value = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
                        #expect(stream.mayHoldDescriptors == !isKnown)
                        stream.close()
                        listener.value?.close()
                    }
                    let client = try UnixStream(loop: loop, connectingTo: path)
                    #expect(client.mayHoldDescriptors == !isKnown)
                    client.startReading({ _ in }, onEnd: { client.close() })
                }
            }
        }
    }
}
