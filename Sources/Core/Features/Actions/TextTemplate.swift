// A text of an action with places for inputs: `$(name)` is replaced by the input `name`. Values are put in once, in one
// pass: what a value holds is never looked at again, so no value can smuggle in another placeholder. `\$(` is a plain
// `$(`; `$` alone is itself.

package import Contract

/// A text with places for inputs.
package struct TextTemplate: Hashable, Sendable {
    /// A piece of the text.
    package enum Piece: Hashable, Sendable {
        case text(String)
        case input(String)
    }

    package let pieces: [Piece]

    /// Joins pieces.
    package init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Cuts the text at its placeholders.
    ///
    /// *Throws*: the byte offset of a `$(` that has no `)`, or no name between.
    package init(_ text: String) throws(TemplateError) {
        var pieces: [Piece] = []
        var plain: [UInt8] = []
        func endPlain() {
            if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
            plain = []
        }
        // Bytes, not characters: for Swift a `)` and a combining accent are one other character.
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            if rest.starts(with: Self.escape) {
                plain += Self.opening
                rest = rest.dropFirst(Self.escape.count)
            } else if rest.starts(with: Self.opening) {
                let name = rest.dropFirst(Self.opening.count).prefix { $0 != UInt8(ascii: ")") }
                guard name.endIndex < rest.endIndex, !name.isEmpty else {
                    throw .unclosed(offset: rest.startIndex)
                }
                endPlain()
                pieces.append(.input(String(decoding: name, as: UTF8.self)))
                rest = rest[(name.endIndex + 1)...]
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        endPlain()
        self.pieces = pieces
    }

    private static let opening = Array("$(".utf8)
    private static let escape = Array("\\$(".utf8)

    /// *Shape*: as tables write it, `$(name)` for an input and `\\$(` for a plain `$(`.
    package var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$(", with: "\\$(")
            case .input(let name): "$(\(name))"
            }
        }.joined()
    }

    /// The names of the inputs it asks for, in its order.
    package var inputs: [String] {
        pieces.compactMap { if case .input(let name) = $0 { name } else { nil } }
    }

    /// The text before the first placeholder.
    package var leadingText: String {
        if case .text(let text)? = pieces.first { text } else { "" }
    }

    /// True for the argument `--`, behind which a program reads no options.
    package var isOptionsEnd: Bool { pieces == [.text("--")] }

    /// The text with the inputs' values put in; an input without a value leaves nothing.
    ///
    /// - Parameter written: how a value is written.
    package func filled(with inputs: [Value.Member], written: (String) -> String = { $0 }) -> String {
        var filled = ""
        for piece in pieces {
            switch piece {
            case .text(let text): filled += text
            case .input(let name):
                filled += inputs.first { $0.name == name }.map { written($0.value.argumentText) } ?? ""
            }
        }
        return filled
    }
}

/// What is wrong with a template's text.
package enum TemplateError: Error, Equatable, Sendable {
    /// *Units*: bytes from the start of the text.
    case unclosed(offset: Int)
}

extension Value {
    /// The value as one argument of a program: numbers in decimal, a list joined by `/`.
    package var argumentText: String {
        switch self {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let literal): literal
        case .string(let text): text
        case .array(let elements): elements.map(\.argumentText).joined(separator: "/")
        case .object: ""
        }
    }
}
