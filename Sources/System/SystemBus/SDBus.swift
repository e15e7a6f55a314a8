// The typed door to sd-bus (CSystemBus.h): connections and messages as objects that free what they stand for.
//
// What is unsafe here: the two pointers that C gives out, which only these classes hold, and texts, which are passed to C for
// the length of one call and copied out of a message while it is alive. A text with a NUL byte is refused before C would cut
// it short.

internal import CSystemBus
package import HostSystem

/// One connection to a message bus, polled by its owner.
///
/// *Owner/thread*: one thread. The connection is closed when the object is freed, so its descriptor must not be polled then.
@safe package final class SDBus {
    /// The result of one step.
    package enum Step {
        case idle
        case worked
        case message(SDMessage)
        case lost(SystemCode)
    }

    private let bus: OpaquePointer
    /// The number of the last call, while libsystemd has not written all of it.
    ///
    /// It can be lost with the connection, and it cannot be withdrawn.
    package var unsentCall: UInt64? { queuedCount > 0 ? lastCall : nil }
    private var lastCall: UInt64 = 0
    /// How many messages wait in libsystemd up to the last call; its own answers to pings can wait behind it.
    private var queuedCount: UInt64 = 0

    /// Begins to connect; does not wait.
    ///
    /// - Parameter address: as D-Bus writes it, of Unix sockets only: libsystemd starts a program for one of `unixexec:`.
    ///
    /// *Throws*: `libraryMissing`, `addressUnusable`, `noBus`.
    package init(address: String) throws(BusError) {
        guard csystembus_load() == 0 else { throw .libraryMissing }
        let places = address.split(separator: ";")
        guard !places.isEmpty, places.allSatisfy({ $0.hasPrefix("unix:") }), !address.utf8.contains(0) else {
            throw .addressUnusable(address)
        }
        var made: OpaquePointer?
        let answer = unsafe csystembus_open(address, &made)
        guard answer >= 0, let made = unsafe made else {
            throw .noBus(address: address, code: SystemCode(answer: answer))
        }
        unsafe bus = made
    }

    deinit { unsafe csystembus_close(bus) }

    /// What to poll; it belongs to the connection.
    package var descriptor: Int32 { unsafe csystembus_descriptor(bus) }

    /// True while it is made or in use, and not once it ends.
    package var isOpen: Bool { unsafe csystembus_is_open(bus) }

    /// Whether the bus has let this process in.
    package var isReady: Bool { unsafe csystembus_is_ready(bus) }

    /// What to wait for before the next step.
    package var events: (readable: Bool, writable: Bool) {
        unsafe (csystembus_waits_to_read(bus), csystembus_waits_to_write(bus))
    }

    /// Does one thing of what there is to do.
    package func step() -> Step {
        var message: OpaquePointer?
        let (isOpen, before) = unsafe (csystembus_is_open(bus), csystembus_unsent(bus))
        let answer = unsafe csystembus_step(bus, &message)
        // A step writes messages or adds one. When the connection is closed, those that wait are dropped and not written.
        if isOpen {
            let after = unsafe csystembus_unsent(bus)
            queuedCount -= min(queuedCount, before - min(before, after))
        }
        if let message = unsafe message { return .message(unsafe SDMessage(owning: message)) }
        return answer < 0 ? .lost(SystemCode(answer: answer)) : answer == 0 ? .idle : .worked
    }

    /// The error of a connection that was lost: a bus that refused it is not there.
    package func error(ofLoss code: SystemCode, _ address: String, wasSent: Bool) -> BusError {
        isReady || code.name != "ECONNREFUSED" ? .lost(code, wasSent: wasSent) : .noBus(address: address, code: code)
    }

    /// Queues a call, and returns the number that its reply will carry.
    ///
    /// *Throws*: `unsendable`.
    package func send(_ call: BusCall) throws(BusError) -> UInt64 {
        let texts = [call.service, call.path, call.interface, call.member]
        guard texts.allSatisfy({ !$0.utf8.contains(0) }) else { throw .unwritable }
        var made: OpaquePointer?
        let answer = unsafe csystembus_make_call(
            bus, call.service, call.path, call.interface, call.member, call.startsService, &made)
        guard let made = unsafe made else { throw .unsendable(SystemCode(answer: answer)) }
        let message = unsafe SDMessage(owning: made)
        try Self.check(answer)
        for argument in call.arguments { try message.add(argument) }
        var number: UInt64 = 0
        try Self.check(unsafe csystembus_send(bus, made, &number))
        (lastCall, queuedCount) = (number, unsafe csystembus_unsent(bus))
        withExtendedLifetime(message) {}
        return number
    }

    fileprivate static func check(_ answer: Int32) throws(BusError) {
        if answer < 0 { throw .unsendable(SystemCode(answer: answer)) }
    }
}

