/// Finds the place in a text as sent of an offset into its canonical URL.
///
/// It holds for texts from which nothing was removed and in which nothing was resolved (the policy sees to both): then
/// inside a component every byte stands for itself or became one escape.
enum SentOffset {
    /// *Shape*: `anchors` pairs the beginning of each component in the canonical URL with that in the text.
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
