import Matching

/// The forms of routes, each shared by the routes that have the same words.
struct RouteForms: ~Copyable {
    /// What a route has in common with others of its feature and group: what it says after its pattern, byte for byte,
    /// and what its pattern captures.
    private struct Likeness: Hashable {
        let feature: Int
        let group: Int
        let text: Int
        let captures: UInt32
    }

    private var texts = ByteInterner()
    private var numbers: [Likeness: UInt32] = [:]
    private var latest: (likeness: Likeness, form: UInt32)?

    /// The number of the form of an earlier route of the feature and group with the same text and captures.
    mutating func form(_ text: Span<UInt8>, feature: Int, group: Int, captures: UInt32) -> Int? {
        guard let number = texts.number(of: text, text.indices) else { return nil }
        let likeness = Likeness(feature: feature, group: group, text: number, captures: captures)
        if let latest, latest.likeness == likeness { return Int(latest.form) }
        guard let form = numbers[likeness] else { return nil }
        latest = (likeness, form)
        return Int(form)
    }

    /// Keeps the form of a route about which nothing was reported.
    mutating func remember(_ form: Int, _ text: Span<UInt8>, feature: Int, group: Int, captures: UInt32) {
        let likeness = Likeness(
            feature: feature, group: group, text: texts.intern(text, text.indices), captures: captures)
        // Past its limit the interner has one number for all texts.
        if !texts.isFull { numbers[likeness] = UInt32(truncatingIfNeeded: form) }
    }
}
