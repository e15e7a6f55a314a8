package import SystemBus

/// Properties of a service without a file, as systemd's D-Bus interface has them.
package enum TransientService {
    /// The program, with all its words: the first one is its own name.
    package static func program(_ path: String, _ words: [String]) -> (String, BusValue) {
        let words = words.map { BusValue.string(literal($0)) }
        let command = BusValue.structure([.string(path), .array(words, of: "s"), .boolean(false)])
        return ("ExecStart", .array([command], of: "(sasb)"))
    }

    /// The variables that it has beside those of the manager.
    package static func environment(_ variables: [String: String]) -> (String, BusValue) {
        let sorted = variables.sorted { $0.key < $1.key }
        return ("Environment", .array(sorted.map { .string("\($0.key)=\($0.value)") }, of: "s"))
    }

    /// The variables that it does not have.
    package static func withoutVariables(_ names: some Sequence<String>) -> (String, BusValue) {
        ("UnsetEnvironment", .array(names.map(BusValue.string), of: "s"))
    }

    /// *Units*: the value in microseconds.
    package static func time(_ name: String, _ time: Duration) -> (String, BusValue) {
        let (seconds, attoseconds) = time.components
        return (name, .uint64(UInt64(max(0, seconds)) * 1_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000_000)))
    }

    /// An argument in which the manager finds no variable: `$$` is a `$`.
    private static func literal(_ argument: String) -> String {
        let dollar = UInt8(ascii: "$")
        // Byte by byte: for Swift a `$` and a combining accent are one other character.
        return String(decoding: argument.utf8.flatMap { $0 == dollar ? [dollar, dollar] : [$0] }, as: UTF8.self)
    }
}
