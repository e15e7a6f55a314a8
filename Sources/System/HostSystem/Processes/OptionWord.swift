internal import CLinux
internal import Glibc

/// A word of a command line, as getopt_long(3) reads it, but that a name is not abbreviated.
package enum OptionWord: Equatable, Sendable {
    /// An option by its place in the table, as it is written: `--file` or `-f`. A flag has an empty value, or one that
    /// counts for nothing.
    case option(Int, spelled: String, value: String)
    case missingValue(Int, spelled: String)
    case unknown(spelled: String)
    /// A word that is no option.
    case operand(String)

    /// An option that a program has.
    package struct Name: Sendable {
        let name: String
        let letter: Character?
        let takesValue: Bool

        /// - Parameter letter: of ASCII, for `-f` beside `--file`.
        package init(_ name: String, letter: Character?, takesValue: Bool) {
            (self.name, self.letter, self.takesValue) = (name, letter, takesValue)
        }
    }

    /// Reads the words behind a program's name: `--file PATH`, `--file=PATH`, `-f PATH` and `-fPATH`; all words behind `--`
    /// are operands.
    ///
    /// A value that is a word of its own does not begin with a hyphen, unless it is one: in `--file --socket` a value is
    /// missing.
    ///
    /// *Throws*: `unusableText` for a word that holds a NUL byte. *Owner/thread*: one thread at a time.
    package static func read(_ words: [String], _ names: [Name]) throws(LoopError) -> [Self] {
        let list = try CStringList([""] + words)
        let texts = try CStringList(names.map(\.name))
        // A flag may be written with a value: otherwise `--help=x` were an unknown option.
        var table = unsafe names.enumerated().map { index, name in
            unsafe deeplink_option(
                name: texts.pointers[index], takes_value: name.takesValue ? 1 : 2, flag: nil, number: 256 + Int32(index)
            )
        }
        unsafe table.append(deeplink_option())
        // `-` keeps the order of the words, `:` tells a missing value from an unknown option.
        let letters =
            "-:" + names.compactMap { name in name.letter.map { "\($0)" + (name.takesValue ? ":" : "") } }.joined()
        var (found, next) = ([Self](), unsafe deeplink_option_word())
        while true {
            // A group such as `-hf` stays the word to go on with until its last letter.
            let index = max(Int(unsafe next.next), 1)
            unsafe deeplink_next_option(Int32(words.count) + 1, list.pointers, letters, table, &next)
            guard unsafe next.kind != -1 else { break }
            let value = unsafe next.value.map { unsafe String(cString: $0) }
            if unsafe next.kind == 1 {
                found.append(.operand(value ?? ""))
            } else {
                let (lacksValue, number) = unsafe (next.kind == CInt(UInt8(ascii: ":")), Int(next.option))
                let isOwnWord = unsafe Int(next.next) == index + 2
                found.append(option(number, in: words[index - 1], lacksValue ? nil : value ?? "", isOwnWord, names))
            }
        }
        return found + words.dropFirst(Int(unsafe next.next) - 1).map { .operand($0) }
    }

    /// What was found in a word.
    ///
    /// - Parameters:
    ///   - number: of an option above 255, or a letter.
    ///   - value: empty without one; nil where it is missing.
    ///   - isOwnWord: whether the value is the next word.
    private static func option(
        _ number: Int, in word: String, _ value: String?, _ isOwnWord: Bool, _ names: [Name]
    ) -> Self {
        let name = String(word.unicodeScalars.prefix { $0 != "=" })
        let place = number > 255 ? number - 256 : names.firstIndex { $0.letter?.asciiValue.map(Int.init) == number }
        // getopt_long also takes the start of a name.
        guard let place, number < 256 || name == "--" + names[place].name else { return .unknown(spelled: name) }
        let spelled = number > 255 ? name : "-\(names[place].letter.map(String.init) ?? "")"
        guard let value, !names[place].takesValue || (isOwnWord ? value == "-" || !value.hasPrefix("-") : value != "")
        else { return .missingValue(place, spelled: spelled) }
        return .option(place, spelled: spelled, value: value)
    }
}
