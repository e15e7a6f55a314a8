// The `Exec=` line of a desktop entry: a program and its arguments, with field codes. With the link podcast://episodes/7
//
//     Exec=player --open %u                        player · --open · podcast://episodes/7
//     Exec=player --open=%u                        player · --open=podcast://episodes/7
//     Exec=player %i -caption %c %U                player · --icon · player · -caption · Player · podcast://episodes/7
//     Exec=flatpak run … --file-forwarding org.example.Player @@u %u @@
//                                                  … · @@u · podcast://episodes/7 · @@
//     Exec=player --mode fast                      refused: the link would be lost
//     Exec=sh -c "player %u"                       refused: the link would be part of a program of the shell
//
// A link is one argument, or the end of one. It is never split, no shell reads it, and codes in it are not replaced.
// `%f` and `%F` stand for files: they do not take a link, and are left out.
//
// Words are split as GIO does it (`ExecWords`), because that is how entries are tried by their authors. So a character that
// the specification reserves stands for itself, as in `--app=https://example.org/?a=b&c=d`. Beyond GIO, what the
// specification forbids in codes is refused: two codes for links, an unknown code, a list inside a word.
//
// *Source*: Desktop Entry Specification 1.5, "The Exec key".

/// A line that was read, and whose field codes are known.
package struct ExecLine: Equatable, Sendable {
    /// How many links a line takes.
    package enum LinkCount: Equatable, Sendable {
        case none
        case one
        case any
    }

    /// A part of a word.
    private enum Piece: Equatable, Sendable {
        case text([UInt8])
        /// The letter of a code that is not deprecated.
        case code(UInt8)
    }

    private static let linkCodes = Set("uU".utf8)
    private static let fileCodes = Set("fF".utf8)
    /// Codes that stand for a number of arguments.
    private static let ownWordCodes = Set("UFi".utf8)
    private static let deprecatedCodes = Set("dDnNvm".utf8)
    private static let otherCodes = Set("ick".utf8)

    private var words: [[Piece]] = []
    /// How many links one start takes.
    package private(set) var linkCount = LinkCount.none

    /// Reads a line, whose escapes as a value of a key were read before.
    package init(_ line: String) throws(ExecLineError) {
        let split = ExecWords(line)
        switch split.fault {
        case .openQuote: throw .openQuote
        case .trailingBackslash: throw .trailingBackslash
        case .empty: throw .empty
        case nil: break
        }
        var hasCode = false
        for word in split.words {
            let pieces = try Self.pieces(word)
            words.append(pieces)
            for case .code(let letter) in pieces where Self.linkCodes.union(Self.fileCodes).contains(letter) {
                guard !hasCode else { throw .severalLinkCodes }
                hasCode = true
                if Self.linkCodes.contains(letter) { linkCount = letter == UInt8(ascii: "u") ? .one : .any }
            }
        }
        guard words[0].allSatisfy({ if case .text = $0 { true } else { false } }) else { throw .codeAsProgram }
        guard !program.isEmpty else { throw .empty }
        // `NAME=value program` is a word of shells.
        guard !program.utf8.contains(UInt8(ascii: "=")) else { throw .equalSign(program) }
    }

    /// The program as the line names it: a path, or a name that is looked up.
    package var program: String { String(decoding: Self.text(words[0]), as: UTF8.self) }

    /// The argument vector for some links, the program first.
    ///
    /// *Throws*: `noLinkCode`, `oneLink`: a line with `%u` is not started once for each of several links, since only one
    /// answer belongs to them.
    package func vector(for links: [String], of entry: DesktopEntry) throws(ExecLineError) -> [String] {
        switch linkCount {
        case .none: guard links.isEmpty else { throw .noLinkCode }
        case .one: guard links.count <= 1 else { throw .oneLink(given: links.count) }
        case .any: break
        }
        return words.flatMap { Self.arguments($0, links, entry) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The arguments of a word; a word of which nothing but codes without a value is left is none.
    private static func arguments(_ word: [Piece], _ links: [String], _ entry: DesktopEntry) -> [[UInt8]] {
        if word.count == 1, case .code(let letter) = word[0] {
            switch letter {
            case UInt8(ascii: "u"), UInt8(ascii: "U"): return links.map { Array($0.utf8) }
            case UInt8(ascii: "f"), UInt8(ascii: "F"): return []
            case UInt8(ascii: "i"): return entry.icon.map { [Array("--icon".utf8), Array($0.utf8)] } ?? []
            default: break
            }
        }
        guard !word.isEmpty else { return [] }
        let argument = word.flatMap { piece -> [UInt8] in
            switch piece {
            case .text(let bytes): bytes
            case .code(UInt8(ascii: "u")): Array((links.first ?? "").utf8)
            case .code(UInt8(ascii: "c")): Array((entry.name ?? "").utf8)
            case .code(UInt8(ascii: "k")): Array(entry.path.utf8)
            case .code: []
            }
        }
        return [argument]
    }

    private static func text(_ word: [Piece]) -> [UInt8] {
        word.flatMap { if case .text(let bytes) = $0 { bytes } else { [UInt8]() } }
    }

    // MARK: Reading

    /// A word with its codes found; deprecated ones are left out.
    ///
    /// *Shape*: empty for a word of deprecated codes alone.
    private static func pieces(_ word: [ExecWords.Byte]) throws(ExecLineError) -> [Piece] {
        var (pieces, text, rest) = ([Piece](), [UInt8](), word[...])
        var isDropped = false
        while let byte = rest.popFirst() {
            guard byte.value == UInt8(ascii: "%") else {
                text.append(byte.value)
                continue
            }
            guard let code = rest.popFirst() else { throw .unknownCode("%") }
            if code.value == UInt8(ascii: "%") {
                text.append(code.value)
            } else if deprecatedCodes.contains(code.value) {
                isDropped = true
            } else {
                try check(code.value, isQuoted: byte.isQuoted || code.isQuoted, of: word)
                if !text.isEmpty { pieces.append(.text(text)) }
                pieces.append(.code(code.value))
                text = []
            }
        }
        if !text.isEmpty || pieces.isEmpty && !isDropped { pieces.append(.text(text)) }
        return pieces
    }

    private static func check(
        _ letter: UInt8, isQuoted: Bool, of word: [ExecWords.Byte]
    ) throws(ExecLineError) {
        let name = "%" + String(decoding: [letter], as: UTF8.self)
        let isLink = linkCodes.contains(letter) || fileCodes.contains(letter)
        guard isLink || otherCodes.contains(letter) else { throw .unknownCode(name) }
        let isWholeWord = word.count == 2
        // A word in quotes is often a program of a shell; `"%u"` alone is an argument as any other.
        guard !isLink || !isQuoted || isWholeWord else { throw .quotedCode(name) }
        guard !ownWordCodes.contains(letter) || isWholeWord else { throw .listInWord(name) }
    }
}
