import CLibUV
import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

extension EventLoopTests {
    @Suite struct Listeners {
        private func listen(_ loop: Loop, _ path: String, mode: UInt32 = 0o600) throws(LoopError) -> UnixListener {
            try UnixListener(loop: loop, path: path, mode: mode) { $0.close() }
        }

        @Test func `a socket path of 107 bytes works, and one of 108 is an error with both numbers`() throws {
            try withScratch { directory in
                let longest = directory + "/" + String(repeating: "x", count: 106 - directory.utf8.count)
                try onLoop { loop in
                    let listener = try listen(loop, longest)
                    let client = try UnixStream(loop: loop, connectingTo: longest)
                    client.close()
                    listener.close()
                    let thrown = error { () throws(LoopError) in _ = try listen(loop, longest + "x") }
                    #expect(thrown == .pathTooLong(path: longest + "x", byteCount: 108, byteLimit: 107))
                    #expect(thrown?.description.contains("108 bytes, and the limit is 107") == true)
                    let refused = error { () throws(LoopError) in
                        _ = try UnixStream(loop: loop, connectingTo: longest + "x")
                    }
                    #expect(refused == thrown)
                }
            }
        }

        @Test(arguments: ["", "/tmp/a\0b"])
        func `a path that is empty or holds a NUL is an error`(path: String) throws {
            try onLoop { loop in
                let thrown = error { () throws(LoopError) in _ = try listen(loop, path) }
                #expect(thrown == .pathUnusable(path: path))
            }
        }

