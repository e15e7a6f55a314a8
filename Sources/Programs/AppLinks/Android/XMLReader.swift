// A reader of the part of XML that manifests need: elements, attributes, comments, processing instructions, CDATA sections.
// A document type is refused: entities that a file declares can make it grow without bound, or name other files. The entities
// are the five of XML and the numbers of characters. Texts between elements are passed, because manifests have none.

/// An element that begins or ends.
enum XMLEvent: Equatable {
    case start(name: String, attributes: [(name: String, value: String)], line: Int)
    case end(name: String)

    static func == (left: XMLEvent, right: XMLEvent) -> Bool {
        switch (left, right) {
        case (.start(let name, let mine, let line), .start(let other, let its, let place)):
            name == other && line == place && mine.elementsEqual(its, by: ==)
        case (.end(let name), .end(let other)): name == other
        case (.start, .end), (.end, .start): false
        }
    }
}

/// Reads the elements of an XML file.
struct XMLReader {
    /// *Units*: elements inside one another.
    private static let depthLimit = 64
    /// *Units*: attributes of one element.
    private static let attributeLimit = 256

    private let bytes: [UInt8]
    private var offset: Int
    private var open: [String] = []
    private var pendingEnd: String?
    private var isBegun = false
    /// The line of `countedOffset`, so that lines are counted once.
    private var line = 1
    private var countedOffset = 0

    /// Begins at the first byte.
    ///
    /// *Throws*: for a file that is not UTF-8.
    init(_ bytes: [UInt8]) throws(AppLinkError) {
        guard bytes.count <= AppLinkLimits.bytes else {
            throw AppLinkError("the file has more than \(AppLinkLimits.bytes) bytes")
        }
        if bytes.starts(with: [0x03, 0x00, 0x08, 0x00]) {
            throw AppLinkError(
                "the manifest is compiled",
                help: "print its text: apkanalyzer manifest print FILE.apk > AndroidManifest.xml")
        }
        guard (try? UTF8Span(validating: bytes.span)) != nil else { throw AppLinkError("the file is not UTF-8") }
        self.bytes = bytes
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next start or end of an element; nil at the end of the file.
    mutating func next() throws(AppLinkError) -> XMLEvent? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while true {
            try passText()
            guard offset < bytes.count else {
                if let name = open.last { throw fault("the element `\(name)` is not closed") }
                guard isBegun else { throw fault("the file has no element") }
                return nil
            }
            if starts("<!--") {
                try pass(to: "-->", of: "comment")
            } else if starts("<![CDATA[") {
                try pass(to: "]]>", of: "CDATA section")
            } else if starts("<?") {
                try pass(to: "?>", of: "processing instruction")
            } else if starts("<!") {
                throw fault("a document type is not read: its entities could stand for anything")
            } else if starts("</") {
                return try end()
            } else {
                return try start()
            }
        }
    }

    // MARK: Markup

