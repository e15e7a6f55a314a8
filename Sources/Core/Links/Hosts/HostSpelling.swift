// Finds international hosts with mapped characters. UTS #46 maps much more than case: fullwidth letters, `ℓ`, `①`, the
// ideographic full stop, soft hyphens. A reader of such a host sees another text than the one that is looked up, and a
// filter without UTS #46 sees another host. So the host must equal the text that its ASCII form decodes to. It may differ
// only in case and in the composition of accents:
//
//   BÜCHER.example, bu\u{308}cher.example    xn--bcher-kva.example, which decodes to bücher.example: accepted
//   ｂücher.example                           the same, but ｂ is not b: refused
//
// Decoding is Punycode alone, which needs no Unicode data. Swift handles composition: two strings are equal if they are
// canonically equivalent. That alone would also accept code points that exist only to be replaced, such as the Kelvin sign
// for K and the compatibility ideographs, alone or under an accent: `\u{212A}\u{301}` for ḱ. They are listed and refused.

/// Compares a host that is not ASCII with its ASCII form.
enum HostSpelling {
    /// The offset in a host of the first label that differs from the decoded label of its ASCII form.
    static func firstMappedLabel(_ written: Span<UInt8>, _ ascii: Span<UInt8>) -> Int? {
        let labels = [UInt8](written).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let domain = [UInt8](ascii).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        // If the mapping makes dots or the numbers of an address, the labels cannot be compared.
        guard labels.count == domain.count else {
            return labels.first { $0.contains { $0 >= 0x80 } }?.startIndex ?? 0
        }
        return zip(labels, domain).first { !isItself($0, $1) }?.0.startIndex
    }

    private static func isItself(_ label: ArraySlice<UInt8>, _ ascii: ArraySlice<UInt8>) -> Bool {
        if label.elementsEqual(ascii, by: { $0.lowered == $1 }) { return true }
        guard ascii.starts(with: ALabels.prefix), let scalars = Punycode.decode(ascii.dropFirst(ALabels.prefix.count))
        else { return false }
        let text = String(decoding: label, as: UTF8.self).unicodeScalars
        return lowered(text) == lowered(scalars) && !text.contains(where: isReplaced)
    }

    /// Lower-cases each code point separately; a sigma at the end does not become a final sigma, as in UTS #46.
    private static func lowered(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        scalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    /// True if a code point is canonically equivalent to one other, or is U+0344, which is equivalent to two.
    ///
    /// Composed text holds none of these code points.
    static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x340 && replaced.contains { $0.contains(scalar.value) }
    }

    /// *Source*: Unicode 16, UnicodeData.txt: the canonical decompositions to one code point, and that of U+0344.
    private static let replaced: [ClosedRange<UInt32>] = [
        0x340...0x341, 0x343...0x344, 0x374...0x374, 0x37E...0x37E, 0x387...0x387, 0x1F71...0x1F71, 0x1F73...0x1F73,
        0x1F75...0x1F75, 0x1F77...0x1F77, 0x1F79...0x1F79, 0x1F7B...0x1F7B, 0x1F7D...0x1F7D, 0x1FBB...0x1FBB,
        0x1FBE...0x1FBE, 0x1FC9...0x1FC9, 0x1FCB...0x1FCB, 0x1FD3...0x1FD3, 0x1FDB...0x1FDB, 0x1FE3...0x1FE3,
        0x1FEB...0x1FEB, 0x1FEE...0x1FEF, 0x1FF9...0x1FF9, 0x1FFB...0x1FFB, 0x1FFD...0x1FFD, 0x2000...0x2001,
        0x2126...0x2126, 0x212A...0x212B, 0x2329...0x232A, 0xF900...0xFA0D, 0xFA10...0xFA10, 0xFA12...0xFA12,
        0xFA15...0xFA1E, 0xFA20...0xFA20, 0xFA22...0xFA22, 0xFA25...0xFA26, 0xFA2A...0xFA6D, 0xFA70...0xFAD9,
        0x2F800...0x2FA1D,
    ]
}
