// The answer of `respond`, written into the reply. What the table says of it is put together when the first link comes:
//
//     respond "Opening $(list) at $(page)."     →   `Opening `, list, ` at `, page, `.`
//
// Only the performer of `respond` uses up a proof here, as it does where it makes a text of its own.

package import Contract
package import Features

/// What a `respond` action answers for texts of a link, ready to be written.
///
/// *Limits*: actions without secret inputs, whose answer anyone may see.
package struct PreparedAnswer: Sendable {
    /// What stands before one value of an input.
    private struct Piece {
        /// Where it stands in `bytes`.
        let start, end: Int
        /// The number of the input among the action's; negative at the end, where none follows.
        let input: Int
        /// Whether the value has quotes.
        let isQuoted: Bool
    }

    /// The bytes of all pieces; flat, so that to go through them retains nothing.
    private var bytes: [UInt8] = []
    private var members: [Piece] = []
    /// Empty for an action that answers with its inputs.
    private var text: [Piece] = []

    /// Nil for an action that does not answer by itself, or whose inputs may not all be shown.
    package init?(_ action: Action) {
        guard case .respond(let template) = action.performer, !action.hasSecrets else { return nil }
        for (number, input) in action.inputs.enumerated() {
            let name = (number == 0 ? "{" : ",") + JSONText.text(of: .string(input.name)) + ":"
            members.append(add(name, before: number, isQuoted: input.type.isString))
        }
        members.append(add(members.isEmpty ? "{}" : "}", before: -1))
        guard let template else { return }
        var plain = ""
        for piece in template.pieces {
            switch piece {
            case .text(let part): plain += JSONText.text(of: .string(part)).dropFirst().dropLast()
            case .input(let name):
                text.append(add(plain, before: action.inputs.firstIndex { $0.name == name } ?? -1))
                plain = ""
            }
        }
        text.append(add(plain, before: -1))
    }

    private mutating func add(_ piece: String, before input: Int, isQuoted: Bool = false) -> Piece {
        let start = bytes.count
        bytes += piece.utf8
        return Piece(start: start, end: bytes.count, input: input, isQuoted: isQuoted)
    }

    /// The kind of answer.
    package var kind: PreparedReply.Answer { text.isEmpty ? .object : .text }

    /// The most bytes that inputs and answer take for a link of so many bytes.
    package func byteLimit(linkBytes: Int) -> Int {
        // Each byte is six where it needs an escape.
        2 * bytes.count + 6 * linkBytes * (2 * members.count + text.count)
    }

    /// Writes the inputs that a proof rests on as an object.
    package func write(inputsOf proof: borrowing VerifiedActionBinding, to writer: inout JSONWriter) {
        write(members, proof, to: &writer)
    }

    /// Performs the action: writes its answer.
    func perform(_ proof: consuming VerifiedActionBinding, to writer: inout JSONWriter) {
        write(text.isEmpty ? members : text, proof, to: &writer)
    }

    private func write(_ pieces: [Piece], _ proof: borrowing VerifiedActionBinding, to writer: inout JSONWriter) {
        guard case .texts(let texts) = proof.inputs else {
            preconditionFailure("an answer is prepared for inputs that are texts of a link")
        }
        for piece in pieces {
            writer.verbatim(bytes.span.extracting(piece.start..<piece.end))
            guard piece.input >= 0 else { continue }
            let value = texts.bytes.span.extracting(texts.range(of: piece.input))
            if piece.isQuoted { writer.quoted(value) } else { writer.inside(value) }
        }
    }
}
