/// JSON for people and programs that read lines: the same text as on the socket, without the NUL.
package enum JSONText {
    /// The compact text of a value, on one line.
    package static func text(of value: Value) -> String { text { $0.value(value) } }

    /// The compact text of whatever can be sent, on one line.
    package static func text(of value: some WireValue) -> String { text { value.write(to: &$0) } }

    /// The value that a text stands for.
    ///
    /// *Throws*: `json`.
    package static func value(of text: String) throws(FramingError) -> Value {
        let bytes = Array(text.utf8)
        return try ValueDecoder.decode(bytes.span)
    }

    private static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}
