// Key files, as GLib reads them: desktop entries, lists of default applications, and the cache of MIME types.
//
//     [Default Applications]
//     x-scheme-handler/podcast=org.example.Player.desktop;
//
// A group that stands twice is one group, and of a key that stands twice the last line counts. A line that GLib cannot read
// makes it refuse the whole file, which then counts as empty.

/// The groups and keys of a file.
package struct KeyFile {
    /// The reason why GLib refuses a file.
    package struct Fault: Equatable, Sendable {
        /// *Units*: lines, from 1.
        package let line: Int
        package let reason: String
    }

    /// *Units*: bytes of one file.
    package static let byteLimit = 1 << 20

    /// Nil for a file that GLib takes.
    package private(set) var fault: Fault?
    /// The name of the group that stands first; nil for a file without groups.
    private(set) var firstGroup: String?
    private var groups: [String: [String: [UInt8]]] = [:]

    /// Reads a file.
    package init(_ bytes: [UInt8]) {
        var group: String?
        for (number, line) in TextLines(bytes).lines.enumerated() where fault == nil {
            switch KeyFileLine(line.content) {
            case .blank: continue
            case .group(let name):
                group = String(decoding: name, as: UTF8.self)
                firstGroup = firstGroup ?? group
            case .pair(let key, let valueStart):
                guard let group else {
                    refuse(number, "a key stands before the first group")
                    continue
                }
                let value = line.content[valueStart...].prefix { $0 != 0 }
                groups[group, default: [:]][String(decoding: key, as: UTF8.self)] = Array(value)
            case .fault(let reason): refuse(number, reason)
            }
        }
    }

    private mutating func refuse(_ number: Int, _ reason: String) {
        fault = Fault(line: number + 1, reason: reason)
        (firstGroup, groups) = (nil, [:])
    }

    /// The keys of a group, in no order.
    package func keys(of group: String) -> [String] { groups[group].map { Array($0.keys) } ?? [] }

    /// The value of a key; nil if there is none, or one that is not UTF-8 or has an unknown escape.
    package func text(_ key: String, of group: String) -> String? {
        groups[group]?[key].flatMap { Self.unescaped($0, separator: nil) }
    }

    /// The elements of a list; nil as for `text`.
    package func list(_ key: String, of group: String) -> [String]? {
        guard let value = groups[group]?[key] else { return nil }
        let texts = Self.elements(value).map { Self.unescaped($0, separator: UInt8(ascii: ";")) }
        return texts.contains(nil) ? nil : texts.compactMap(\.self)
    }

    /// Whether the value of a key is true.
    package func flag(_ key: String, of group: String) -> Bool {
        let word = groups[group]?[key].map { $0.reversed().drop(while: KeyFileLine.isSpace).reversed() } ?? []
        return word.elementsEqual("true".utf8) || word.elementsEqual("1".utf8)
    }

    /// A value with its escapes read; nil where GLib reads none.
    private static func unescaped(_ value: [UInt8], separator: UInt8?) -> String? {
        var (text, isEscaped) = ([UInt8](), false)
        for byte in value {
            if isEscaped {
                guard let meant = meaning(ofEscape: byte, separator) else { return nil }
                text.append(meant)
            } else if byte != UInt8(ascii: "\\") {
                text.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return isEscaped ? nil : String(validating: text, as: UTF8.self)
    }

    /// Splits the value of a list at the semicolons that are not escaped.
    package static func elements(_ value: [UInt8]) -> [[UInt8]] {
        var (elements, element, isEscaped) = ([[UInt8]](), [UInt8](), false)
        for byte in value {
            if byte == UInt8(ascii: ";"), !isEscaped {
                elements.append(element)
                element = []
            } else {
                element.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return element.isEmpty ? elements : elements + [element]
    }

    private static func meaning(ofEscape byte: UInt8, _ separator: UInt8?) -> UInt8? {
        switch byte {
        case UInt8(ascii: "s"): 0x20
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "\\"): byte
        default: byte == separator ? byte : nil
        }
    }

    /// A text as the value of a key: on one line, with its line ends escaped.
    ///
    /// *Shape*: `a\nb` for a line feed; other control characters become blanks.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += #"\\"#
            case "\n": result += #"\n"#
            case "\t": result += #"\t"#
            case "\r": result += #"\r"#
            case " " where result.isEmpty: result += #"\s"#
            case _ where scalar.properties.generalCategory == .control: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
