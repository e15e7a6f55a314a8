import HostSystem
import SystemBus
import TestSupport
import Testing

@Suite(.serialized) struct BusClientTests {
    private static let name = "org.freedesktop.DBus"
    private static var soonNs: Int64 { HostClock.monotonicNs + 20_000_000_000 }

    private func onBus(_ test: String = #function, _ body: (PrivateBus, BusClient) throws -> Void) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        try body(bus, try BusClient(address: bus.address))
    }

    /// What a body throws; nil if it throws nothing.
    private func error(of body: () throws(BusError) -> Void) -> BusError? {
        do throws(BusError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a call waits for its answer, and an error is thrown by name`() throws {
        try onBus { _, client in
            let isOwned = try client.call(bus: "NameHasOwner", [.string(Self.name)], until: Self.soonNs)
            #expect(isOwned == [.boolean(true)])
            let owner = try client.owner(of: Self.name, until: Self.soonNs)
            #expect(owner == Self.name)
            let missing = error { () throws(BusError) in
                _ = try client.owner(of: "io.deeplinkd.NoSuch", until: Self.soonNs)
            }
            #expect(missing?.isServiceMissing == true)
        }
    }

    @Test func `signals that were listened to are kept in order, and those of other connections are not`() throws {
        try onBus { bus, client in
            var changed = BusSignal(
                Self.name, path: "/org/freedesktop/DBus", interface: Self.name, member: "NameOwnerChanged", types: "sss"
            )
            changed.firstArgument = "io.deeplinkd.Test"
            try client.listen(to: changed, until: Self.soonNs)
            var forged = changed
            forged.service = ":1.999"
            try client.listen(to: forged, until: Self.soonNs)
            for _ in 0..<2 {
                _ = try client.call(
                    bus: "RequestName", [.string("io.deeplinkd.Test"), .uint32(0)], until: Self.soonNs)
                _ = try client.call(bus: "ReleaseName", [.string("io.deeplinkd.Test")], until: Self.soonNs)
            }
            for _ in 0..<4 {
                let signal = try #require(try client.nextSignal(until: Self.soonNs))
                #expect(signal.signal == changed && signal.values.first == .string("io.deeplinkd.Test"))
            }
            #expect(try client.nextSignal(until: HostClock.monotonicNs) == nil)
            _ = try client.call(
                bus: "RequestName", [.string("io.deeplinkd.Test"), .uint32(0)], until: Self.soonNs)
            client.forgetSignals(of: Self.name)
            #expect(try client.nextSignal(until: HostClock.monotonicNs) == nil)
        }
    }

    @Test func `a bus that hangs is late, and one that ends is lost`() throws {
        try onBus { bus, client in
            _ = try client.call(bus: "GetId", until: Self.soonNs)
            bus.pause(true)
            let late = error { () throws(BusError) in
                _ = try client.call(bus: "GetId", until: HostClock.monotonicNs + 20_000_000)
            }
            if case .late? = late {} else { Issue.record("\(String(describing: late))") }
            bus.pause(false)
            _ = try client.call(bus: "GetId", until: Self.soonNs)
            bus.kill()
            let lost = error { () throws(BusError) in _ = try client.nextSignal(until: Self.soonNs) }
            if case .lost? = lost {} else { Issue.record("\(String(describing: lost))") }
        }
    }

    @Test func `the session's bus is that of the variable, else that of the runtime directory`() {
        #expect(BusAddress.session([:]) == nil)
        #expect(BusAddress.session(["XDG_RUNTIME_DIR": "run"]) == nil)
        let ownBus = BusAddress.session(["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(ownBus == "unix:path=/run/user/7/bus")
        #expect(BusAddress.escaped("/run/a b;c,d=e%é") == "/run/a%20b%3bc%2cd%3de%25%c3%a9")
        #expect(
            BusAddress.session(["XDG_RUNTIME_DIR": "/run/user/7", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"])
                == "unix:path=/x")
    }
}
