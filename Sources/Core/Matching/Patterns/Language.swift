/// The type of a capture, of a query value or of an action's input, as a set of texts.
///
/// *Shape*: `string` is any non-empty text, `slug` is `[A-Za-z0-9_][A-Za-z0-9_-]*`, `hex` one or more hexadecimal
/// digits, `uuid` 8-4-4-4-12 of them, `uint` `0|[1-9][0-9]*` up to 2⁶³−1, `int` the same or `-[1-9][0-9]*` down to
/// −2⁶³, `date` a valid Gregorian `YYYY-MM-DD` from year 0001, `bool` `true` or `false`; see `BoundedType` for those with
/// a bound. Values keep their spelling in the link. No type has the empty text but those of query keys alone: `flag`, which
/// has no other, as in `?single`, and `switch`, which is on as `?live`, `?live=1` and `?live=true`, and off as `?live=0` and
/// `?live=false`.
package enum Language: Hashable, Sendable {
    case string, slug, hex, uuid, uint, int, date, bool, flag, `switch`
    case set(ValueSet)
    case bounded(BoundedType)

    /// The types with a name of their own, in the order of the manual.
    private static let named: [Language] = [.string, .int, .uint, .hex, .uuid, .slug, .date, .bool]

    /// The type with this name in a table; nil for any other word.
    ///
    /// Sets have no name of this kind, and those of `keyTypes` are words of `query` lines alone.
    package init?(named name: String) {
        guard let language = Self.named.first(where: { $0.name == name }) else { return nil }
        self = language
    }

    /// The types of query keys alone; they feed inputs of the type `bool`, whichever text a link has.
    package static let keyTypes: [Language] = [.flag, .switch]

    /// True for one of `keyTypes`.
    package var isOfKeysAlone: Bool { self == .flag || self == .switch }

    /// The names that `init(named:)` accepts, in the order of the manual.
    package static let names = named.map(\.name)

    /// The names, and examples of the types with bounds, in the order of the manual.
    package static let forms = names + BoundedType.forms

    /// The spelling in a table: `uint`, `@lang` for a named set, `a|b` for an unnamed one.
    package var name: String {
        switch self {
        case .string: "string"
        case .slug: "slug"
        case .hex: "hex"
        case .uuid: "uuid"
        case .uint: "uint"
        case .int: "int"
        case .date: "date"
        case .bool: "bool"
        case .flag: "flag"
        case .switch: "switch"
        case .set(let set): set.name.map { "@" + $0 } ?? ByteText.string(set.members.joined(separator: [0x7C]))
        case .bounded(let type): type.name
        }
    }

    /// The values of a type whose values are integers; nil for any other type.
    package var integers: ClosedRange<Int64>? {
        switch self {
        case .uint: 0...Int64.max
        case .int: Int64.min...Int64.max
        case .bounded(.int(let range)), .bounded(.uint(let range)): range
        case .string, .slug, .hex, .uuid, .date, .bool, .flag, .switch, .set, .bounded: nil
        }
    }

    /// *Units*: values of a set that a sentence lists.
    private static let longestList = 6

    /// The values as a clause: `one of de, en and 4 more` for a set, `empty` for a flag; nil for a type of another kind.
    package var values: String? {
        if self == .flag { return "empty" }
        guard case .set(let set) = self else { return nil }
        let listed = set.members.prefix(Self.longestList).map { ByteText.string($0) }.joined(separator: ", ")
        let rest = set.members.count - Self.longestList
        return (set.members.count == 1 ? listed : "one of " + listed) + (rest > 0 ? " and \(rest) more" : "")
    }

    /// True if `bytes` is a text of the type; the bytes are decoded and have passed the policy of links.
    ///
    /// *Cost*: linear in the bytes, no allocation.
    package func accepts(_ bytes: Span<UInt8>) -> Bool {
        switch self {
        case .bool: ByteText.equal(bytes, Self.trueText) || ByteText.equal(bytes, Self.falseText)
        case .flag: bytes.isEmpty
        case .switch: Self.switchTexts.contains { ByteText.equal(bytes, $0) }
        case .set(let set): set.contains(bytes)
        default: openType?.accepts(bytes) ?? false
        }
    }

    /// True if a text of the type begins with the byte.
    package func hasText(beginningWith byte: UInt8) -> Bool {
        // Every state of an automaton that is not dead can be completed to a text.
        openType.map { $0.step(0, byte) != OpenType.dead } ?? (listedTexts ?? []).contains { $0.first == byte }
    }

    /// The text of a type that has no other, such as a set of one value; nil for any other type.
    package var onlyText: String? {
        guard let texts = listedTexts, texts.count == 1 else { return nil }
        return ByteText.string(texts[0])
    }

    static let trueText = Array("true".utf8)
    static let falseText = Array("false".utf8)
    private static let switchTexts: [[UInt8]] = [[], Array("0".utf8), Array("1".utf8), falseText, trueText]

    /// The automaton of the type; nil for a type whose texts are listed.
    var openType: OpenType? {
        switch self {
        case .string: .string
        case .slug: .slug
        case .hex: .hex
        case .uuid: .uuid
        case .uint: .uint
        case .int: .int
        case .date: .date
        case .bounded(let type): type.openType
        case .bool, .flag, .switch, .set: nil
        }
    }

    /// Every text of the type, sorted by bytes; nil if there are too many to list.
    package var listedTexts: [[UInt8]]? {
        switch self {
        case .bool: [Self.falseText, Self.trueText]
        case .flag: [[]]
        case .switch: Self.switchTexts
        case .set(let set): set.members
        case .bounded(.int(let range)), .bounded(.uint(let range)):
            range.lowerBound == range.upperBound ? [Array("\(range.lowerBound)".utf8)] : nil
        default: nil
        }
    }
}
