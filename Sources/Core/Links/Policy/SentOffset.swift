/// Converts an offset in the canonical URL to the offset in the text as sent.
///
/// It requires a text from which cleaning removed nothing and in which no dot segment was resolved; the policy ensures
/// both. Then, inside a component, every byte of the text is unchanged or became one escape.
enum SentOffset {
    /// *Shape*: `anchors` pairs the start of each component in the canonical URL with its start in the text.
    static func find(
        _ offset: Int, _ canonical: Span<UInt8>, _ text: Span<UInt8>, anchors: [(canonical: UInt32, text: UInt32)]
    ) -> Int {
        var nearest: (canonical: UInt32, text: UInt32) = (0, 0)
        for anchor in anchors where anchor.canonical <= offset && anchor.canonical >= nearest.canonical {
            nearest = anchor
        }
        var written = Int(nearest.canonical)
        var sent = Int(nearest.text)
        while written < offset, sent < text.count {
            let wasEscaped = canonical[written] == ASCII.percent && text[sent] != ASCII.percent
            written += wasEscaped ? 3 : 1
            sent += 1
        }
        return sent
    }
}
