// The usage of one program, in one string: its options as getopt has them and a little more, and which operands are code.
// For Python:
//
//     "bBdEiIOPqRsSuvVx W: X: c| m%"
//
// says that `-b` and the other letters of the first word stand alone, that `-W` and `-X` take a value, that the value of
// `-c` is the program, and that of `-m` the name of a module that is the program. A letter, or a word that begins with `-`,
// has one of these marks behind it, or none:
//
//     none  it stands alone                    :   its value is data
//     =     its value is in the same word      ::  two values follow, which are data
//     !     its value is code                  *   its value is the program: code, and no operand names another
//     ~     with it every value may be code    |   as `*`, and no option of the interpreter follows
//     %     as `|`, and the program is a module   &   its value is data behind a literal `=` or `/`
//     +     it stands alone, and one operand more belongs to the program: behind `sh -c CODE` stands a name
//
// The other words say:
//
//     CODE        the first operand is code, with `CODE2` the first two; an interpreter's first is without that
//     TEXT2       the operands behind the first two are parsed for values, as GVariant is
//     |CODE       an operand that begins with a value may be code, as `|COMMAND` is for ImageMagick
//     ?           an option that is not listed may take code: no value stands in or behind one
//     <>          code with `<>` in it opens the operands, and runs one such as `id|`; `-n` of Perl always does (`n~`)
//     +           options begin with a plus too, as in `sh +x`
//     @           `@FILE` holds arguments, as Java's
//     NAME=VALUE  assignments come before the operands, as those of `env`, or are operands, as those of awk
//     [-]         the first word may leave out its dash, as in `tar xf`
//     (run)       the word stands before the program that a launcher starts; `(*)` is any word
//     !--scope    no value stands behind a launcher without this option, or another one with `!`: else the service manager
//                 puts variables into the command, and makes words of what `$NAME` holds

/// What each option of a program does with its value, and which of its operands are code.
struct Usage: Sendable {
    /// What an option says of the value it takes.
    enum Meaning: Sendable {
        case flag, attached, data, twoData, anchored, code, program, lastProgram, module, anyCode, oneMore
        /// The option is not listed.
        case unknown

        /// Whether a value of it can be a link's.
        var isData: Bool {
            switch self {
            case .flag, .attached, .data, .twoData: true
            case .anchored, .code, .program, .lastProgram, .module, .anyCode, .oneMore, .unknown: false
            }
        }

        /// Whether a link's value can stand behind a text in the value of the option.
        func takesData(behind text: String) -> Bool { isData || self == .anchored && text.isAnchor }

        /// Whether a value of it is the program of an interpreter.
        var isProgram: Bool { self == .program || endsOptions }
        /// Whether the words behind its value are those of the program.
        var endsOptions: Bool { self == .lastProgram || self == .module }
    }

    private static let marks: [Character: Meaning] = [
        "=": .attached, ":": .data, "!": .code, "*": .program, "|": .lastProgram, "%": .module, "~": .anyCode,
        "+": .oneMore, "&": .anchored,
    ]

    private var letters: [UInt8: Meaning] = [:]
    private var words: [String: Meaning] = [:]
    /// Whether options begin with a plus too.
    private(set) var hasPlusOptions = false
    /// Whether `@FILE` stands for arguments.
    private(set) var hasArgumentFiles = false
    /// Whether `NAME=VALUE` among the operands, or before them, sets a variable.
    private(set) var hasAssignments = false
    /// Whether the first word may leave out its dash.
    private(set) var hasBundle = false
    /// Whether an option that is not listed may take code.
    private(set) var isClosed = false
    /// Whether code with `<>` in it runs operands.
    private(set) var opensOperands = false
    /// How many operands are code.
    private(set) var codeOperands = 0
    /// How many operands come before those that are parsed for values; nil where none is.
    private(set) var operandsBeforeText: Int?
    /// Whether an operand that begins with a value may be code.
    private(set) var isPrefixed = false
    /// The words before the program that a launcher starts; `*` is any word.
    private(set) var wordsBeforeProgram: [String] = []
    /// The options of which a launcher needs one where a value follows; none where it needs none.
    private(set) var neededOptions: [String] = []

