internal import Varlink

/// A JSON object that `--format json` prints; members that are nil are left out.
struct JSONObject: WireValue, ExpressibleByDictionaryLiteral {
    private let members: [(name: String, value: any WireValue)]

    /// *Shape*: the names need no escapes.
    init(dictionaryLiteral members: (String, (any WireValue)?)...) {
        self.members = members.compactMap { name, value in
            // An optional that was not unwrapped on the way here is blank if it is nil.
            guard let value, !type(of: value).mayBeAbsent || !value.isBlank else { return nil }
            return (name, value)
        }
    }

    static var kind: WireKind { .object }

    static func read(_ value: Varlink.Value, at path: String) throws(FramingError) -> JSONObject {
        throw .field(name: path, expected: "an object that is only written")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in members { writer.value(name, value) }
        writer.endObject()
    }
}