        @Test func `a stale socket file is replaced`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let stale = try boundSocket(path, SOCK_STREAM)
                close(stale)
                try onLoop { loop in
                    let listener = try listen(loop, path)
                    try UnixStream(loop: loop, connectingTo: path).close()
                    listener.close()
                }
                #expect(unsafe access(path, F_OK) == -1)
            }
        }

        @Test func `a socket in use is an error that names it, and stays in use`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                try onLoop { loop in
                    let first = try listen(loop, path)
                    let thrown = error { () throws(LoopError) in _ = try listen(loop, path) }
                    #expect(thrown == .addressInUse(path: path))
                    #expect(thrown?.description == "cannot listen on \(path): another process is listening there")
                    try UnixStream(loop: loop, connectingTo: path).close()
                    first.close()
                }
            }
        }

        @Test func `a file that is not a socket is not replaced`() throws {
            try withScratch { directory in
                try put("precious", at: directory + "/file")
                try #require(unsafe symlink("/nowhere", directory + "/link") == 0)
                try onLoop { loop in
                    for path in [directory, directory + "/file", directory + "/link"] {
                        let thrown = error { () throws(LoopError) in _ = try listen(loop, path) }
                        #expect(thrown == .notASocket(path: path))
                    }
                    let missing = error { () throws(LoopError) in _ = try listen(loop, directory + "/no/s") }
                    #expect(missing?.codeName == "ENOENT")
                    #expect(missing?.description.contains("in directory \(directory)/no") == true)
                    let below = error { () throws(LoopError) in _ = try listen(loop, directory + "/file/s") }
                    #expect(below?.codeName == "ENOTDIR")
                }
                #expect(try FileReader.read(directory + "/file", byteLimit: 100).bytes == Array("precious".utf8))
            }
        }

        @Test(arguments: [0o600, 0o660, 0o666, 0o777, 0o000] as [UInt32])
        func `the socket file has exactly the given mode, under any umask`(mode: UInt32) throws {
            try withScratch { directory in
                let path = directory + "/s"
                try onLoop { loop in
                    let listener = try listen(loop, path, mode: mode)
                    var found = stat()
                    try #require(unsafe lstat(path, &found) == 0)
                    #expect(found.st_mode & 0o7777 == mode)
                    listener.close()
                }
            }
        }

        @Test func `a close does not remove a successor's file`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                try onLoop { loop in
                    let listener = try listen(loop, path)
                    try #require(unsafe rename(path, path + ".moved") == 0)
                    let successor = try listen(loop, path)
                    listener.close()
                    #expect(unsafe access(path, F_OK) == 0)
                    successor.close()
                    #expect(unsafe access(path, F_OK) == -1)
                }
            }
        }

        @Test func `an inherited listening socket is served, and its file is kept`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let descriptor = try boundSocket(path, SOCK_STREAM)
                try #require(Glibc.listen(descriptor, 5) == 0)
                let accepted = Box(0)
                try onLoop { loop in
                    let listener = Box<UnixListener?>(nil)
                    listener.value = try UnixListener(loop: loop, adopting: descriptor) { stream in
                        accepted.value += 1
                        stream.close()
                        listener.value?.close()
                    }
                    let client = try UnixStream(loop: loop, connectingTo: path)
                    client.startReading({ _ in }, onEnd: { client.close() })
                    #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
                }
                #expect(accepted.value == 1)
                #expect(unsafe access(path, F_OK) == 0)
            }
        }

        @Test func `only a listening Unix stream socket is adopted as a listener`() throws {
            let (one, other) = try socketPair()
            try onLoop { loop in
                let thrown = error { () throws(LoopError) in _ = try UnixListener(loop: loop, adopting: one) { _ in } }
                #expect(
                    thrown == .wrongDescriptor(descriptor: one, expected: "a listening Unix stream socket"))
            }
            close(other)
        }

        @Test func `many waiting clients are all accepted`() throws {
            try withScratch { directory in
                let accepted = Box(0)
                try onLoop { loop in
                    let listener = Box<UnixListener?>(nil)
                    listener.value = try UnixListener(loop: loop, path: directory + "/s", mode: 0o600) { stream in
                        accepted.value += 1
                        stream.close()
                        if accepted.value == 100 { listener.value?.close() }
                    }
                    for _ in 0..<100 { try UnixStream(loop: loop, connectingTo: directory + "/s").close() }
                }
                #expect(accepted.value == 100)
            }
        }

        /// Has clients connect before the loop turns; returns when each was served, in their order, and nil for one that was
        /// closed.
        private func served(_ users: [UInt32?]) throws -> [Int?] {
            let order = Box([Int?](repeating: nil, count: users.count))
            try withScratch { directory in
                try onLoop { loop in
                    let (accepted, made, ended) = (Box(0), Box(0), Box(0))
                    let listener = try UnixListener(loop: loop, path: directory + "/s", mode: 0o600) { stream in
                        stream.write([UInt8(made.value)])
                        made.value += 1
                        stream.closeWhenWritten()
                    }
                    listener.gate = { arrival, isBusy in
                        #expect(arrival.uid == geteuid() && arrival.peer?.pid == getpid())
                        let others = users[..<accepted.value].compactMap(\.self)
                        #expect(isBusy == !others.isEmpty)
                        accepted.value += 1
                        return users[accepted.value - 1]
                    }
                    for number in users.indices {
                        let client = try UnixStream(loop: loop, connectingTo: directory + "/s")
                        client.startReading({ order.value[number] = Int($0[0]) }, onEnd: { client.close() })
                        client.onClose = { _ in
                            ended.value += 1
                            if ended.value == users.count { listener.close() }
                        }
                    }
                }
            }
            return order.value
        }

        @Test func `connections that were accepted get their streams by turns of users`() throws {
            #expect(try served([1, 1, 1, 2, 1, 3, 2]) == [0, 3, 5, 1, 6, 2, 4])
        }

        @Test func `a connection that the gate refuses is closed, and the others are served`() throws {
            #expect(try served([nil, 1, nil, nil, 1]) == [nil, 0, nil, nil, 1])
            #expect(try served([UInt32?](repeating: nil, count: 100) + [1]).last == 0)
        }

        @Test func `a listener that is closed in a turn leaves the clients of that turn to the next process`() throws {
            try withScratch { directory in
                let path = directory + "/s"
                let descriptor = try boundSocket(path, SOCK_STREAM)
                try #require(Glibc.listen(descriptor, 5) == 0)
                let kept = dup(descriptor)
                let (near, far) = try socketPair()
                let client = try connectedSocket(path)
                defer { for descriptor in [kept, far, client] { close(descriptor) } }
                let accepted = Box(0)
                try onLoop { loop in
                    let listener = try UnixListener(loop: loop, adopting: descriptor) { stream in
                        accepted.value += 1
                        stream.close()
                    }
                    // The kernel reports the listener first, because it was added first.
                    let stream = try UnixStream(loop: loop, adopting: near)
                    stream.startReading(
                        { _ in
                            listener.close()
                            stream.close()
                        }, onEnd: {})
                    try #require(unsafe write(far, "x", 1) == 1)
                }
                #expect(accepted.value == 0)
                let next = accept(kept, nil, nil)
                #expect(next >= 0)
                close(next)
            }
        }

        @Test func `exhausted descriptors pause accepting, and the waiting clients are served afterwards`() throws {
            let report = try probe("exhaustion")
            #expect(report == "accepted=5 failures=few code=EMFILE\n")
        }
    }
}
