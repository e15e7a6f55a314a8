// A reply with its constant parts prepared. Most of a reply to a link that was performed is the same for every link of
// its action, so it is put together once:
//
//     {"parameters":{"outcome":{"outcomeId":"·","class":"ok","code":"ok.performed","message":"The action was performed.",
//     "url":"·","route":"·","feature":"Playback","action":"play","parameters":·,"text":"·","tableRevision":"…",
//     "stateRevision":"·"}}}
//
// The pieces are cut from what the encoder of replies writes of an outcome with marks in it. So the order of the members has
// one home, and such a reply is the encoder's, byte for byte.

/// The reply of `Open` for an action that has answered, or of `Verify`, without what differs from link to link.
package struct PreparedReply: Sendable {
    /// What differs from link to link, in the order of the message.
    package enum Gap: Int, CaseIterable, Sendable {
        /// The inside of a string.
        case outcomeId, url, route
        /// An object; nothing where the action has no inputs.
        case parameters
        /// The inside of a string, or an object, or of a kept answer all its members; nothing in a reply of `Verify`.
        case answer
        /// The inside of a string.
        case stateRevision
        /// The inside of a string; nothing in a reply of `Open`.
        case binding
    }

    /// The method, and the kind of answer that the action gives.
    package enum Kind: Sendable {
        case answeredText, answeredObject
        /// The action has answered an earlier link.
        case kept
        /// The action was verified, and is not performed yet.
        case verified
    }

    /// A byte that no name, code or sentence holds.
    private static let mark = "\u{7F}"

    private let bytes: [UInt8]
    /// The ends of the pieces before each gap; the last piece ends with the message.
    private var ends = InlineArray<7, Int>(repeating: 0)

    /// - Parameter hasInputs: whether links bring inputs.
    ///
    /// Nil for names with characters that such a message cannot be cut at.
    package init?(
        _ kind: Kind, feature: String, title: String?, action: String, hasInputs: Bool, tableRevision: String
    ) {
        let object = [Value.Member(Self.mark, .null)]
        var outcome = Outcome(
            kind == .verified ? .okWouldPerform : .okPerformed,
            message: kind == .kept ? CachedAnswer.sentence : nil, url: Self.mark, route: Self.mark, feature: feature,
            title: title, action: action, parameters: hasInputs ? object : [])
        (outcome.outcomeId, outcome.stateRevision, outcome.tableRevision) = (Self.mark, Self.mark, tableRevision)
        switch kind {
        case .answeredText, .kept: outcome.text = Self.mark
        case .answeredObject: outcome.result = OpenObject(members: object)
        case .verified: break
        }
        let lifetimeMs = Limits.bindingLifetime.wholeMilliseconds
        var writer = JSONWriter()
        let verified = VerifyLink.Answer {
            ($0.outcome, $0.binding, $0.expiresAfterMs) = (outcome, Self.mark, lifetimeMs)
        }
        let reply: any Reply = kind == .verified ? verified : OutcomeAnswer(outcome)
        ReplyEncoder.append(reply, to: &writer)
        var pieces = writer.finish().split(separator: Self.mark.utf8.first ?? 0, omittingEmptySubsequences: false)
        let absent: [Gap] = (hasInputs ? [] : [.parameters]) + (kind == .verified ? [.answer] : [.binding])
        guard pieces.count + absent.count == Gap.allCases.count + 1 else { return nil }
        for (place, gap) in Gap.allCases.filter({ !absent.contains($0) }).enumerated()
        where gap == .parameters || gap == .answer && kind == .answeredObject {
            // Not `{"mark":null}`, but what stands around it.
            pieces[place].removeLast(2)
            pieces[place + 1].removeFirst("\":null}".utf8.count)
        }
        if kind == .kept {
            // Not the inside of the text, but the place of several members.
            let place = Gap.answer.rawValue - (hasInputs ? 0 : 1)
            pieces[place].removeLast("\"text\":\"".utf8.count)
            pieces[place + 1].removeFirst("\"".utf8.count)
        }
        // A gap that is absent has nothing in it, and nothing before it.
        for gap in absent { pieces.insert([], at: gap.rawValue) }
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
        writer.verbatim(bytes.span.extracting(ends[Gap.binding.rawValue]...))
    }
}
