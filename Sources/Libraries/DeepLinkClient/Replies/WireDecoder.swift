// Reads a value of the wire as a type of the caller's, without Foundation:
//
//     struct Episode: Decodable { let title: String; let position: UInt?; let tags: [String] }
//     let episode = try value.decoded(as: Episode.self)
//
// Nothing is converted: a text of digits is no number, and 1 is no flag. A number is any number that it equals, so 1.0 is an
// integer, and an integer with up to 128 bits is read without loss. Types of Foundation are not special: read a URL, a date or
// a decimal as a `String` or a number, and make it of that.

import Varlink

extension Value {
    /// The value as a type of the caller's, without a cast.
    ///
    /// ```swift
    /// struct Counts: Decodable { let answers: Int; let bytes: Int }
    /// let counts = try value.decoded(as: Counts.self)
    /// ```
    ///
    /// - Throws: `DecodingError`; its `codingPath` leads to what is missing or of another type.
    public func decoded<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) throws -> Decoded {
        try WireDecoder(value: self, codingPath: []).decode(type)
    }
}

extension Value: Decodable {
    /// Reads any value, for members whose type is not known.
    ///
    /// Members of an object are in the order of their names if the decoder is one for another format.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? WireDecoder {
            self = decoder.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self), number.isFinite {
            self = .number(literal: "\(number)")
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([Value].self) {
            self = .array(elements)
        } else {
            let members = try container.decode([String: Value].self)
            self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
        }
    }
}

/// A value that is read, and the way to it from the whole.
struct WireDecoder: Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Value].self, "an object") }
        return KeyedDecodingContainer(WireMembers(members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Value].self, "an array") }
        return WireElements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// The error of a value of another type.
    ///
    /// - Parameter expected: what the type takes; the type's name if nil.
    private func mismatch(_ type: Any.Type, _ expected: String? = nil) -> DecodingError {
        let found = JSONText.text(of: value).cut(toBytes: 100)
        return .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "expected \(expected ?? "\(type)"), found \(found)"))
    }
}

// MARK: Single values

extension WireDecoder: SingleValueDecodingContainer {
    /// *Units*: integers below it are exact as a `Double`.
    private static let exactDoubles = 0x1p53

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let flag) = value else { throw mismatch(type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try real(type) }
    func decode(_ type: Float.Type) throws -> Float { try real(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    func decode<Part: Decodable>(_ type: Part.Type) throws -> Part { try Part(from: self) }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        switch value {
        case .integer(let whole):
            if let number = Number(exactly: whole) { return number }
        case .number(let literal):
            if let number = Number(literal) { return number }
            // 1.0 and 1e3 are integers too.
            if let double = Double(literal), double.magnitude < Self.exactDoubles, let number = Number(exactly: double)
            {
                return number
            }
        case .null, .bool, .string, .array, .object: break
        }
        throw mismatch(type)
    }

    /// The nearest number; none for one that is beyond the largest.
    private func real<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        switch value {
        case .integer(let whole): return Number(whole)
        case .number(let literal):
            guard let number = Number(literal), number.isFinite else { throw mismatch(type) }
            return number
        case .null, .bool, .string, .array, .object: throw mismatch(type)
        }
    }
}

// MARK: Containers

/// A member or an element on the way to a value.
private struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { self.init(stringValue) }
}

/// The members of an object.
private struct WireMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let names: [String]
    private let members: [String: Value]
    let codingPath: [any CodingKey]

    init(_ members: [Value.Member], codingPath: [any CodingKey]) {
        (names, self.members, self.codingPath) = (members.map(\.name), members.byName, codingPath)
    }

    var allKeys: [Key] { names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Part: Decodable>(_ type: Part.Type, forKey key: Key) throws -> Part { try decoder(key).decode(type) }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(PathKey("super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

    /// Of a member that is missing, so that a class all of whose members are optional needs none.
    private func superDecoder(_ key: any CodingKey) -> WireDecoder {
        WireDecoder(value: members[key.stringValue] ?? .null, codingPath: codingPath + [key])
    }

    private func decoder(_ key: Key) throws -> WireDecoder {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "there is no member \(key.stringValue)"))
        }
        return WireDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// The elements of an array, one after the other.
private struct WireElements: UnkeyedDecodingContainer {
    let elements: [Value]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [Value], codingPath: [any CodingKey]) { (self.elements, self.codingPath) = (elements, codingPath) }

    mutating func decodeNil() throws -> Bool {
        guard try element().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    // An element that is of another type can be read again, as another one.
    mutating func decode<Part: Decodable>(_ type: Part.Type) throws -> Part {
        let part = try element().decode(type)
        currentIndex += 1
        return part
    }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> {
        let container = try element().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element()
        currentIndex += 1
        return decoder
    }

    private func element() throws -> WireDecoder {
        let path = codingPath + [PathKey(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: path, debugDescription: "the array has \(elements.count) elements"))
        }
        return WireDecoder(value: elements[currentIndex], codingPath: path)
    }
}
