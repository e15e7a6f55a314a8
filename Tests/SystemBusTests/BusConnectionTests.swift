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
            guard case .failure(.refused(let name, _, byBus: true)) = wrong else { return fail("\(wrong)") }
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
                #expect(answer == .failure(.late(afterMs: 50, wasSent: false)))
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
            #expect(answer == .failure(.late(afterMs: 50, wasSent: true)))
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

    @Test func `a call that the bus did not take is withdrawn when it is given up, late or lost`() throws {
        try onBus { loop, bus, connection in
            let (kept, withdrawn, late) = ("io.deeplinkd.Kept", "io.deeplinkd.Withdrawn", "io.deeplinkd.Late")
            let claim = { Self.call("RequestName", [.string($0), .uint32(0)]) }
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            fill(connection)
            var sent: Set<String> = []
            var results: [String: Result<[BusValue], BusError>] = [:]
            let numbers = [(kept, 20_000), (withdrawn, 20_000), (late, 50)].map { name, milliseconds in
                connection.call(
                    claim(name), deadline: .milliseconds(milliseconds), onSent: { sent.insert(name) },
                    reply: { results[name] = $0 })
            }
            connection.giveUp(try #require(numbers[1]))
            runLoop(loop, atMost: .milliseconds(200))
            #expect(sent.isEmpty && results == [late: .failure(.late(afterMs: 50, wasSent: false))])
            bus.pause(false)
            _ = PrivateBus.wait {
                runLoop(loop, atMost: .milliseconds(20))
                return results[kept] != nil
            }
            #expect(sent == [kept] && results[kept] == .success([.uint32(1)]))
            #expect(bus.has(kept) && !bus.has(withdrawn) && !bus.has(late))
        }
    }

    @Test func `of the calls that a dying bus ends, those that it did not get are known`() throws {
        try onBus { loop, bus, connection in
            _ = try connection.answer(to: Self.call("ListNames"), on: loop).get()
            bus.pause(true)
            var answers: [Bool?] = []
            connection.call(Self.call("GetId"), deadline: .seconds(20)) { answers.append($0.wasSent) }
            var sent = fill(connection)
            for _ in 0..<2 {
                connection.call(Self.call("GetId"), deadline: .seconds(20), onSent: { sent += 1 }) {
                    answers.append($0.wasSent)
                    loop.stop()
                }
            }
            bus.kill()
            loop.run()
            // Its socket took the first one, and not all of those that filled it.
            #expect(answers == [true, false, false] && sent > 0)
        }
    }

    /// Calls until libsystemd keeps what it cannot write to a bus that is paused; returns how many calls were sent.
    @discardableResult
    private func fill(_ connection: BusConnection) -> Int {
        let text = String(repeating: "x", count: 64 << 10)
        var (sent, all) = (0, 0)
        while sent == all, all < 1_000 {
            all += 1
            connection.call(
                Self.call("NameHasOwner", [.string(text)]), deadline: .seconds(20), onSent: { sent += 1 },
                reply: { _ in })
        }
        #expect(sent > 0 && sent < all)
        return sent
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

extension Result<[BusValue], BusError> {
    /// True if it is a failure after the call was sent; nil if it is none.
    fileprivate var wasSent: Bool? { if case .failure(let error) = self { error.wasSent } else { nil } }
}
