// The reply to a link whose action is `respond`, or that was verified. All that the table says of it is put together when
// the first link comes:
//
//     respond "Opening $(list) at $(page)."
//
//     …"parameters":{"list":"` list `","page":` page `},"text":"Opening ` list ` at ` page `.","tableRevision":"…
//
// The same is done for an action whose answers are kept. The answer is one more value then, with its members as they were
// written when it came.
//
// Only the performer of `respond` uses up a proof here, as it does where it makes a text of its own.

package import Contract
package import Features

/// The reply to a link whose action answers with its inputs, or was verified, ready to be written.
///
/// *Limits*: actions without secret inputs, whose answer anyone may see.
///
/// A class, so that a call retains one reference and not the parts.
package final class PreparedAnswer: Sendable {
    /// What stands before one value of an input.
    fileprivate struct Piece {
        /// Where it stands in `bytes`.
        let start, end: Int
        /// The number of the input among the action's.
        let input: Int
    }

    /// What stands around the action's own part of it.
    package let frame: PreparedReply
    private let parts: Parts

    /// Pieces while they are put together, and then.
    fileprivate struct Parts {
        /// The bytes of all pieces, and those behind the last value; flat, so that to go through them retains nothing.
        var bytes: [UInt8] = []
        var pieces: [Piece] = []
        /// Where the piece begins that is put together.
        var start = 0
        /// Where an answer that was kept stands in the last one.
        var answerPlace = 0
    }

    /// The reply of `Open`; nil for an action that does not answer by itself, or has secret inputs.
    package convenience init?(performing action: Action, of feature: Feature, tableRevision: String) {
        guard case .respond(let template) = action.performer else { return nil }
        let kind: PreparedReply.Kind = template == nil ? .answeredObject : .answeredText
        self.init(kind, action, of: feature, tableRevision: tableRevision) { parts in
            if let template { parts.add(template, action) } else { parts.addMembers(action) }
        }
    }

    /// The reply of `Verify`; nil for an action with secret inputs.
    package convenience init?(verifying action: Action, of feature: Feature, tableRevision: String) {
        self.init(.verified, action, of: feature, tableRevision: tableRevision) { _ in }
    }

    /// The reply of `Open` with an answer that was kept; nil for an action that keeps none.
    package convenience init?(keeping action: Action, of feature: Feature, tableRevision: String) {
        guard action.limits.cache != nil else { return nil }
        self.init(.kept, action, of: feature, tableRevision: tableRevision) { $0.answerPlace = $0.bytes.count }
    }

    private init?(
        _ kind: PreparedReply.Kind, _ action: Action, of feature: Feature, tableRevision: String,
        addAnswer: (inout Parts) -> Void
    ) {
        guard !action.hasSecrets,
            let frame = PreparedReply(
                kind, feature: feature.path, title: feature.title?.plain, action: action.name,
                hasInputs: !action.inputs.isEmpty, tableRevision: tableRevision)
        else { return nil }
        self.frame = frame
        var parts = Parts()
        parts.bytes += frame.piece(before: .parameters)
        if !action.inputs.isEmpty { parts.addMembers(action) }
        parts.bytes += frame.piece(before: .answer)
        addAnswer(&parts)
        parts.bytes += frame.piece(before: .stateRevision)
        self.parts = parts
    }

    /// The most bytes that the whole reply takes for a link of so many bytes.
    package func byteLimit(linkBytes: Int) -> Int {
        // Each byte is six where it needs an escape.
        frame.byteCount + parts.bytes.count + 6 * linkBytes * (parts.pieces.count + 1)
    }

    /// Writes the reply from behind the route to before the state's revision; that is all that performing the action takes.
    package func write(_ inputs: BoundInputs, to writer: inout JSONWriter) {
        guard case .texts(let texts) = inputs else {
            preconditionFailure("an answer is prepared for inputs that are texts of a link")
        }
        parts.write(with: texts, to: &writer)
    }

    /// Writes the same with an answer that was kept and needs no new one.
    ///
    /// - Parameter answer: its members, each with a comma behind it.
    func write(_ inputs: BoundInputs, _ answer: [UInt8], ageMs: Int64, to writer: inout JSONWriter) {
        guard case .texts(let texts) = inputs else {
            preconditionFailure("an answer is prepared for inputs that are texts of a link")
        }
        parts.write(with: texts, answer, ageMs: ageMs, to: &writer)
    }
}

extension PreparedAnswer.Parts {
    fileprivate func write(with texts: LinkTexts, to writer: inout JSONWriter) {
        writeValues(of: texts, to: &writer)
        writer.verbatim(bytes.span.extracting(start...))
    }

    fileprivate func write(with texts: LinkTexts, _ answer: [UInt8], ageMs: Int64, to writer: inout JSONWriter) {
        writeValues(of: texts, to: &writer)
        writer.verbatim(bytes.span.extracting(start..<answerPlace))
        writer.verbatim(answer.span)
        writer.verbatim("\"cached\":{\"ageMs\":".utf8.span)
        writer.digits(UInt64(max(0, ageMs)))
        writer.verbatim(",\"stale\":false}".utf8.span)
        writer.verbatim(bytes.span.extracting(answerPlace...))
    }

    @inline(__always)
    private func writeValues(of texts: LinkTexts, to writer: inout JSONWriter) {
        for piece in pieces {
            writer.verbatim(bytes.span.extracting(piece.start..<piece.end))
            writer.inside(texts.bytes.span.extracting(texts.range(of: piece.input)))
        }
    }

    /// Adds the inputs as an object.
    fileprivate mutating func addMembers(_ action: Action) {
        bytes.append(UInt8(ascii: "{"))
        for (number, input) in action.inputs.enumerated() {
            let quote = input.type.isString ? "\"" : ""
            bytes += ((number == 0 ? "" : ",") + JSONText.text(of: .string(input.name)) + ":" + quote).utf8
            addValue(of: number)
            bytes += quote.utf8
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Adds a text with inputs in it, as the inside of a string.
    fileprivate mutating func add(_ template: TextTemplate, _ action: Action) {
        for piece in template.pieces {
            switch piece {
            case .text(let part): bytes += JSONText.text(of: .string(part)).dropFirst().dropLast().utf8
            case .input(let name): action.inputs.firstIndex { $0.name == name }.map { addValue(of: $0) }
            }
        }
    }

    fileprivate mutating func addValue(of input: Int) {
        pieces.append(PreparedAnswer.Piece(start: start, end: bytes.count, input: input))
        start = bytes.count
    }
}
