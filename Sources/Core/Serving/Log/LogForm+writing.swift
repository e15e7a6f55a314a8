import Conf
import EventLoop
import HostSystem

extension LogForm {
    /// Begins a line, or an entry of the journal, with its message; the pairs follow.
    func begin(_ level: LogLevel, _ message: LogMessage, in line: inout LineRoom) {
        switch self {
        case .plain: line.append(literal: message.text)
        case .terminal(let hasColours):
            line.append(HostClock.timeOfDay)
            line.append(UInt8(ascii: " "))
            let colour = hasColours ? level.colour : nil
            if let colour { line.append(literal: colour) }
            line.append(literal: message.text)
            if colour != nil { line.append(literal: "\u{1B}[0m") }
        case .journal:
            line.append(literal: "MESSAGE=")
            line.append(literal: message.text)
        }
    }

    /// Begins the fields of an entry behind its pairs; false for a line, which has none.
    ///
    /// The message is the first field and the priority the second, as `JournalOutput` expects them.
    func beginFields(_ level: LogLevel, _ message: LogMessage, in line: inout LineRoom) -> Bool {
        guard case .journal = self else { return false }
        line.append(literal: "\nPRIORITY=")
        line.append(level.priority)
        line.append(literal: "\nSYSLOG_IDENTIFIER=deeplinkd\n")
        if let id = message.id {
            line.append(literal: "MESSAGE_ID=")
            line.append(literal: id)
            line.append(UInt8(ascii: "\n"))
        }
        return true
    }
}

extension LineRoom {
    /// Appends the value of a pair: in quotes where it could be taken for more than one, with quotes and backslashes in them
    /// escaped, and without control characters.
    mutating func append(value: Span<UInt8>) {
        guard !value.isPlain else { return append(value) }
        let text = String(copying: value)
        let needsQuotes = text.isEmpty || text.utf8.contains { $0 == 0x20 || $0 == 0x22 }
        let quoted = "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
        append(Escaping.printable(needsQuotes ? quoted : text))
    }

    /// Appends a pair, unless the value is empty.
    mutating func append(key: StaticString, _ value: Span<UInt8>) {
        guard !value.isEmpty else { return }
        append(literal: key)
        append(value: value)
    }

    /// Appends a field of an entry, unless the value is `-`, which says that there is none.
    mutating func append(field name: String, _ value: Span<UInt8>) {
        guard !(value.count == 1 && value[0] == UInt8(ascii: "-")) else { return }
        append(name)
        append(UInt8(ascii: "="))
        if value.isPlain { append(value) } else { append(Escaping.printable(String(copying: value))) }
        append(UInt8(ascii: "\n"))
    }
}

extension Span<UInt8> {
    /// False for an empty value, and for one that may need quotes or escapes: with a byte up to the quote, a backslash, or one
    /// that is not ASCII.
    fileprivate var isPlain: Bool {
        for index in indices {
            let byte = self[index]
            guard byte &- 0x23 < 0x5C, byte != UInt8(ascii: "\\") else { return false }
        }
        return !isEmpty
    }
}

extension String {
    /// The text of UTF-8, mended where it is not valid.
    fileprivate init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in bytes.indices { copy.append(bytes[index]) }
        self.init(decoding: copy, as: UTF8.self)
    }
}
