/// Which entries a call asks for, and which of them its caller may see.
struct TimelineFilter: Equatable, Sendable {
    /// The user who asks; nil for operators, who see all entries.
    var viewer: UInt32?
    /// *Units*: milliseconds since 1970 UTC, of this and the next; the ends are included.
    var sinceMs: Int64?
    var untilMs: Int64?
    /// Of one user's links.
    var user: UInt32?
    /// The path of a feature; entries of those inside it count too.
    var feature: [UInt8] = []
    /// A code, or its first words: `blocked` is the beginning of `blocked.feature.disabled`.
    var code: [UInt8] = []
    var id: [UInt8] = []

    /// Whether a record is asked for, and may be seen.
    ///
    /// *Cost*: some comparisons; no text is made.
    func takes(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        if sinceMs != nil || untilMs != nil {
            let wallMs = TimelineRecord.wallMs(in: bytes, at: start)
            if let sinceMs, wallMs < sinceMs { return false }
            if let untilMs, wallMs > untilMs { return false }
        }
        // Everyone may know when the daemon was started; what is asked for of a user, a feature or a link has none of it.
        if TimelineRecord.kind(in: bytes, at: start) == .started {
            return user == nil && feature.isEmpty && code.isEmpty && id.isEmpty
        }
        if let viewer, !TimelineRecord.isAbout(viewer, in: bytes, at: start) { return false }
        if let user, !TimelineRecord.isAbout(user, in: bytes, at: start) { return false }
        return has(id, .id, ending: nil, bytes, start) && has(code, .code, ending: UInt8(ascii: "."), bytes, start)
            && has(feature, .feature, ending: UInt8(ascii: "/"), bytes, start)
            // A user who may not be told of a feature cannot find its links by its name.
            && (feature.isEmpty || viewer == nil || !TimelineRecord.head(in: bytes, at: start).isHidden)
    }

    /// Whether a record can be among those of some users and of a time.
    func mayTake(users: UInt64, ms: ClosedRange<Int64>) -> Bool {
        if let sinceMs, ms.upperBound < sinceMs { return false }
        if let untilMs, ms.lowerBound > untilMs { return false }
        for user in [viewer, user] {
            if let user, users & TimelineRecord.mask(of: user) == 0 { return false }
        }
        return true
    }

    /// Whether a text is the wanted one, or begins with it and goes on with a mark.
    private func has(
        _ wanted: [UInt8], _ text: TimelineRecord.Text, ending mark: UInt8?, _ bytes: Span<UInt8>, _ start: Int
    ) -> Bool {
        guard !wanted.isEmpty else { return true }
        let range = TimelineRecord.range(of: text, in: bytes, at: start)
        guard bytes.hasPrefix(range, wanted) else { return false }
        return range.count == wanted.count || mark.map { bytes[range.lowerBound + wanted.count] == $0 } == true
    }
}
