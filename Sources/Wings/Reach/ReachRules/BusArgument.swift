// One argument of a call over D-Bus: a word of the table's line that is a value of a type.
//
//     us $(id) "from the start"     a number that the link brings, and a text of the table
//
// A value is put into the message as it is, in the type that stands in the line. No text is ever parsed: one that looks like
// GVariant's notation, `@u 7` or `<'x'>`, is a text with these characters.

package import Contract
package import Features
import Matching
package import SystemBus

/// One argument of a call.
package struct BusArgument: Equatable, Sendable {
    /// Where its value comes from.
    package enum Source: Equatable, Sendable {
        /// *Shape*: with the word of the table.
        case constant(BusValue, word: String)
        /// A number, a boolean or a list of texts.
        case input(ActionInput)
        /// A text, a path or a signature, with inputs in it.
        case text(ArgumentTemplate)
    }

    /// The type of the value; of a variant that of the value in it.
    package let type: BusType
    package let source: Source
    /// True if the method takes a variant.
    package let isVariant: Bool
    /// True if the line names the type in the variant.
    package let namesType: Bool

    /// Makes an argument of a type.
    package init(_ type: BusType, _ source: Source, isVariant: Bool = false, namesType: Bool = false) {
        (self.type, self.source, self.isVariant, self.namesType) = (type, source, isVariant, namesType)
    }

    /// The type that the method takes.
    package var signature: String { isVariant ? "v" : type.description }

    /// The names of the inputs that it takes.
    package var inputs: [String] {
        switch source {
        case .constant: []
        case .input(let input): [input.name]
        case .text(let template): template.inputs
        }
    }

    /// True if it is the link.
    package var takesLink: Bool { source == .text(.link) }

    // MARK: The value

    /// The value in its variant, if it has one; nil where none fits.
    package func wrapped(for inputs: [Value.Member], link: String?) -> BusValue? {
        value(for: inputs, link: link).map { isVariant ? .variant($0) : $0 }
    }

    /// The value; nil where none fits.
    package func value(for inputs: [Value.Member], link: String?) -> BusValue? {
        switch source {
        case .constant(let value, _): value
        case .input(let input):
            inputs.first { $0.name == input.name }.flatMap { BusValue($0.value, as: type) }
        case .text(let template):
            template.filled(with: inputs, link: link).flatMap { BusValue(.string($0), as: type) }
        }
    }

    /// True if every value of its inputs fits its type.
    package var takesAnyValue: Bool {
        switch (source, type) {
        case (.constant, _), (_, .basic(.string)): true
        case (.input(let input), .basic(let basic)):
            if case .value(let language) = input.type, let values = language.integers {
                basic.integers.map { $0.contains(values.lowerBound) && $0.contains(values.upperBound) } ?? false
            } else {
                true
            }
        case (.input, _): true
        case (.text, _): false
        }
    }

    /// Says which value does not fit.
    package func refusal(of values: [Value.Member]) -> InputRefusal? {
        let names = inputs
        // A default is tried by itself, and then nothing is known of the rest of a text.
        guard let name = names.first, names.allSatisfy({ name in values.contains { $0.name == name } }),
            value(for: values, link: nil) == nil
        else { return nil }
        let isText = if case .text = source { true } else { false }
        return InputRefusal(
            input: name, reason: "does not fit the type `\(type)` of the call",
            help: isText
                ? "give the input a type whose values do, as `slug` or `uint`"
                : "give the input a type with a range, such as `uint(1..255)`")
    }

    /// As the table writes it, with the values in it.
    package func preview(for inputs: [Value.Member], link: String?) -> [String] {
        let text: String =
            switch source {
            case .constant(_, let word): word
            case .input(let input): inputs.first { $0.name == input.name }?.value.argumentText ?? ""
            case .text(let template): template.preview(with: inputs, link: link)
            }
        return (namesType ? [type.description] : []) + [text]
    }
}

extension BusType.Basic {
    /// The whole numbers that an input can have and that the type has; nil for a type of another kind.
    package var integers: ClosedRange<Int64>? {
        switch self {
        case .byte: 0...Int64(UInt8.max)
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .uint16: 0...Int64(UInt16.max)
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        case .uint32: 0...Int64(UInt32.max)
        case .int64: Int64.min...Int64.max
        case .uint64: 0...Int64.max
        // The greatest numbers up to which every whole one is a double.
        case .double: -(1 << 53)...(1 << 53)
        case .boolean, .string, .objectPath, .signature, .descriptor: nil
        }
    }
}

extension BusValue {
    /// The value of an input or of a text as one of the type; nil where it does not fit.
    init?(_ value: Value, as type: BusType) {
        switch type {
        case .basic(let basic): self.init(value, as: basic)
        case .array(.basic(.string)):
            guard let texts = value.elements?.map(\.argumentText) else { return nil }
            self = .array(texts.map(BusValue.string), of: "s")
        case .array, .dictionary, .structure, .variant: return nil
        }
    }

    private init?(_ value: Value, as type: BusType.Basic) {
        switch type {
        case .string: self = .string(value.argumentText)
        case .objectPath:
            guard let text = value.text, BusName.path.fault(of: text) == nil else { return nil }
            self = .objectPath(text)
        case .signature:
            guard let text = value.text, (try? BusSignature(parsing: text)) != nil else { return nil }
            self = .signature(text)
        case .boolean:
            guard let flag = value.flag else { return nil }
            self = .boolean(flag)
        case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double:
            guard let number = value.int, type.integers?.contains(number) == true else { return nil }
            self.init(number, as: type)
        case .descriptor: return nil
        }
    }

    /// - Parameter number: one that the type has.
    private init?(_ number: Int64, as type: BusType.Basic) {
        switch type {
        case .byte: self = .byte(UInt8(truncatingIfNeeded: number))
        case .int16: self = .int16(Int16(truncatingIfNeeded: number))
        case .uint16: self = .uint16(UInt16(truncatingIfNeeded: number))
        case .int32: self = .int32(Int32(truncatingIfNeeded: number))
        case .uint32: self = .uint32(UInt32(truncatingIfNeeded: number))
        case .int64: self = .int64(number)
        case .uint64: self = .uint64(UInt64(truncatingIfNeeded: number))
        case .double: self = .double(Double(number))
        case .boolean, .string, .objectPath, .signature, .descriptor: return nil
        }
    }

    /// The value of a word of a table as one of the type; nil where it does not fit.
    init?(word: String, as type: BusType.Basic) {
        switch type {
        case .string, .objectPath, .signature: self.init(.string(word), as: type)
        case .boolean:
            guard word == "true" || word == "false" else { return nil }
            self = .boolean(word == "true")
        case .uint64:
            guard let number = UInt64(word), "\(number)" == word else { return nil }
            self = .uint64(number)
        case .double:
            guard let number = Double(word), number.isFinite, !word.contains(where: { "xXpP+".contains($0) }) else {
                return nil
            }
            self = .double(number)
        case .byte, .int16, .uint16, .int32, .uint32, .int64:
            guard let number = Int64(word), "\(number)" == word else { return nil }
            self.init(.integer(number), as: type)
        case .descriptor: return nil
        }
    }
}
