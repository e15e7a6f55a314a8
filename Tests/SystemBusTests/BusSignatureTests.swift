import EventLoop
import LoopedBus
import SystemBus
import TestSupport
import Testing

/// The fault of a signature; nil for a good one.
private func fault(of text: String) -> BusSignatureFault? {
    do throws(BusSignatureFault) {
        _ = try BusSignature(parsing: text)
        return nil
    } catch {
        return error
    }
}

@Suite struct BusSignatureTests {
    static let good = [
        "", "s", "ynqiuxtdbsogh", "v", "av", "as", "aas", "(s)", "(s(iu))v", "a{sv}", "a{ua{sv}}", "a(sasb)",
        "sava{sv}",
        String(repeating: "a", count: 32) + "i",
        String(repeating: "(", count: 32) + "i" + String(repeating: ")", count: 32),
        String(repeating: "a(", count: 32) + "i" + String(repeating: ")", count: 32),
        String(repeating: "y", count: 255),
    ]

    @Test(arguments: good) func `a signature is written as it was read`(_ text: String) throws {
        #expect(try BusSignature(parsing: text).description == text)
    }

    @Test func `a signature is a list of complete types`() throws {
        let types = try BusSignature(parsing: "sa{sv}(iau)aav").types
        #expect(
            types == [
                .basic(.string), .dictionary(.string, .variant),
                .structure([.basic(.int32), .array(.basic(.uint32))]), .array(.array(.variant)),
            ])
        #expect(BusSignature(types).description == "sa{sv}(iau)aav")
    }

    @Test(arguments: [
        ("z", "`z` at byte 1 is not a type"), ("s z", "`\u{20}` at byte 2 is not a type"),
        ("sé", "`é` at byte 2 is not a type"),
        ("r", "`r` at byte 1 is not a type"), ("sm", "`m` at byte 2 is not a type"),
        ("a", "the array at byte 1 has no type of its elements"),
        ("sa)", "the array at byte 2 has no type of its elements"),
        ("(a)", "the array at byte 2 has no type of its elements"),
        ("()", "the structure at byte 1 has no members"), ("s(", "the structure at byte 2 has no `)`"),
        ("(i(u)", "the structure at byte 1 has no `)`"), ("s)", "the `)` at byte 2 closes nothing"),
        ("(i}", "the `}` at byte 3 closes nothing"),
        ("{sv}", "the entry at byte 1 is not the element of an array, as in `a{sv}`"),
        ("a({sv})", "the entry at byte 3 is not the element of an array, as in `a{sv}`"),
        ("a{vs}", "the key of the entry at byte 2 is not of a basic type, such as `s` or `u`"),
        ("a{ass}", "the key of the entry at byte 2 is not of a basic type, such as `s` or `u`"),
        ("a{s}", "the entry at byte 2 is not one key and one value, as in `a{sv}`"),
        ("a{", "the entry at byte 2 is not one key and one value, as in `a{sv}`"),
        ("a{}", "the entry at byte 2 is not one key and one value, as in `a{sv}`"),
        ("a{svv}", "the entry at byte 2 is not one key and one value, as in `a{sv}`"),
        ("a{sv", "the entry at byte 2 is not one key and one value, as in `a{sv}`"),
    ]) func `what is wrong is named, and where`(_ text: String, _ sentence: String) {
        #expect(fault(of: text)?.description == sentence)
    }

    @Test func `bytes and depth have limits`() {
        let long = fault(of: String(repeating: "y", count: 256))
        #expect(long?.description == "it has 256 bytes, and a signature has 255 at most")
        let arrays = fault(of: String(repeating: "a", count: 33) + "i")
        #expect(arrays?.reason == .tooDeep && arrays?.offset == 32)
        let structures = fault(of: String(repeating: "(", count: 33) + "i" + String(repeating: ")", count: 33))
        #expect(structures?.reason == .tooDeep && structures?.offset == 32)
    }

    @Test(arguments: good) func `each beginning of a signature is one, or its fault is in it`(_ text: String) {
        for count in 0...text.utf8.count {
            let beginning = String(text.prefix(count))
            guard let fault = fault(of: beginning) else { continue }
            #expect(fault.offset < count, "\(beginning): \(fault)")
        }
    }

    @Test func `libsystemd takes the same signatures`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: bus.address)
            defer { connection.close() }
            var generator = SeededGenerator(for: #function)
            let letters = Array("ybnqiuxtdsoghvaaa((){}{s}z")
            let texts =
                Self.good.map { $0 }
                + (0..<3_000).map { _ in
                    String(
                        (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                            letters[Int.random(in: letters.indices, using: &generator)]
                        })
                }
            var taken = 0
            for text in texts {
                let answer = connection.answer(to: Self.call(with: .signature(text)), on: loop)
                // The bus refuses the call, which has a value too many, and libsystemd one that it cannot write.
                let isTaken = if case .failure(.unsendable) = answer { false } else { true }
                // libsystemd takes a lone entry as the signature of a variant's contents.
                if !text.contains("{") { #expect(isTaken == (fault(of: text) == nil), "\(text)") }
                if fault(of: text) == nil { #expect(isTaken, "\(text)") }
                taken += isTaken ? 1 : 0
            }
            #expect(taken > 200)
        }
    }

    static func call(with value: BusValue) -> BusCall {
        BusCall(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "GetId",
            [value])
    }
}

