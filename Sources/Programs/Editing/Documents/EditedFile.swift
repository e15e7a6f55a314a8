import Varlink

/// A text that an editor has open.
struct EditedFile {
    /// What a file is read as.
    enum Kind {
        case table, cases
    }

    let uri: String
    let path: String
    let kind: Kind
    var version: Int64
    private(set) var bytes: [UInt8]
    private(set) var lines: LineMap
    private let unit: ColumnUnit

    init(uri: String, language: String, version: Int64, text: String, unit: ColumnUnit) {
        (self.uri, self.version, self.unit) = (uri, version, unit)
        path = FileURI.path(of: uri)
        kind = Self.kind(of: path, language: language)
        bytes = Array(text.utf8)
        lines = LineMap(bytes, unit: unit)
    }

    /// Changes the text as an editor says: a range and its new text, or the whole new text.
    ///
    /// *Throws*: that a change has not the form that it should have; the changes before it were made.
    mutating func apply(_ changes: [Value]) throws(RPCFault) {
        for change in changes {
            guard let text = change["text"]?.text else { throw .parameters("a change has a `text`") }
            guard let range = change["range"], range != .null else {
                bytes = Array(text.utf8)
                lines = LineMap(bytes, unit: unit)
                continue
            }
            let (start, end) = (
                lines.offset(of: try .init(range["start"])), lines.offset(of: try .init(range["end"]))
            )
            guard start <= end else { throw .parameters("a range ends before it begins") }
            bytes.replaceSubrange(start..<end, with: text.utf8)
            lines = LineMap(bytes, unit: unit)
        }
    }

    /// A file of cases by its name, or by what the editor says of a file without one.
    static func kind(of path: String, language: String = "") -> Kind {
        if path.hasSuffix(".cases") { return .cases }
        return !path.hasSuffix(".conf") && language.contains("cases") ? .cases : .table
    }
}

extension EditorPosition {
    /// A place as an editor writes it.
    init(_ value: Value?) throws(RPCFault) {
        guard let line = value?["line"]?.int.flatMap(Int.init(exactly:)),
            let column = value?["character"]?.int.flatMap(Int.init(exactly:)), line >= 0, column >= 0
        else { throw .parameters("a position has a `line` and a `character`") }
        self.init(line: line, column: column)
    }
}
