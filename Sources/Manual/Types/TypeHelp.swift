// What the manual says of the types of captures, query keys and inputs. Each has texts that it takes and texts that it
// refuses; a test asks the type itself. `ManualType(language)` names the entry of every type by a `switch` without a
// default, so a new type does not compile without a text.

package import Matching

/// A type as the manual lists it: those with bounds by their word.
package enum ManualType: String, CaseIterable, Sendable {
    case string, int, uint, hex, uuid, slug, date, bool, flag
    /// `a|b`, and `@set`.
    case set
    case boundedInt, boundedUint, boundedHex, digits, base62, text
    /// `**`.
    case list

    /// The entry of a type.
    package init(_ language: Language) {
        switch language {
        case .string: self = .string
        case .slug: self = .slug
        case .hex: self = .hex
        case .uuid: self = .uuid
        case .uint: self = .uint
        case .int: self = .int
        case .date: self = .date
        case .bool: self = .bool
        case .flag: self = .flag
        case .set: self = .set
        case .bounded(.digits): self = .digits
        case .bounded(.hex): self = .boundedHex
        case .bounded(.base62): self = .base62
        case .bounded(.text): self = .text
        case .bounded(.int): self = .boundedInt
        case .bounded(.uint): self = .boundedUint
        }
    }

    /// What the manual says of a type.
    package struct Help: Sendable {
        /// The spelling in a table, an example of a bound included: `uint(1..31)`.
        package let name: String
        /// *Shape*: as in `DirectiveHelp`, and so is the text.
        package let summary: String
        package let text: String
        package let taken: [String]
        package let refused: [String]
        /// Where the type stands.
        package let example: String

        init(
            _ name: String, _ summary: String, _ text: String = "", takes taken: [String], refuses refused: [String],
            example: String
        ) {
            (self.name, self.summary, self.text) = (name, summary, text)
            (self.taken, self.refused, self.example) = (taken, refused, example)
        }
    }

    /// What the manual says of it.
    package var help: Help {
        switch self {
        case .string: TypeTexts.string
        case .int: TypeTexts.int
        case .uint: TypeTexts.uint
        case .hex: TypeTexts.hex
        case .uuid: TypeTexts.uuid
        case .slug: TypeTexts.slug
        case .date: TypeTexts.date
        case .bool: TypeTexts.bool
        case .flag: TypeTexts.flag
        case .set: TypeTexts.set
        case .boundedInt: TypeTexts.boundedInt
        case .boundedUint: TypeTexts.boundedUint
        case .boundedHex: TypeTexts.boundedHex
        case .digits: TypeTexts.digits
        case .base62: TypeTexts.base62
        case .text: TypeTexts.text
        case .list: TypeTexts.list
        }
    }
}

private enum TypeTexts {
    static let string = ManualType.Help(
        "string", "Takes any text that is not empty.", "It is the type of a capture or key that names none.",
        takes: ["a", "Good night", "ä/b"], refuses: [""], example: "route show /shows/$(title) do open")

    static let int = ManualType.Help(
        "int", "Takes a whole number of 64 bits, without leading zeros.", "The action gets an integer.",
        takes: ["0", "-7", "9223372036854775807"], refuses: ["07", "+7", "1.5", "9223372036854775808"],
        example: "input offset int = 0")

    static let uint = ManualType.Help(
        "uint", "Takes a whole number of 63 bits, without a sign and without leading zeros.",
        "The action gets an integer.",
        takes: ["0", "7", "9223372036854775807"], refuses: ["-7", "07", "9223372036854775808"],
        example: "route episode /episodes/$(episode:uint) do play")

    static let hex = ManualType.Help(
        "hex", "Takes one or more hexadecimal digits, in upper or lower case.", "The action gets the text as it is.",
        takes: ["0", "c0FFEE"], refuses: ["0x1f", "g"], example: "route commit /commits/$(id:hex) do show")

    static let uuid = ManualType.Help(
        "uuid", "Takes 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between.",
        "The action gets the text as it is.",
        takes: ["123e4567-e89b-12d3-a456-426614174000"],
        refuses: ["123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}"],
        example: "route order /orders/$(id:uuid) do show")

    static let slug = ManualType.Help(
        "slug", "Takes letters and digits of ASCII, `-` and `_`, without a `-` in front.",
        takes: ["morning-show", "_7", "A"], refuses: ["-a", "a.b", "ä", "a b"],
        example: "route show /shows/$(show:slug) do open")

    static let date = ManualType.Help(
        "date", "Takes a day of the calendar as year, month and day.", "The action gets the text as it is.",
        takes: ["2026-02-28", "2024-02-29"], refuses: ["2026-02-29", "2026-2-28", "28.02.2026"],
        example: "route day /days/$(day:date) do show")

    static let bool = ManualType.Help(
        "bool", "Takes `true` or `false`.", "The action gets a Boolean.", takes: ["true", "false"],
        refuses: ["1", "yes", "True"], example: "input loud bool = false")

    static let flag = ManualType.Help(
        "flag", "Is the type of a query key without a value: `?live` or `?live=`.",
        "Only `query` lines have it. It feeds `true` to an input of the type `bool`.", takes: [""],
        refuses: ["1", "true"], example: "query live:flag")

    static let set = ManualType.Help(
        "a|b", "Takes one of the listed texts; `@language` takes those of `values language …`.",
        "Spelling counts, upper and lower case too. The action gets the text.", takes: ["a", "b"],
        refuses: ["A", "c", ""], example: "query order:newest|oldest?")

    static let boundedInt = ManualType.Help(
        "int(-90..90)", "Takes a whole number of the range, both ends included.", "The action gets an integer.",
        takes: ["-90", "0", "90"], refuses: ["91", "1.5"], example: "input latitude int(-90..90) = 0")

    static let boundedUint = ManualType.Help(
        "uint(1..31)", "Takes a whole number of the range, both ends included.",
        "The action gets an integer. `/$(day:uint(1..31))` wins over `/$(n:uint)`.", takes: ["1", "31"],
        refuses: ["0", "32", "01"], example: "route day /days/$(day:uint(1..31)) do show")

    static let boundedHex = ManualType.Help(
        "hex(8)", "Takes as many hexadecimal digits.", "The action gets the text as it is.", takes: ["c0ffee00"],
        refuses: ["c0ffee", "c0ffee001"], example: "route commit /commits/$(id:hex(40)) do show")

    static let digits = ManualType.Help(
        "digits(6)", "Takes as many digits, `0` to `9`; zeros in front are kept.", "The action gets the text.",
        takes: ["012345"], refuses: ["12345", "1234567"], example: "query code:digits(6)")

    static let base62 = ManualType.Help(
        "base62(22)", "Takes as many ASCII letters and digits.", "The action gets the text.",
        takes: ["6rqhFgbbKwnb9MLmUQDhG6"], refuses: ["6rqhFgbbKwnb9MLmUQDhG", "6rqhFgbbKwnb9MLmUQDhG-"],
        example: "route track /track/$(id:base62(22)) do play")

    static let text = ManualType.Help(
        "text(1..40)", "Takes a text whose number of characters is in the range.",
        "A character is a Unicode scalar value. The action gets the text.", takes: ["a", "Grüße 🎧"],
        refuses: ["", String(repeating: "a", count: 41)], example: "query title:text(1..40)")

    static let list = ManualType.Help(
        "**", "Is the type of an input that gets the rest of a path, as a list of its segments.",
        "A route feeds it with `$(path:**)` at the end of its pattern. It has no default; `**?` may be missing.",
        takes: [], refuses: [], example: "input path **")
}
