import Conf
import Contract
import Features
import Matching
import Routing
import SystemBus

/// Reads the values of a call over D-Bus, each as a value of the type that the signature has.
struct BusArgumentReader: BlockReader {
    let reader: ArgumentReader

    /// That of the line.
    var table: TableReading { reader.table }

    /// Reads a value of a type; nil where it was reported.
    func read(_ index: Int, _ statement: Int, as type: BusType) -> BusArgument? {
        switch type {
        case .basic(let basic): return readBasic(index, statement, basic)
        case .variant: return readVariant(index, statement)
        case .array, .dictionary:
            let isDictionary = if case .dictionary = type { true } else { false }
            if word(index, statement) == (isDictionary ? "{}" : "[]") {
                return BusArgument(type, .constant(.array([], of: type.element), word: word(index, statement)))
            }
            guard type == .array(.basic(.string)) else { return refuse(type, index, statement) }
            return readList(index, statement)
        case .structure: return refuse(type, index, statement)
        }
    }

    private func refuse(_ type: BusType, _ index: Int, _ statement: Int) -> BusArgument? {
        let isStructure = if case .structure = type { true } else { false }
        let empty = if case .dictionary = type { "\"{}\"" } else { "[]" }
        return refuse(
            .badCall, place(index, statement), "a table cannot write a value of the type `\(type)`",
            help: isStructure ? "call a method with arguments of other types" : "an empty one is `\(empty)`")
    }

    /// Reads a value in a variant, whose type follows from its own.
    func readVariant(_ index: Int, _ statement: Int) -> BusArgument? {
        guard let template = reader.readText(index, statement) else { return nil }
        let type: BusType
        if let input = wholeInput(template) {
            type = input.usualBusType
        } else if template.inputs.isEmpty, !document.word(index, of: statement).isQuoted,
            BusValue(word: word(index, statement), as: .double) != nil
        {
            return refuse(
                .badCall, place(index, statement), "a number in a variant has one of several types",
                help: "write its type before it, as in `i \(word(index, statement))`")
        } else {
            let isFlag = template.inputs.isEmpty && BusValue(word: word(index, statement), as: .boolean) != nil
            type = .basic(isFlag && !document.word(index, of: statement).isQuoted ? .boolean : .string)
        }
        return read(index, statement, as: type).map { BusArgument($0.type, $0.source, isVariant: true) }
    }

    private func readList(_ index: Int, _ statement: Int) -> BusArgument? {
        guard let template = reader.readText(index, statement), areGiven(template, index, statement) else {
            return nil
        }
        guard let input = wholeInput(template), input.type == .list else {
            return refuse(
                .badCall, place(index, statement), "`\(word(index, statement))` is not a list of texts",
                help: "write `[]` for an empty one; any other list is an input of the type `**`")
        }
        return BusArgument(.array(.basic(.string)), .input(input))
    }

    // MARK: Basic types

    private func readBasic(_ index: Int, _ statement: Int, _ basic: BusType.Basic) -> BusArgument? {
        guard let template = reader.readText(index, statement), areGiven(template, index, statement) else {
            return nil
        }
        guard template != .link || basic == .string else {
            return refuse(
                .badCall, place(index, statement), "the link is a text, and the signature has `\(basic.letter)` here",
                help: "the type of a text is `s`")
        }
        if template.inputs.isEmpty, template != .link {
            let text = template.preview(with: [], link: nil)
            guard let value = BusValue(word: text, as: basic) else {
                return refuse(
                    .badCall, place(index, statement), "`\(text)` is not a value of the type `\(basic.letter)`",
                    help: basic.advice)
            }
            return BusArgument(.basic(basic), .constant(value, word: text))
        }
        switch basic {
        case .string, .objectPath, .signature: return BusArgument(.basic(basic), .text(template))
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .descriptor:
            return readNumber(template, index, statement, basic)
        }
    }

    private func readNumber(
        _ template: ArgumentTemplate, _ index: Int, _ statement: Int, _ basic: BusType.Basic
    ) -> BusArgument? {
        guard let input = wholeInput(template) else {
            return refuse(
                .badCall, place(index, statement),
                "a text with inputs in it is not a value of the type `\(basic.letter)`",
                help: "make the input a word of its own")
        }
        guard input.type.fits(basic) else {
            return refuse(
                .badCall, place(index, statement),
                "no value of `\(input.name)`, \(input.type.clause), fits the type `\(basic.letter)`", help: basic.advice
            )
        }
        return BusArgument(.basic(basic), .input(input))
    }

    /// The input that a word is, without any other text.
    private func wholeInput(_ template: ArgumentTemplate) -> ActionInput? {
        guard case .text(let text) = template, text.pieces.count == 1, let name = text.inputs.first else { return nil }
        return reader.inputs.first { $0.name == name }
    }

    /// True if no input of a word may be missing; reported where one may.
    func areGiven(_ template: ArgumentTemplate, _ index: Int, _ statement: Int) -> Bool {
        let used = reader.inputs.filter { template.inputs.contains($0.name) }
        guard let missing = used.first(where: \.isOptional) else { return true }
        report(
            .optionalInput, place(index, statement),
            "the input `\(missing.name)` may be missing, and an argument cannot be",
            help: "give it a default: `input \(missing.name) TYPE = VALUE`")
        return false
    }
}

extension ActionInput {
    /// The type of its values in a variant.
    fileprivate var usualBusType: BusType {
        switch type {
        case .list: .array(.basic(.string))
        case .value(.bool), .value(.flag), .value(.switch): .basic(.boolean)
        case .value(let language):
            .basic(language.integers.map { $0.lowerBound >= 0 ? .uint64 : .int64 } ?? .string)
        }
    }
}

extension InputType {
    /// True if a value of it can be one of a number, or a boolean.
    fileprivate func fits(_ basic: BusType.Basic) -> Bool {
        guard case .value(let language) = self else { return false }
        if basic == .boolean { return language == .bool || language.isOfKeysAlone }
        return language.integers.flatMap { values in basic.integers?.overlaps(values) } ?? false
    }

    /// *Shape*: `a `uint``.
    fileprivate var clause: String {
        switch self {
        case .list: "a list"
        case .value(let language): "of the type `\(language.name)`"
        }
    }
}

extension BusType {
    /// The type of the elements, as D-Bus writes it; empty for no array.
    fileprivate var element: String {
        switch self {
        case .array, .dictionary: String(description.dropFirst())
        case .basic, .variant, .structure: ""
        }
    }
}

extension BusType.Basic {
    /// What a value of it looks like, for help.
    fileprivate var advice: String {
        switch self {
        case .byte, .int16, .uint16, .int32, .uint32, .int64:
            "`\(letter)` is a whole number from \(integers?.lowerBound ?? 0) to \(integers?.upperBound ?? 0)"
        case .uint64: "`t` is a whole number from 0 to \(UInt64.max)"
        case .double: "`d` is a number, as in `0.5`"
        case .boolean: "`b` is `true` or `false`, or an input of the type `bool`"
        case .string: "`s` is a text"
        case .objectPath: "`o` is the path of an object, as in `/org/example/Player`"
        case .signature: "`g` is a signature of D-Bus, as in `us`"
        case .descriptor: "a table cannot pass an open file"
        }
    }
}
