// Reads the result of an outcome as a type of the caller's:
//
//     struct Episode: Decodable { let title: String; let position: UInt?; let tags: [String] }
//     let episode = try outcome.result(as: Episode.self)
//
// The table says in `result` which members an answer has, and of which types; the daemon has checked them.

import Varlink

extension Outcome {
    /// The action's answer as a value of a type, without a cast.
    ///
    /// *Throws*: `DecodingError`: `valueNotFound` where the outcome has no result, and the others where the table's types
    /// are not those of `Answer`; its `codingPath` has the member.
    public func result<Answer: Decodable>(as type: Answer.Type) throws -> Answer {
        guard let value = value["result"] else {
            let context = DecodingError.Context(
                codingPath: [], debugDescription: "the outcome \(code) has no result")
            throw DecodingError.valueNotFound(type, context)
        }
        return try Answer(from: ResultDecoder(value: value, codingPath: []))
    }
}

/// A value that is read, and where it is in the result.
private struct ResultDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.members else { throw mismatch([String: Value].self) }
        return KeyedDecodingContainer(ResultMembers(members: members.byName, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Value].self) }
        return ResultElements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "the result has \(JSONText.text(of: value)) there"))
    }
}

extension ResultDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let flag) = value else { throw mismatch(type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let literal):
            guard let number = Double(literal) else { throw mismatch(type) }
            return number
        case .null, .bool, .string, .array, .object: throw mismatch(type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode<Part: Decodable>(_ type: Part.Type) throws -> Part {
        // A value as it is, for members of the type `object`.
        if let value = value as? Part { return value }
        return try Part(from: self)
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard case .integer(let whole) = value, let number = Number(exactly: whole) else { throw mismatch(type) }
        return number
    }
}

/// The members of an object.
private struct ResultMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Value]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Part: Decodable>(_ type: Part.Type, forKey key: Key) throws -> Part { try decoder(key).decode(type) }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ResultDecoder(value: .object(members.map { Value.Member($0.key, $0.value) }), codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> ResultDecoder {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "the result has no member \(key.stringValue)"))
        }
        return ResultDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// The elements of a list, one after the other.
private struct ResultElements: UnkeyedDecodingContainer {
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(_ index: Int) { intValue = index }
        init?(intValue: Int) { self.init(intValue) }
        init?(stringValue: String) { nil }
    }

    let elements: [Value]
    let codingPath: [any CodingKey]
    var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [Value], codingPath: [any CodingKey]) { (self.elements, self.codingPath) = (elements, codingPath) }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Part: Decodable>(_ type: Part.Type) throws -> Part { try next().decode(type) }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> ResultDecoder {
        let path = codingPath + [Index(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: path, debugDescription: "the list of the result ends here"))
        }
        defer { currentIndex += 1 }
        return ResultDecoder(value: elements[currentIndex], codingPath: path)
    }
}
