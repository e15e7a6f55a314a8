// The names of systemd's services, and texts as parts of them:
//
//     backup.service              a unit of its own
//     play@7.service              the instance `7` of the template `play@.service`
//     play@a-b\x2dc.service       the instance for the text `a/b-c`: a name holds few characters, so it is escaped
//
// systemd decides by the bytes of a name which unit it is, and a `/`, `@` or newline of a value must not choose another. So a
// value is escaped as systemd-escape(1) does, and the whole name is checked against the grammar. The unit gets the text back
// by `%I`. On the bus a unit is an object, and its path has the name escaped once more, in another way.
//
// Sources: systemd.unit(5), "String Escaping for Inclusion in Unit Names"; systemd's src/basic/unit-name.c and the function
// bus_label_escape, compared with systemd-escape 252 by a test.

/// The name of a service that can be started.
package struct UnitName: Hashable, Sendable {
    /// *Units*: bytes of a whole name.
    package static let byteLimit = 255
    /// *Units*: bytes of one escaped byte.
    package static let escapedByteLimit = 4
    private static let suffix = ".service"

    /// *Shape*: `NAME.service` or `NAME@INSTANCE.service`, of letters, digits and `:-_.\`; an instance may have `@` too.
    package let text: String

    /// Takes a name as it is written; nil for one that no service can have, and for a template without an instance.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.byteLimit, text.hasSuffix(Self.suffix) else { return nil }
        let stem = bytes.dropLast(Self.suffix.utf8.count)
        guard !stem.isEmpty, stem.allSatisfy({ Self.isPlain($0) || $0 == UInt8(ascii: "@") }) else { return nil }
        let at = stem.firstIndex(of: UInt8(ascii: "@"))
        guard at != stem.startIndex, at != stem.index(before: stem.endIndex) else { return nil }
        self.text = text
    }

    /// The template that it is an instance of, `play@.service`; nil for a unit of its own.
    package var template: String? {
        text.utf8.firstIndex(of: UInt8(ascii: "@")).map { text[...$0] + Self.suffix }
    }

    /// The path of its object on the bus.
    package var objectPath: String { "/org/freedesktop/systemd1/unit/" + Self.label(for: text) }

    // MARK: Escaping

    /// A text as a part of a name, as `systemd-escape` prints it: `/` becomes `-`, and a byte that a name cannot have, `-`, `\`
    /// or a `.` at the beginning becomes `\x2d`.
    ///
    /// *Units*: at most four bytes for each byte of the text.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for (place, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "/"): escaped.append("-")
            case UInt8(ascii: "-"), UInt8(ascii: "\\"): escaped += "\\x" + hex(byte)
            case UInt8(ascii: ".") where place == 0: escaped += "\\x" + hex(byte)
            case _ where isPlain(byte): escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "\\x" + hex(byte)
            }
        }
        return escaped
    }

    /// A name as the last part of an object's path.
    private static func label(for text: String) -> String {
        var label = ""
        for (place, byte) in text.utf8.enumerated() {
            if isLetter(byte) || (isDigit(byte) && place > 0) {
                label.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                label += "_" + hex(byte)
            }
        }
        return label
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || ":-_.\\".utf8.contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension UnitName: CustomStringConvertible {
    package var description: String { text }
}

/// What may be done to a unit.
package enum UnitVerb: String, CaseIterable, Sendable {
    case start
    case restart
    case reload
}
