// Most of a reply to a link that was performed is the same for every link of its action, so it is put together once:
//
//     {"parameters":{"outcome":{"outcomeId":"·","class":"ok","code":"ok.performed","message":"The action was performed.",
//     "url":"·","route":"·","feature":"Playback","action":"play","parameters":·,"text":"·","tableRevision":"…",
//     "stateRevision":"·"}}}
//
// The pieces are cut from what the encoder of replies writes of an outcome with marks in it. So the order of the members has
// one home, and such a reply is the encoder's, byte for byte.

/// The reply of `Open` for an action that has answered, without what differs from link to link.
package struct PreparedReply: Sendable {
    /// What differs from link to link, in the order of the message.
    package enum Gap: Int, CaseIterable, Sendable {
        /// The inside of a string.
        case outcomeId, url, route
        /// An object; nothing where the action has no inputs.
        case parameters
        /// The inside of a string, or an object.
        case answer
        /// The inside of a string.
        case stateRevision
    }

    /// The kind of answer that an action gives.
    package enum Answer: Sendable { case text, object }

    /// A byte that no name, code or sentence holds.
    private static let mark = "\u{7F}"

    private let bytes: [UInt8]
    /// The ends of the pieces before each gap; the last piece ends with the message.
    private var ends = InlineArray<6, Int>(repeating: 0)

    /// - Parameter hasInputs: whether links bring inputs.
    ///
    /// Nil for names with characters that such a message cannot be cut at.
    package init?(
        feature: String, title: String?, action: String, hasInputs: Bool, answer: Answer, tableRevision: String
    ) {
        let object = [Value.Member(Self.mark, .null)]
        var outcome = Outcome(
            .okPerformed, url: Self.mark, route: Self.mark, feature: feature, title: title, action: action,
            parameters: hasInputs ? object : [])
        (outcome.outcomeId, outcome.stateRevision, outcome.tableRevision) = (Self.mark, Self.mark, tableRevision)
        switch answer {
        case .text: outcome.text = Self.mark
        case .object: outcome.result = OpenObject(members: object)
        }
        var writer = JSONWriter()
        ReplyEncoder.append(outcome: outcome, to: &writer)
        var pieces = writer.finish().split(separator: Self.mark.utf8.first ?? 0, omittingEmptySubsequences: false)
        // An action without inputs has nothing in this gap, and nothing before it.
        if !hasInputs, pieces.count == Gap.allCases.count { pieces.insert([], at: Gap.parameters.rawValue) }
        guard pieces.count == Gap.allCases.count + 1 else { return nil }
        let objects: [Gap] = (hasInputs ? [.parameters] : []) + (answer == .object ? [.answer] : [])
        for gap in objects {
            // Not `{"mark":null}`, but what stands around it.
            pieces[gap.rawValue].removeLast(2)
            pieces[gap.rawValue + 1].removeFirst("\":null}".utf8.count)
        }
        for gap in Gap.allCases {
            ends[gap.rawValue] = pieces[...gap.rawValue].reduce(0) { $0 + $1.count }
        }
        bytes = Array(pieces.joined())
    }

    /// How many bytes the pieces have together.
    package var byteCount: Int { bytes.count }

    /// The piece that stands before a gap.
    package func piece(before gap: Gap) -> [UInt8] { Array(bytes[range(before: gap)]) }

    @inline(__always)
    private func range(before gap: Gap) -> Range<Int> {
        (gap.rawValue == 0 ? 0 : ends[gap.rawValue - 1])..<ends[gap.rawValue]
    }

    /// Writes the piece that stands before a gap.
    @inline(__always)
    package func write(before gap: Gap, to writer: inout JSONWriter) {
        writer.verbatim(bytes.span.extracting(range(before: gap)))
    }

    /// Writes the last piece, with the NUL that ends the message.
    package func writeEnd(to writer: inout JSONWriter) {
        writer.verbatim(bytes.span.extracting(ends[Gap.stateRevision.rawValue]...))
    }
}