    init(_ text: Substring) {
        for token in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            switch token {
            case "|CODE": isPrefixed = true
            case _ where token.hasPrefix("TEXT"): operandsBeforeText = Int(token.dropFirst(4))
            case _ where token.hasPrefix("CODE"): codeOperands = Int(token.dropFirst(4)) ?? 1
            case _ where token.hasPrefix("("): wordsBeforeProgram.append(String(token.dropFirst().dropLast()))
            case _ where token.hasPrefix("!--"): neededOptions.append(String(token.dropFirst()))
            case "+": hasPlusOptions = true
            case "@": hasArgumentFiles = true
            case "NAME=VALUE": hasAssignments = true
            case "[-]": hasBundle = true
            case "?": isClosed = true
            case "<>": opensOperands = true
            case _ where token.hasPrefix("-"): addWord(token)
            default: addLetters(token)
            }
        }
    }

    private mutating func addWord(_ token: String) {
        if token.hasSuffix("::") {
            words[String(token.dropLast(2))] = .twoData
        } else if let meaning = token.last.flatMap({ Self.marks[$0] }) {
            words[String(token.dropLast())] = meaning
        } else {
            words[token] = .flag
        }
    }

    private mutating func addLetters(_ token: String) {
        var last: UInt8?
        for character in token {
            if let last, let meaning = Self.marks[character] {
                letters[last] = meaning
            } else {
                last = character.utf8.first
                if let last { letters[last] = .flag }
            }
        }
    }

    /// Whether an operand more belongs to the program where an option says so, as the name behind `sh -c CODE`.
    var takesNameBehindCode: Bool { letters.values.contains(.oneMore) }

    /// Whether a word that begins so is an option, or stands for options.
    func isOption(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count > 1 else { return false }
        return first == UInt8(ascii: "-") || hasPlusOptions && first == UInt8(ascii: "+")
            || hasArgumentFiles && first == UInt8(ascii: "@")
    }

    /// Whether a first word without a dash holds a letter that takes code: `tar cIf`.
    func bundleTakesCode(_ text: String) -> Bool {
        hasBundle && text.utf8.first != UInt8(ascii: "-") && text.utf8.contains { letters[$0] == .code }
    }

    /// What an option does, by the whole word, or by its text before a placeholder.
    func effect(of text: String) -> OptionEffect {
        // Bytes, not characters: for Swift a `=` and a combining accent are one other character.
        let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
        if let meaning = words[name] { return OptionEffect(meaning, value: value) }
        if text.hasPrefix("--") { return longEffect(name, value: value) }
        return text.hasPrefix("@") ? OptionEffect(.flag, value: nil) : letterEffect(text.utf8.dropFirst())
    }

    /// What a long option does that is not listed, or that is abbreviated, as getopt_long lets it be.
    private func longEffect(_ name: String, value: String?) -> OptionEffect {
        if words.contains(where: { $0.key.hasPrefix(name) && !$0.value.isData }) {
            return OptionEffect(.code, value: value)
        }
        // By custom `--no-…` switches something off and takes no value.
        if name.hasPrefix("--no-") { return OptionEffect(.flag, value: value) }
        var effect = OptionEffect(isClosed ? .unknown : .flag, value: value)
        effect.isKnown = false
        if value == nil { effect.next = .unknown }
        return effect
    }

    /// What letters behind one dash do: `-eu`, `-lc`, `-ofile`.
    private func letterEffect(_ bytes: Substring.UTF8View) -> OptionEffect {
        var effect = OptionEffect(.flag, value: nil)
        for (offset, byte) in bytes.enumerated() {
            guard let meaning = letters[byte] else {
                // It may take the next word, or not; a letter behind it may still take code.
                effect.isKnown = false
                effect.next = .unknown
                continue
            }
            switch meaning {
            case .flag, .unknown: continue
            case .oneMore: effect.operandsMore += 1
            case .anyCode: effect.makesAllCode = true
            case .attached, .data, .twoData, .anchored, .code, .program, .lastProgram, .module:
                let rest = String(decoding: bytes.dropFirst(offset + 1), as: UTF8.self)
                var last = OptionEffect(meaning, value: rest.isEmpty ? nil : rest, isLetter: true)
                (last.operandsMore, last.makesAllCode) = (effect.operandsMore, effect.makesAllCode)
                last.isKnown = effect.isKnown
                return last
            }
        }
        return effect
    }
}

extension String {
    /// Whether a value behind the text completes neither the name of a variable nor that of a host or command.
    var isAnchor: Bool { utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") } }
}

/// What one option does to its own word and to those behind it.
struct OptionEffect {
    /// Whether text that follows in the same word is data; else it is code, or more letters.
    let isRestData: Bool
    /// What the next word is, where the option takes it.
    var next: Usage.Meaning?
    /// How many operands more belong to the program.
    var operandsMore = 0
    /// Whether every value is code with it.
    var makesAllCode = false
    /// Whether the program stands in the word.
    private(set) var givesProgram = false
    /// Whether the words behind it are those of the program.
    private(set) var endsOptions = false
    /// The name of a module that stands in the word.
    private(set) var module: String?
    /// Whether the option is listed.
    var isKnown = true

    init(_ meaning: Usage.Meaning, value: String?, isLetter: Bool = false) {
        isRestData = (value != nil || isLetter) && meaning.takesData(behind: value ?? "")
        operandsMore = meaning == .oneMore ? 1 : 0
        makesAllCode = meaning == .anyCode
        switch meaning {
        case .flag, .attached, .anyCode, .oneMore, .unknown: break
        case .data, .twoData, .anchored, .code: next = value == nil ? meaning : nil
        case .program, .lastProgram, .module:
            next = value == nil ? meaning : nil
            givesProgram = value != nil
            endsOptions = givesProgram && meaning.endsOptions
            module = meaning == .module ? value : nil
        }
    }
}
