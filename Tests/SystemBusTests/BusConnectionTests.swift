import EventLoop
import HostSystem
import LoopedBus
import SystemBus
import TestSupport
import Testing

@Suite(.serialized) struct BusConnectionTests {
    private static let bus = "org.freedesktop.DBus"
    private static let signal = BusSignal(
        bus, path: "/org/freedesktop/DBus", interface: bus, member: "NameOwnerChanged", types: "sss")

    private static func call(_ member: String, _ arguments: [BusValue] = [], of service: String = bus) -> BusCall {
        BusCall(service, path: "/org/freedesktop/DBus", interface: bus, member: member, arguments)
    }

    /// Runs a test on a private bus, with a connection to it; skips it where there is none.
    private func onBus(
        _ test: String = #function, _ body: (Loop, PrivateBus, BusConnection) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: bus.address)
            defer { connection.close() }
            try body(loop, bus, connection)
        }
    }

    @Test func `a call gets the values of its reply`() throws {
        try onBus { loop, _, connection in
            let names = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            #expect(names.count == 1 && names[0].elements?.contains(.string(Self.bus)) == true)
            let owned = Self.call("NameHasOwner", [.string(Self.bus)])
            #expect(connection.answer(to: owned, on: loop) == .success([.boolean(true)]))
            let own = connection.answer(to: Self.call("GetConnectionCredentials", [.string(Self.bus)]), on: loop)
            let pid = try own.get().first?["ProcessID"]
            #expect(pid.map { $0.type == "v" } == true, "\(own)")
        }
    }

    @Test func `an error and a missing service are told by name`() throws {
        try onBus { loop, _, connection in
            let missing = connection.answer(to: Self.call("Get", of: "io.deeplinkd.NoSuch"), on: loop)
            guard case .failure(let error) = missing else { return fail("\(missing)") }
            #expect(error.isServiceMissing)
            let wrong = connection.answer(to: Self.call("NameHasOwner", [.uint32(7)]), on: loop)
            guard case .failure(.refused(let name, _)) = wrong else { return fail("\(wrong)") }
            #expect(name == "org.freedesktop.DBus.Error.InvalidArgs")
        }
    }

    @Test func `a call that cannot be written is not sent`() throws {
        try onBus { loop, _, connection in
            #expect(
                connection.answer(to: Self.call("NameHasOwner", [.string("a\0b")]), on: loop) == .failure(.unwritable))
            #expect(connection.answer(to: Self.call("Name\0", []), on: loop) == .failure(.unwritable))
            #expect(connection.answer(to: Self.call("Name", [.other("h")]), on: loop) == .failure(.unwritable))
            guard case .failure(.unsendable) = connection.answer(to: Self.call("not a name"), on: loop) else {
                return fail("another answer")
            }
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
        }
    }

    @Test func `a reply above its limit is refused`() throws {
        try onBus { loop, _, connection in
            let answer = connection.answer(to: Self.call("ListNames"), on: loop, limit: 8)
            #expect(answer == .failure(.tooLarge(limit: 8)))
        }
    }

    @Test func `a bus that is not there is told with the reason`() throws {
        try onLoop { loop in
            for (address, code) in [
                ("unix:path=/nowhere/bus", "ENOENT"), ("unix:path=/nowhere/a;unix:path=/nowhere/b", "ENOENT"),
            ] {
                let connection = BusConnection(loop: loop, address: address)
                let answer = connection.answer(to: Self.call("ListNames"), on: loop)
                if case .failure(.noBus(address, let found)) = answer {
                    #expect(found.name == code)
                } else {
                    Issue.record("\(answer)")
                }
                connection.close()
            }
        }
    }

    @Test(arguments: ["", "unixexec:path=/bin/true", "tcp:host=localhost,port=1", "unix:path=/a;unixexec:path=/b"])
    func `an address of anything but Unix sockets is refused`(_ address: String) throws {
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: address)
            #expect(
                connection.answer(to: Self.call("ListNames"), on: loop) == .failure(.addressUnusable(address)))
            connection.close()
        }
    }

    @Test func `a bus that lets no connection in is left at the deadline`() throws {
        try onLoop { loop in
            let path = temporaryPath()
            var streams: [UnixStream] = []
            let listener = try UnixListener(loop: loop, path: path, mode: 0o600) { streams.append($0) }
            let connection = BusConnection(loop: loop, address: "unix:path=" + path)
            for count in 1...2 {
                let answer = connection.answer(to: Self.call("ListNames"), on: loop, deadline: .milliseconds(50))
                #expect(answer == .failure(.late(afterMs: 50)))
                #expect(streams.count == count, "it connects anew for the next call")
            }
            connection.close()
            for stream in streams { stream.close() }
            listener.close()
        }
    }

    @Test func `a bus that breaks the protocol is lost`() throws {
        try onLoop { loop in
            let path = temporaryPath()
            let listener = try UnixListener(loop: loop, path: path, mode: 0o600) { stream in
                stream.startReading(
                    { _ in _ = stream.write(Array("NONSENSE\r\nNONSENSE\r\nNONSENSE\r\n".utf8)) },
                    onEnd: { stream.close() })
            }
            let connection = BusConnection(loop: loop, address: "unix:path=" + path)
            let answer = connection.answer(to: Self.call("ListNames"), on: loop)
            if case .failure(.lost) = answer {} else { Issue.record("\(answer)") }
            connection.close()
            listener.close()
        }
    }

    @Test func `a killed bus ends its calls, and a new one at the same place is used, with its signals`() throws {
        try onBus { loop, bus, connection in
            var (losses, signals) = (0, 0)
            connection.onLoss { losses += 1 }
            connection.subscribe(to: Self.signal) { values, sender in
                #expect(sender == Self.bus)
                #expect(values.count == 3 && values.allSatisfy { $0.text != nil })
                signals += 1
                loop.stop()
            }
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            var answer: Result<[BusValue], BusError>?
            connection.call(Self.call("ListNames"), deadline: .seconds(20)) {
                answer = $0
                loop.stop()
            }
            bus.kill()
            loop.run()
            guard case .failure(.lost) = answer else { return fail("\(String(describing: answer))") }
            #expect(losses == 1)
            guard case .failure(.noBus) = connection.answer(to: Self.call("ListNames"), on: loop) else {
                return fail("another answer")
            }
            try #require(try bus.start())
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            signals = 0
            // Every connection gets a name, and that is signalled.
            #expect(!bus.has("io.deeplinkd.NoSuch"))
            if signals == 0 { runLoop(loop, atMost: .seconds(10)) }
            #expect(signals > 0)
        }
    }

    @Test func `a signal whose values are of other types is dropped`() throws {
        try onBus { loop, bus, connection in
            var (expected, others) = (0, 0)
            for types in ["", "s", "ss", "ssss", "a{sv}"] {
                var other = Self.signal
                other.types = types
                connection.subscribe(to: other) { _, _ in others += 1 }
            }
            connection.subscribe(to: Self.signal) { _, _ in
                expected += 1
                loop.stop()
            }
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            // Every connection gets a name, and that is signalled.
            #expect(!bus.has("io.deeplinkd.NoSuch"))
            if expected == 0 { runLoop(loop, atMost: .seconds(10)) }
            #expect(expected > 0 && others == 0)
        }
    }

    @Test func `a bus that stops answering is late, and answers when it goes on`() throws {
        try onBus { loop, bus, connection in
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            let answer = connection.answer(to: Self.call("ListNames"), on: loop, deadline: .milliseconds(50))
            #expect(answer == .failure(.late(afterMs: 50)))
            bus.pause(false)
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
        }
    }

    @Test func `a call that is given up has no reply, and a closed connection takes no calls`() throws {
        try onBus { loop, _, connection in
            var replies = 0
            let number = connection.call(Self.call("ListNames"), deadline: .seconds(5)) { _ in replies += 1 }
            connection.giveUp(try #require(number))
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            connection.call(Self.call("ListNames"), deadline: .seconds(5)) { _ in replies += 1 }
            connection.close()
            connection.call(Self.call("ListNames"), deadline: .seconds(5)) { _ in replies += 1 }
            #expect(replies == 0)
        }
    }

    @Test func `a bus that hangs does not fill memory with calls that nothing waits for any more`() throws {
        try onBus { loop, bus, connection in
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            // What the socket holds is with the bus already.
            var refusal: BusError?
            for _ in 0..<100_000 where refusal == nil {
                let number = connection.call(Self.call("GetId"), deadline: .seconds(20)) {
                    if case .failure(let error) = $0 { refusal = error }
                }
                if let number { connection.giveUp(number) }
            }
            #expect(refusal == .tooManyCalls(limit: BusConnection.callLimit))
            bus.pause(false)
            // The calls are sent as the bus takes them, and the connection is of use again.
            var isAnswered = false
            let isOfUse = PrivateBus.wait {
                connection.call(Self.call("ListNames"), deadline: .seconds(5)) {
                    if case .success = $0 { isAnswered = true }
                }
                runLoop(loop, atMost: .milliseconds(50))
                return isAnswered
            }
            #expect(isOfUse)
        }
    }

    @Test func `more calls than the limit are refused at once`() throws {
        try onBus { loop, bus, connection in
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            for _ in 0..<BusConnection.callLimit {
                connection.call(Self.call("GetId"), deadline: .seconds(20)) { _ in }
            }
            var refusal: BusError?
            connection.call(Self.call("GetId"), deadline: .seconds(20)) {
                if case .failure(let error) = $0 { refusal = error }
            }
            #expect(refusal == .tooManyCalls(limit: BusConnection.callLimit))
            bus.pause(false)
        }
    }
}