    private mutating func passText() throws(AppLinkError) {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
            guard !open.isEmpty || Self.isBlank(bytes[offset]) else { throw fault("text stands outside of elements") }
            offset += 1
        }
    }

    private mutating func pass(to end: String, of kind: String) throws(AppLinkError) {
        let start = offset
        offset += 2
        while offset < bytes.count {
            if starts(end) {
                offset += end.utf8.count
                return
            }
            offset += 1
        }
        offset = start
        throw fault("a \(kind) is not closed")
    }

    private mutating func end() throws(AppLinkError) -> XMLEvent {
        let place = offset
        offset += 2
        let name = try self.name()
        passBlanks()
        guard take(">") else { throw fault("`>` is missing behind </\(name)") }
        guard open.last == name else {
            offset = place
            throw fault(open.last.map { "</\(name)> closes `\($0)`" } ?? "</\(name)> closes nothing")
        }
        open.removeLast()
        return .end(name: name)
    }

    private mutating func start() throws(AppLinkError) -> XMLEvent {
        guard !isBegun || !open.isEmpty else { throw fault("a second element stands outside of the first") }
        let line = currentLine
        offset += 1
        let name = try self.name()
        var attributes: [(name: String, value: String)] = []
        while true {
            let hasBlank = passBlanks()
            if take("/>") {
                (isBegun, pendingEnd) = (true, name)
                break
            }
            if take(">") {
                guard open.count < Self.depthLimit else {
                    throw fault("elements are nested more than \(Self.depthLimit) deep")
                }
                isBegun = true
                open.append(name)
                break
            }
            guard hasBlank else { throw fault("a blank is missing in <\(name)") }
            let attribute = try self.attribute()
            guard attributes.count < Self.attributeLimit, !attributes.contains(where: { $0.name == attribute.name })
            else {
                throw fault("<\(name) has the attribute `\(attribute.name)` twice, or too many attributes")
            }
            attributes.append(attribute)
        }
        return .start(name: name, attributes: attributes, line: line)
    }

    private mutating func attribute() throws(AppLinkError) -> (name: String, value: String) {
        let name = try self.name()
        passBlanks()
        guard take("=") else { throw fault("`=` is missing behind the attribute `\(name)`") }
        passBlanks()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
            throw fault("the value of `\(name)` has no quotes")
        }
        let quote = bytes[offset]
        offset += 1
        var value: [UInt8] = []
        while offset < bytes.count, bytes[offset] != quote {
            switch bytes[offset] {
            case UInt8(ascii: "<"): throw fault("a `<` stands in the value of `\(name)`")
            case UInt8(ascii: "&"): value += try entity()
            case let byte:
                value.append(Self.isBlank(byte) ? 0x20 : byte)
                offset += 1
            }
        }
        guard offset < bytes.count else { throw fault("the value of `\(name)` is not closed") }
        offset += 1
        return (name, String(decoding: value, as: UTF8.self))
    }

    private mutating func entity() throws(AppLinkError) -> [UInt8] {
        let body = bytes[(offset + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard body.endIndex < bytes.count, bytes[body.endIndex] == UInt8(ascii: ";"),
            let text = Self.text(ofEntity: String(decoding: body, as: UTF8.self))
        else { throw fault("an entity is not one of &lt; &gt; &amp; &quot; &apos; and &#number;") }
        offset = body.endIndex + 1
        return text
    }

    private static func text(ofEntity name: String) -> [UInt8]? {
        switch name {
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "amp": return Array("&".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default:
            guard name.hasPrefix("#"), !name.contains("+"), !name.contains("-") else { return nil }
            let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
            guard let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10), number >= 0x20 || number == 9,
                let scalar = Unicode.Scalar(number)
            else { return nil }
            return Array(String(scalar).utf8)
        }
    }

    // MARK: Bytes

    private mutating func name() throws(AppLinkError) -> String {
        let name = bytes[offset...].prefix { byte in
            !Self.isBlank(byte) && !"/>=<\"'&".utf8.contains(byte)
        }
        guard !name.isEmpty, name.count <= 256 else { throw fault("a name is missing or too long") }
        offset = name.endIndex
        return String(decoding: name, as: UTF8.self)
    }

    @discardableResult
    private mutating func passBlanks() -> Bool {
        let start = offset
        while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
        return offset > start
    }

    private mutating func take(_ text: String) -> Bool {
        guard starts(text) else { return false }
        offset += text.utf8.count
        return true
    }

    private func starts(_ text: String) -> Bool { offset < bytes.count && bytes[offset...].starts(with: text.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private var currentLine: Int {
        mutating get {
            line += bytes[countedOffset..<offset].count { $0 == 0x0A }
            countedOffset = offset
            return line
        }
    }

    private func fault(_ sentence: String) -> AppLinkError { AppLinkError(sentence, at: .init(offset, in: bytes)) }
}
