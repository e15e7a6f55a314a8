/// The words of an `Exec=` line, before field codes are replaced.
///
/// *Source*: GLib's `g_shell_parse_argv`, with which GIO reads such a line: `'…'` and quotes in the middle of a word, as in
/// Wine's `WINEPREFIX="/srv/ann/.wine"`, are read too, which the Desktop Entry Specification does not know.
struct ExecWords: Equatable {
    /// A byte of a word.
    struct Byte: Equatable {
        let value: UInt8
        /// True in quotes, and behind a backslash.
        let isQuoted: Bool
    }

    /// Why a line has no words.
    enum Fault: Equatable {
        case openQuote
        case trailingBackslash
        case empty
    }

    private enum State: Equatable {
        case plain
        case single
        case double
    }

    private(set) var words: [[Byte]] = []
    private var word: [Byte]?
    private(set) var fault: Fault?

    /// Splits a line.
    init(_ line: String) {
        var (state, isEscaped, last) = (State.plain, false, UInt8(0x0A))
        var rest = Array(line.utf8)[...]
        while let byte = rest.popFirst() {
            let before = last
            last = byte
            if isEscaped {
                isEscaped = false
                takeEscaped(byte, state)
            } else if byte == UInt8(ascii: "\\"), state != .single {
                isEscaped = true
            } else if state == .plain, byte == UInt8(ascii: "#"), before == 0x20 || before == 0x0A {
                // A comment begins at the beginning of the line, or behind a blank. Its line end ends no word.
                rest = rest.drop { $0 != 0x0A }.dropFirst()
                last = 0x0A
            } else {
                take(byte, &state)
            }
        }
        endWord()
        fault = state != .plain ? .openQuote : isEscaped ? .trailingBackslash : words.isEmpty ? .empty : nil
    }

    /// The words as texts, with field codes as they are written; nil for a line that has a fault.
    var texts: [String]? {
        fault == nil ? words.map { String(decoding: $0.map(\.value), as: UTF8.self) } : nil
    }

    private mutating func take(_ byte: UInt8, _ state: inout State) {
        switch (state, byte) {
        case (.single, UInt8(ascii: "'")), (.double, UInt8(ascii: "\"")): state = .plain
        case (.plain, UInt8(ascii: "'")): begin(.single, &state)
        case (.plain, UInt8(ascii: "\"")): begin(.double, &state)
        case (.plain, 0x20), (.plain, 0x09), (.plain, 0x0A): endWord()
        case (.plain, _), (.single, _), (.double, _): add(byte, isQuoted: state != .plain)
        }
    }

    private mutating func takeEscaped(_ byte: UInt8, _ state: State) {
        switch state {
        case .plain: if byte != 0x0A { add(byte, isQuoted: true) }
        case .double:
            if !"$`\"\\\n".utf8.contains(byte) { add(UInt8(ascii: "\\"), isQuoted: true) }
            add(byte, isQuoted: true)
        case .single: break
        }
    }

    /// A quote begins a word, which may be empty.
    private mutating func begin(_ quote: State, _ state: inout State) {
        state = quote
        word = word ?? []
    }

    private mutating func add(_ byte: UInt8, isQuoted: Bool) {
        word = (word ?? []) + [Byte(value: byte, isQuoted: isQuoted)]
    }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }
}