/// One message, which is written or read from its beginning to its end.
///
/// *Owner/thread*: that of its connection.
@safe package final class SDMessage {
    /// What a message is.
    package enum Kind: Equatable {
        case answer(to: UInt64)
        case refusal(of: UInt64, BusError)
        case signal
        case other
    }

    private let message: OpaquePointer

    @unsafe fileprivate init(owning message: OpaquePointer) { unsafe self.message = message }

    deinit { unsafe csystembus_free(message) }

    /// What the message is.
    package var kind: Kind {
        var number: UInt64 = 0
        switch unsafe csystembus_message_kind(message) {
        case csystembus_return:
            return unsafe csystembus_replies_to(message, &number) < 0 ? .other : .answer(to: number)
        case csystembus_error:
            guard unsafe csystembus_replies_to(message, &number) >= 0 else { return .other }
            let (name, words) = unsafe (text(csystembus_error_name(message)), text(csystembus_error_text(message)))
            return .refusal(of: number, .refused(name: name, text: words, byBus: sender == BusCall.bus))
        case csystembus_signal: return .signal
        default: return .other
        }
    }

    /// The unique name of the connection that sent it, which the bus has written; empty where there is none.
    package var sender: String { unsafe text(csystembus_sender(message)) }

    /// True if it is of this kind, from whichever sender; looks at none of its values.
    package func isSignal(_ signal: BusSignal) -> Bool {
        unsafe text(csystembus_member(message)) == signal.member
            && text(csystembus_interface(message)) == signal.interface && text(csystembus_path(message)) == signal.path
            && csystembus_has_types(message, signal.types)
    }

    private func text(_ found: UnsafePointer<CChar>?) -> String {
        unsafe found.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: Writing

    /// Writes one value after those that were written.
    ///
    /// *Throws*: `unwritable`, `unsendable`.
    func add(_ value: BusValue) throws(BusError) {
        switch value {
        case .string(let text): try add(text, as: "s")
        case .objectPath(let text): try add(text, as: "o")
        case .signature(let text): try add(text, as: "g")
        case .byte(let byte): try add(UInt64(byte), as: "y")
        case .boolean(let isTrue): try add(isTrue ? 1 : 0, as: "b")
        case .int16(let number): try add(UInt64(UInt16(bitPattern: number)), as: "n")
        case .uint16(let number): try add(UInt64(number), as: "q")
        case .int32(let number): try add(UInt64(UInt32(bitPattern: number)), as: "i")
        case .uint32(let number): try add(UInt64(number), as: "u")
        case .int64(let number): try add(UInt64(bitPattern: number), as: "x")
        case .uint64(let number): try add(number, as: "t")
        case .double(let number): try add(number.bitPattern, as: "d")
        case .bytes(let bytes): try add(bytes.map(BusValue.byte), in: "a", of: "y")
        case .structure(let members): try add(members, in: "r", of: members.map(\.type).joined())
        case .array(let elements, let type): try add(elements, in: "a", of: type)
        case .entry(let key, let value): try add([key, value], in: "e", of: key.type + value.type)
        case .variant(let value): try add([value], in: "v", of: value.type)
        case .descriptor(let number): try SDBus.check(unsafe csystembus_add_descriptor(message, number))
        case .other: throw .unwritable
        }
    }

    private func add(_ text: String, as type: Unicode.Scalar) throws(BusError) {
        guard !text.utf8.contains(0) else { throw .unwritable }
        try SDBus.check(unsafe csystembus_add_text(message, Self.code(type), text))
    }

    private func add(_ number: UInt64, as type: Unicode.Scalar) throws(BusError) {
        try SDBus.check(unsafe csystembus_add_number(message, Self.code(type), number))
    }

    private func add(_ values: [BusValue], in type: Unicode.Scalar, of contents: String) throws(BusError) {
        try SDBus.check(unsafe csystembus_begin(message, Self.code(type), contents))
        for value in values { try add(value) }
        try SDBus.check(unsafe csystembus_end(message))
    }

    // MARK: Reading

    /// The values that are left.
    ///
    /// *Throws*: `tooLarge`, `unreadable`.
    package func read(limit: Int) throws(BusError) -> [BusValue] {
        var budget = BusBudget(limit: limit)
        return try values(&budget, depth: 0)
    }

    private func values(_ budget: inout BusBudget, depth: Int) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let (type, contents) = try next() {
            try budget.spend(1)
            values.append(try value(type, contents, &budget, depth))
        }
        return values
    }

    /// The type of the next value, and the contents of a container; nil at the end.
    private func next() throws(BusError) -> (Unicode.Scalar, String)? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let answer = unsafe csystembus_next(message, &type, &contents)
        guard answer >= 0 else { throw .unreadable }
        return answer == 0 ? nil : (Unicode.Scalar(UInt8(bitPattern: type)), unsafe text(contents))
    }

    private func value(
        _ type: Unicode.Scalar, _ contents: String, _ budget: inout BusBudget, _ depth: Int
    ) throws(BusError) -> BusValue {
        switch type {
        case "s": return .string(try readText(type, &budget))
        case "o": return .objectPath(try readText(type, &budget))
        case "g": return .signature(try readText(type, &budget))
        case "y": return .byte(UInt8(truncatingIfNeeded: try readNumber(type)))
        case "b": return .boolean(try readNumber(type) != 0)
        case "n": return .int16(Int16(truncatingIfNeeded: try readNumber(type)))
        case "q": return .uint16(UInt16(truncatingIfNeeded: try readNumber(type)))
        case "i": return .int32(Int32(truncatingIfNeeded: try readNumber(type)))
        case "u": return .uint32(UInt32(truncatingIfNeeded: try readNumber(type)))
        case "x": return .int64(Int64(bitPattern: try readNumber(type)))
        case "t": return .uint64(try readNumber(type))
        case "d": return .double(Double(bitPattern: try readNumber(type)))
        case "a" where contents == "y": return .bytes(try readBytes(&budget))
        case "a", "r", "e", "v": return try container(type, contents, &budget, depth)
        default: return try skip(String(Character(type)))
        }
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ budget: inout BusBudget, _ depth: Int
    ) throws(BusError) -> BusValue {
        guard depth < BusBudget.depth else { throw .unreadable }
        try read(unsafe csystembus_enter(message, Self.code(type), contents))
        let found = try values(&budget, depth: depth + 1)
        try read(unsafe csystembus_exit(message))
        switch type {
        case "a": return .array(found, of: contents)
        case "r": return .structure(found)
        case "e" where found.count == 2: return .entry(found[0], found[1])
        case "v" where found.count == 1: return .variant(found[0])
        default: throw .unreadable
        }
    }

    private func skip(_ type: String) throws(BusError) -> BusValue {
        try read(unsafe csystembus_skip(message, type))
        return .other(type)
    }

    private func readText(_ type: Unicode.Scalar, _ budget: inout BusBudget) throws(BusError) -> String {
        var found: UnsafePointer<CChar>?
        var length = 0
        try read(unsafe csystembus_read_text(message, Self.code(type), &found, &length))
        // Before the text is copied.
        try budget.spend(length)
        return unsafe text(found)
    }

    private func readBytes(_ budget: inout BusBudget) throws(BusError) -> [UInt8] {
        var found: UnsafePointer<UInt8>?
        var length = 0
        try read(unsafe csystembus_read_bytes(message, &found, &length))
        // Before the bytes are copied.
        try budget.spend(length)
        return unsafe Array(UnsafeBufferPointer(start: found, count: length))
    }

    private func readNumber(_ type: Unicode.Scalar) throws(BusError) -> UInt64 {
        var number: UInt64 = 0
        try read(unsafe csystembus_read_number(message, Self.code(type), &number))
        return number
    }

    private func read(_ answer: Int32) throws(BusError) { if answer < 0 { throw .unreadable } }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
