// Whether an international host is written as itself. UTS #46 maps much more than case: fullwidth letters, `ℓ`, `①`, the
// ideographic full stop, soft hyphens. Whoever reads such a host sees another text than the one that is looked up, and a
// filter without UTS #46 sees another host. So the host has to be the one that its ASCII form decodes to, and may differ
// only in case and in how accents are composed:
//
//   BÜCHER.example, bu\u{308}cher.example    xn--bcher-kva.example, which decodes to bücher.example: accepted
//   ｂücher.example                           the same, but ｂ is not b: refused
//
// Decoding is Punycode alone, which knows nothing of Unicode. What composing means Swift knows: two strings are equal if
// they are canonically equivalent. That alone would also take code points that exist only to be replaced, such as the
// Kelvin sign for K and the compatibility ideographs; so no code point may be equal to one of the decoded without being it.

/// How a host that is not ASCII is written.
enum HostSpelling {
    /// The offset in a host of its first label that is another text than its ASCII form stands for.
    static func firstMappedLabel(_ written: Span<UInt8>, _ ascii: Span<UInt8>) -> Int? {
        let labels = array(written).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let domain = array(ascii).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        // Where the mapping makes dots, or numbers of an address, the labels cannot be compared.
        guard labels.count == domain.count else {
            return labels.first { $0.contains { $0 >= 0x80 } }?.startIndex ?? 0
        }
        return zip(labels, domain).first { !isItself($0, $1) }?.0.startIndex
    }

    private static func array(_ text: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: text.count) { output in
            for index in text.indices { output.append(text[index]) }
        }
    }

    private static func isItself(_ label: ArraySlice<UInt8>, _ ascii: ArraySlice<UInt8>) -> Bool {
        if label.elementsEqual(ascii, by: { $0.lowered == $1 }) { return true }
        guard ascii.starts(with: ALabels.prefix), let scalars = Punycode.decode(ascii.dropFirst(ALabels.prefix.count))
        else { return false }
        let text = String(decoding: label, as: UTF8.self).unicodeScalars
        return lowered(text) == lowered(scalars) && !isReplaced(text, by: scalars)
    }

    /// Each code point in lower case by itself; a final sigma is none, as in UTS #46.
    private static func lowered(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        scalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    /// Whether a code point of a text is canonically one of the others', in either case, without being it.
    private static func isReplaced(
        _ text: some Sequence<Unicode.Scalar>, by scalars: [Unicode.Scalar]
    ) -> Bool {
        // A set finds what is canonically equivalent, and hands out its own member.
        let known = Set(scalars.flatMap { [String($0), $0.properties.uppercaseMapping] })
        return text.contains { scalar in
            guard let index = known.firstIndex(of: String(scalar)) else { return false }
            return !known[index].unicodeScalars.elementsEqual(CollectionOfOne(scalar))
        }
    }
}
