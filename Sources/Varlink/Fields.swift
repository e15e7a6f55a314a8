internal import Contract

/// Typed access to the members of one object of a reply.
///
/// *Shape*: members that nobody asks for are ignored, so that services can extend what they answer; a `null` is the
/// same as an absent member.
///
/// *Throws*: `field`, with the path of the member and what it should have been.
struct Fields {
    /// What `field` says was expected where a word is none that this program knows.
    static let knownWord = "a known word"

    private let object: Value
    private let path: String

    /// Reads an object.
    ///
    /// *Throws*: `field` where it is none.
    init(_ object: Value, path: String) throws(FramingError) {
        guard object.members != nil else { throw .field(name: path, expected: "object") }
        self.object = object
        self.path = path
    }

    /// The text of that name.
    func text(_ name: String) throws(FramingError) -> String {
        try required(name, "string", textIfPresent(name))
    }

    /// The text of that name, or nil where there is none.
    func textIfPresent(_ name: String) throws(FramingError) -> String? {
        try member(name, "string") { $0.text }
    }

    /// The flag of that name.
    func flag(_ name: String) throws(FramingError) -> Bool {
        try required(name, "bool", member(name, "bool") { $0.flag })
    }

    /// The flag of that name, or nil where there is none.
    func flagIfPresent(_ name: String) throws(FramingError) -> Bool? {
        try member(name, "bool") { $0.flag }
    }

    /// The integer of that name, if it fits.
    func integer<Number: FixedWidthInteger>(_ name: String) throws(FramingError) -> Number {
        try required(name, "int", integerIfPresent(name))
    }

    /// The integer of that name, or nil where there is none.
    func integerIfPresent<Number: FixedWidthInteger>(_ name: String) throws(FramingError) -> Number? {
        try member(name, "int") { $0.int.flatMap(Number.init(exactly:)) }
    }

    /// A word out of a set that this program knows.
    func word<Word: RawRepresentable<String>>(_ name: String) throws(FramingError) -> Word {
        try required(name, "string", wordIfPresent(name))
    }

    /// The word of that name, or nil where there is none.
    func wordIfPresent<Word: RawRepresentable<String>>(_ name: String) throws(FramingError) -> Word? {
        try member(name, Self.knownWord) { $0.text.flatMap(Word.init(rawValue:)) }
    }

    /// The texts of the array of that name; empty where there is none.
    func texts(_ name: String) throws(FramingError) -> [String] {
        try elements(name)?.map { element throws(FramingError) in
            guard let text = element.text else { throw FramingError.field(name: path(name), expected: "[]string") }
            return text
        } ?? []
    }

    /// Any value of that name.
    func value(_ name: String) -> Value? {
        guard let value = object[name], value != .null else { return nil }
        return value
    }

    /// The members of the object of that name; empty where there is none.
    func members(_ name: String) throws(FramingError) -> [Value.Member] {
        try member(name, "object") { $0.members } ?? []
    }

    /// The object of that name, read by `read`.
    func object<Result>(
        _ name: String, _ read: (Fields) throws(FramingError) -> Result
    ) throws(FramingError) -> Result? {
        guard let value = value(name) else { return nil }
        return try read(Fields(value, path: path(name)))
    }

    /// The objects of the array of that name, each read by `read`; nil where there is no array.
    func objects<Result>(
        _ name: String, _ read: (Fields) throws(FramingError) -> Result
    ) throws(FramingError) -> [Result]? {
        guard let elements = try elements(name) else { return nil }
        var results: [Result] = []
        for (index, element) in elements.enumerated() {
            results.append(try read(Fields(element, path: "\(path(name))[\(index)]")))
        }
        return results
    }

    private func elements(_ name: String) throws(FramingError) -> [Value]? {
        try member(name, "array") { $0.elements }
    }

    private func member<Result>(
        _ name: String, _ expected: String, _ read: (Value) -> Result?
    ) throws(FramingError) -> Result? {
        guard let value = value(name) else { return nil }
        guard let result = read(value) else { throw .field(name: path(name), expected: expected) }
        return result
    }

    /// What was read, or the error that it is missing.
    func required<Result>(_ name: String, _ expected: String, _ result: Result?) throws(FramingError) -> Result {
        guard let result else { throw .field(name: path(name), expected: expected) }
        return result
    }

    private func path(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
