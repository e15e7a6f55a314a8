// The inputs of an action on their way from a link to the action. Most actions have few, and a link brings all of them as
// texts of its path. Then they stay where they are:
//
//     podcast://favourites/rock/7      bytes of the link, with one range for each input: `rock`, `7`
//
// Programs and channels get them as values, which are made of the texts when they are asked for.

package import Contract
package import Links
package import Matching

/// The inputs that an action was verified with.
package enum BoundInputs: Sendable {
    /// Values by the names of their inputs, those that have none left out.
    case values([Value.Member])
    /// Every input is a text of a link.
    case texts(LinkTexts)

    /// The values in the order of the action's inputs.
    package func members(of action: Action) -> [Value.Member] {
        switch self {
        case .values(let members): members
        case .texts(let texts): texts.members(of: action)
        }
    }
}

/// The texts of a link that are the inputs of an action, in the order of its inputs.
///
/// *Limits*: `mostInputs`.
package struct LinkTexts: Sendable {
    /// How many inputs there may be.
    package static let mostInputs = 4

    /// The link's bytes, which hold the texts.
    package let bytes: [UInt8]
    private var ranges = InlineArray<4, ByteRange>(repeating: ByteRange(start: 0, end: 0))
    /// How many inputs there are.
    package private(set) var count = 0

    /// Makes a list without texts; it has room for `mostInputs`.
    package init(of bytes: [UInt8]) { self.bytes = bytes }

    /// Adds the text of the next input: valid UTF-8, and of the input's type.
    package mutating func append(_ range: ByteRange) {
        ranges[count] = range
        count += 1
    }

    /// The text of an input, as a range of `bytes`.
    package func range(of input: Int) -> Range<Int> { ranges[input].indices }

    /// The texts as values.
    func members(of action: Action) -> [Value.Member] {
        (0..<count).map { number in
            let input = action.inputs[number]
            let text = String(decoding: bytes[ranges[number].indices], as: UTF8.self)
            return Value.Member(input.name, input.type.value(of: text))
        }
    }
}

extension BoundInputs: ExpressibleByArrayLiteral {
    package init(arrayLiteral members: Value.Member...) { self = .values(members) }
}

extension InputType {
    /// Whether a text of the type is a string on the wire, and no number or boolean.
    package var isString: Bool {
        switch self {
        case .list: true
        case .value(let language): language.isString
        }
    }

    /// The value of a text that is known to be one of the type's: a match or a load has checked it.
    package func value(of text: String) -> Value {
        switch self {
        case .list: .string(text)
        case .value(let language): language.value(of: text)
        }
    }
}

extension Language {
    /// Whether its texts are strings on the wire.
    package var isString: Bool {
        switch self {
        case .int, .uint, .bounded(.int), .bounded(.uint), .bool, .flag, .switch: false
        case .string, .slug, .hex, .uuid, .date, .set, .bounded: true
        }
    }

    /// The value of a text that is known to be one of the language's: a match or a load has checked it.
    package func value(of text: String) -> Value {
        switch self {
        case .int, .uint, .bounded(.int), .bounded(.uint): Int64(text).map(Value.integer) ?? .string(text)
        case .bool: .bool(text == "true")
        // A flag that is there.
        case .flag: .bool(true)
        case .switch: .bool(text != "0" && text != "false")
        case .string, .slug, .hex, .uuid, .date, .set, .bounded: .string(text)
        }
    }
}