@Suite struct BusNameTests {
    static let names: [(text: String, kinds: Set<BusName>)] = [
        ("org.example.Player", [.service, .interface]), ("org.example.my-player", [.service]),
        ("a.b", [.service, .interface]), ("_a._b", [.service, .interface]), ("Play", [.member]), ("_", [.member]),
        ("Play2", [.member]), ("/", [.path]), ("/org/example/Player", [.path]), ("/7/_", [.path]),
        (":1.7", []), ("", []), ("org", [.member]), ("org.", []), (".org", []), ("org..example", []),
        ("org.7zip", []), ("2Play", []), ("Play-now", []), ("Play now", []), ("org.example.é", []), ("Plé", []),
        ("org.example.$(x)", []), ("//", []), ("/a/", []), ("/a//b", []), ("/a-b", []), ("/é", []), ("a/b", []),
        ("org/example", []), ("org.example\0.x", []),
        (String(repeating: "a", count: 255), [.member]), (String(repeating: "a", count: 256), []),
        ("a." + String(repeating: "a", count: 253), [.service, .interface]),
        ("a." + String(repeating: "a", count: 254), []),
    ]

    @Test(arguments: names) func `a name is good for its kinds alone`(_ text: String, _ kinds: Set<BusName>) {
        for kind in BusName.allCases {
            let fault = kind.fault(of: text)
            #expect((fault == nil) == kinds.contains(kind), "\(kind): \(fault ?? "good")")
        }
    }

    @Test(arguments: [
        (BusName.service, "org", "has no `.`"), (.service, "", "is empty"), (.interface, "org..x", "has an empty part"),
        (.service, ":1.7", "is the name of one connection, and of no service"),
        (.interface, "org.7zip", "has a part that begins with a digit"),
        (.member, "Plé", "has a character that is not allowed: `é`"),
        (.path, "org/x", "does not begin with `/`"), (.path, "/a/", "has an empty part"),
        (.member, String(repeating: "a", count: 256), "is longer than 255 bytes"),
    ]) func `what is wrong with a name is said`(_ kind: BusName, _ text: String, _ reason: String) {
        #expect(kind.fault(of: text) == reason)
    }

    @Test func `libsystemd takes the same names`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: bus.address)
            defer { connection.close() }
            for (text, kinds) in Self.names where !text.contains("\0") && !text.hasPrefix(":") {
                for kind in BusName.allCases {
                    let own = "org.freedesktop.DBus"
                    let call = BusCall(
                        kind == .service ? text : own, path: kind == .path ? text : "/org/freedesktop/DBus",
                        interface: kind == .interface ? text : own, member: kind == .member ? text : "GetId")
                    let answer = connection.answer(to: call, on: loop)
                    // libsystemd 252 sends a member that begins with a digit, and the bus ends the connection.
                    let isTaken =
                        switch answer {
                        case .failure(.unsendable), .failure(.lost): false
                        case .success, .failure: true
                        }
                    // It leaves an empty interface out of the message.
                    if !text.isEmpty { #expect(isTaken == kinds.contains(kind), "\(kind) \(text): \(answer)") }
                }
            }
        }
    }
}
