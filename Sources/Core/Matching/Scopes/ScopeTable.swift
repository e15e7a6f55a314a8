// Finds the owner of a link: its scheme or host leads to the entries that are looked up, in order.
//
// All names are in one SegmentTable. A number in place of a node distinguishes schemes, exact hosts, `*.` hosts and
// `**.` hosts. A host that is declared for several schemes and ports has several variants under one name.

internal import Links

/// The frozen scopes of a table.
struct ScopeTable: ~Copyable, Sendable {
    /// The roots of one entry; `none` if it has no routes or no denials.
    struct Step {
        let routes: UInt32
        let denials: UInt32
        static let none = UInt32.max
    }

    /// One declaration of a name: the scheme and port of its links, and its entries.
    struct Variant {
        let isSecure: Bool
        /// Nil for the default port of the scheme.
        let port: UInt16?
        let steps: RouteIndex.Slice
    }

    /// The entries of a link's owner, or the reason why there is no owner.
    enum Owner {
        case steps(Range<Int>)
        case schemeNotAllowed
        case hostNotAllowed
    }

    /// The number of schemes in place of a node; that of hosts is the raw value of their kind.
    static let schemes: UInt32 = 3

    /// A scheme of up to eight bytes.
    private struct ShortScheme {
        let word: UInt64
        let count: UInt32
        let steps: RouteIndex.Slice
    }

    /// The first four short schemes; comparing them is faster than a hash, and few tables have more.
    private var shortSchemes: [ShortScheme] = []
    /// By kind and name, the first of its variants and how many there are.
    let names: SegmentTable
    let variants: [Variant]
    private let steps: [Step]
    /// By length of a name in bytes: true if a `**.` host has a name of that length.
    private let manyLabelLengths: [Bool]

    /// Freezes declarations: each name with its variants; a name without a kind is that of a scheme.
    init(_ declared: [(kind: DeclaredHost.Kind?, name: [UInt8], variants: [Variant])], steps: [Step]) {
        var names = SegmentTable(count: declared.count)
        var variants: [Variant] = []
        for (kind, name, own) in declared {
            let branch = RouteIndex.Branch(
                target: UInt32(truncatingIfNeeded: variants.count), number: UInt32(truncatingIfNeeded: own.count),
                rule: 0)
            names.insert(
                parent: kind.map { UInt32($0.rawValue) } ?? Self.schemes, name.span, name.indices, branch)
            if kind == nil, name.count <= 8, shortSchemes.count < 4, let first = own.first {
                let word = SegmentKey.word(name.span, at: 0, count: name.count)
                let count = UInt32(truncatingIfNeeded: name.count)
                shortSchemes.append(ShortScheme(word: word, count: count, steps: first.steps))
            }
            variants += own
        }
        self.names = names
        self.variants = variants
        self.steps = steps
        let lengths = Set(declared.lazy.filter { $0.kind == .manyLabels }.map(\.name.count))
        manyLabelLengths = (0..<(lengths.max() ?? -1) + 1).map { lengths.contains($0) }
    }

    /// *Units*: bytes that the table holds.
    var byteCount: Int {
        names.byteCount + variants.count * MemoryLayout<Variant>.stride + steps.count * MemoryLayout<Step>.stride
    }

    /// The entry at a position of `Owner.steps`.
    subscript(step: Int) -> Step { steps[step] }

    /// The owner of a link: of its scheme, or for a web link of the most specific declared host that fits scheme and
    /// port.
    borrowing func owner(of link: borrowing Link, _ bytes: Span<UInt8>) -> Owner {
        guard link.isWeb else { return owner(ofScheme: link.scheme, bytes) }
        let isSecure = link.scheme.range.count == 5
        let query = Query(isSecure: isSecure, port: link.port == (isSecure ? 443 : 80) ? nil : link.port)
        var isOtherScheme = false
        let host = link.host.range
        if let owner = find(.exact, bytes, host, query, &isOtherScheme) { return owner }
        if case .domain = link.host.kind, let owner = findWildcard(bytes, host, query, &isOtherScheme) { return owner }
        return isOtherScheme ? .schemeNotAllowed : .hostNotAllowed
    }

    private borrowing func owner(ofScheme scheme: ByteRange, _ bytes: Span<UInt8>) -> Owner {
        let count = scheme.end &- scheme.start
        if count <= 8 {
            let word = SegmentKey.word(bytes, at: Int(scheme.start), count: Int(count))
            for short in shortSchemes where short.word == word && short.count == count {
                return .steps(short.steps.range)
            }
        }
        guard let found = names.find(parent: Self.schemes, bytes, scheme) else { return .schemeNotAllowed }
        return .steps(variants[Int(found.target)].steps.range)
    }

    private struct Query {
        let isSecure: Bool
        let port: UInt16?
    }

    private borrowing func find(
        _ kind: DeclaredHost.Kind, _ bytes: Span<UInt8>, _ name: ByteRange, _ query: Query, _ isOtherScheme: inout Bool
    ) -> Owner? {
        guard let found = names.find(parent: UInt32(kind.rawValue), bytes, name) else { return nil }
        for index in Int(found.target)..<Int(found.target) + Int(found.number) {
            guard variants[index].port == query.port else { continue }
            if variants[index].isSecure == query.isSecure { return .steps(variants[index].steps.range) }
            isOtherScheme = true
        }
        return nil
    }

    private borrowing func findWildcard(
        _ bytes: Span<UInt8>, _ host: ByteRange, _ query: Query, _ isOtherScheme: inout Bool
    ) -> Owner? {
        var parents = ParentNames(of: host)
        var isFirst = true
        while let parent = parents.next(in: bytes) {
            if isFirst, let owner = find(.oneLabel, bytes, parent, query, &isOtherScheme) { return owner }
            if hasManyLabels(parent), let owner = find(.manyLabels, bytes, parent, query, &isOtherScheme) {
                return owner
            }
            isFirst = false
        }
        return nil
    }

    /// True if a `**.` host has a name of this length.
    ///
    /// Looking up every parent takes a hash of each, which is quadratic in the length of the host. This test skips
    /// parents longer than the longest name, at most 253 bytes, and leaves mostly one parent in all.
    borrowing func hasManyLabels(_ name: ByteRange) -> Bool {
        manyLabelLengths.indices.contains(name.count) && manyLabelLengths[name.count]
    }
}

/// The names that follow the first label of a host, the second, and so on, longest first: `a.b.c` gives `b.c` and `c`.
///
/// The sequence ends at a label that begins with `xn--`: a wildcard never covers one, because it may look like another
/// host.
/// *Cost*: each byte is read once in all.
struct ParentNames {
    private var rest: ByteRange

    /// Begins with the whole host.
    init(of host: ByteRange) { rest = host }

    /// The next parent; nil after the last.
    mutating func next(in bytes: Span<UInt8>) -> ByteRange? {
        guard !isEncoded(bytes) else { return nil }
        for index in rest.range where bytes[index] == UInt8(ascii: ".") {
            rest.start = UInt32(truncatingIfNeeded: index + 1)
            return rest
        }
        return nil
    }

    /// True if the rest begins with `xn--`, which is this number with its first byte lowest.
    private func isEncoded(_ bytes: Span<UInt8>) -> Bool {
        rest.count >= 4 && SegmentKey.word(bytes, at: Int(rest.start), count: 4) == 0x2D2D_6E78
    }
}
