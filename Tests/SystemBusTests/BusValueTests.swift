import LoopedBus
import SystemBus
import TestSupport
import Testing
import Varlink

@Suite struct BusValueTests {
    static let samples: [(value: BusValue, type: String, json: String)] = [
        (.string("ä\n\"'"), "s", #""ä\n\"'""#), (.objectPath("/a/b"), "o", #""/a/b""#),
        (.signature("a{sv}"), "g", #""a{sv}""#), (.byte(255), "y", "255"), (.boolean(true), "b", "true"),
        (.int16(.min), "n", "-32768"), (.uint16(.max), "q", "65535"), (.int32(.min), "i", "-2147483648"),
        (.uint32(.max), "u", "4294967295"), (.int64(.min), "x", "-9223372036854775808"),
        (.uint64(.max), "t", "18446744073709551615"), (.uint64(1 << 63 - 1), "t", "9223372036854775807"),
        (.double(0.1), "d", "0.1"), (.double(-3), "d", "-3.0"), (.double(1e300), "d", "1e+300"),
        (.double(.infinity), "d", "null"), (.bytes([0, 255]), "ay", "[0,255]"), (.bytes([]), "ay", "[]"),
        (.structure([.string("a"), .uint32(1)]), "(su)", #"["a",1]"#),
        (.array([], of: "s"), "as", "[]"), (.array([.string("a")], of: "s"), "as", #"["a"]"#),
        (.array([.array([.int64(-1)], of: "x")], of: "ax"), "aax", "[[-1]]"),
        (.variant(.variant(.int32(7))), "v", "7"), (.array([.variant(.boolean(false))], of: "v"), "av", "[false]"),
        (.entries(of: "sv", []), "a{sv}", "{}"),
        (
            .entries(of: "sv", [(.string("n"), .variant(.uint64(7))), (.string("t"), .variant(.string("x")))]), "a{sv}",
            #"{"n":7,"t":"x"}"#
        ),
        (.entries(of: "oas", [(.objectPath("/a"), .array([], of: "s"))]), "a{oas}", #"{"/a":[]}"#),
        (.entries(of: "us", [(.uint32(1), .string("a"))]), "a{us}", #"[[1,"a"]]"#),
    ]

    @Test(arguments: samples) func `a value has its type, and is written as JSON`(
        _ value: BusValue, _ type: String, _ json: String
    ) {
        #expect(value.type == type)
        #expect("\(value.json)" == json)
    }

    @Test func `of a key that occurs twice the first value counts`() {
        let twice = BusValue.entries(of: "su", [(.string("a"), .uint32(1)), (.string("a"), .uint32(2))])
        #expect("\(twice.json)" == #"{"a":1}"# && twice["a"] == .uint32(1))
    }

    @Test func `every value comes back from a service as it was sent`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        guard try bus.startEcho(for: #function) else { return }
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: bus.address)
            defer { connection.close() }
            func echo(_ values: [BusValue]) -> Result<[BusValue], BusError> {
                let call = BusCall(PrivateBus.echo, path: "/", interface: PrivateBus.echo, member: "Echo", values)
                return connection.answer(to: call, on: loop)
            }
            for sample in Self.samples { #expect(echo([sample.value]) == .success([sample.value])) }
            var generator = SeededGenerator(for: #function)
            for _ in 0..<300 {
                let count = Int.random(in: 1...5, using: &generator)
                let values = (0..<count).map { _ in BusValue.random(depth: 3, using: &generator) }
                #expect(echo(values) == .success(values))
            }
            let deep = (0..<17).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
            #expect(echo([deep]) == .failure(.unreadable))
            let bytes = BusValue.bytes(Array(repeating: 7, count: BusConnection.valueLimit))
            #expect(echo([bytes]) == .failure(.tooLarge(limit: BusConnection.valueLimit)))
        }
    }
}

extension BusValue {
    fileprivate static func random(depth: Int, using generator: inout SeededGenerator) -> BusValue {
        let bits = generator.next()
        switch Int.random(in: 0..<(depth > 0 ? 17 : 13), using: &generator) {
        case 0: return .string(String(repeating: "\u{1F600}é", count: Int(bits % 4)))
        case 1: return .objectPath("/a\(bits)")
        case 2: return .signature("a{sv}")
        case 3: return .byte(UInt8(truncatingIfNeeded: bits))
        case 4: return .boolean(bits % 2 == 0)
        case 5: return .int16(Int16(truncatingIfNeeded: bits))
        case 6: return .uint16(UInt16(truncatingIfNeeded: bits))
        case 7: return .int32(Int32(truncatingIfNeeded: bits))
        case 8: return .uint32(UInt32(truncatingIfNeeded: bits))
        case 9: return .int64(Int64(truncatingIfNeeded: bits))
        case 10: return .uint64(bits)
        case 11: return .double(Double(Int64(truncatingIfNeeded: bits)) / 3)
        case 12: return .bytes(Array(repeating: UInt8(truncatingIfNeeded: bits), count: Int(bits % 9)))
        case 13: return .variant(random(depth: depth - 1, using: &generator))
        case 14:
            return .structure((0...Int(bits % 3)).map { _ in random(depth: depth - 1, using: &generator) })
        case 15:
            let element = random(depth: depth - 1, using: &generator)
            // Of bytes the reader makes `bytes`.
            guard element.type != "y" else { return element }
            return .array(Array(repeating: element, count: Int(bits % 3) + 1), of: element.type)
        default:
            let value = random(depth: depth - 1, using: &generator)
            return .entries(of: "s" + value.type, [(.string("a"), value), (.string("b"), value)])
        }
    }
}
