// Who owns a link: from its scheme or host to the entries that are looked up for it, in order.
//
// All names stand in one SegmentTable, told apart by a number in place of a node: schemes, exact hosts, `*.` hosts,
// `**.` hosts. A host that is declared for several schemes and ports has several variants under one name.

internal import Links

/// The frozen scopes of a table.
struct ScopeTable: ~Copyable, Sendable {
    /// The roots of one entry; `none` where it has no routes or no denials.
    struct Step {
        let routes: UInt32
        let denials: UInt32
        static let none = UInt32.max
    }

    /// One declaration of a name: for which links, and its entries.
    struct Variant {
        let isSecure: Bool
        /// Nil for the scheme's own port.
        let port: UInt16?
        let steps: RouteIndex.Slice
    }

    /// Who owns a link.
    enum Owner {
        case steps(Range<Int>)
        case schemeNotAllowed
        case hostNotAllowed
    }

    /// What stands in place of a node in the table of names.
    enum NameKind: UInt32 { case scheme, exact, oneLabel, manyLabels }

    private let names: SegmentTable
    private let variants: [Variant]
    private let steps: [Step]
    private let hasManyLabels: Bool

    /// Freezes declarations: each name with its variants.
    init(_ declared: [(kind: NameKind, name: [UInt8], variants: [Variant])], steps: [Step]) {
        var names = SegmentTable(count: declared.count)
        var variants: [Variant] = []
        for (kind, name, own) in declared {
            names.insert(
                parent: kind.rawValue, name, target: UInt32(truncatingIfNeeded: variants.count),
                number: UInt32(truncatingIfNeeded: own.count))
            variants += own
        }
        self.names = names
        self.variants = variants
        self.steps = steps
        hasManyLabels = declared.contains { $0.kind == .manyLabels }
    }

    /// The entry at a place of `Owner.steps`.
    subscript(step: Int) -> Step { steps[step] }

    /// The owner of a link: of the most specific declared host that the link's scheme and port fit, or of its scheme.
    borrowing func owner(of link: borrowing Link, _ bytes: Span<UInt8>) -> Owner {
        guard link.isWeb else {
            guard let found = names.find(parent: NameKind.scheme.rawValue, bytes, link.scheme.indices) else {
                return .schemeNotAllowed
            }
            return .steps(variants[Int(found.target)].steps.range)
        }
        let isSecure = link.scheme.count == 5
        let query = Query(isSecure: isSecure, port: link.port == (isSecure ? 443 : 80) ? nil : link.port)
        var isOtherScheme = false
        let host = link.host.range.indices
        if let owner = find(.exact, bytes, host, query, &isOtherScheme) { return owner }
        if link.host.kind == .domain, let owner = findWildcard(bytes, host, query, &isOtherScheme) { return owner }
        return isOtherScheme ? .schemeNotAllowed : .hostNotAllowed
    }

    private struct Query {
        let isSecure: Bool
        let port: UInt16?
    }

    private borrowing func find(
        _ kind: NameKind, _ bytes: Span<UInt8>, _ name: Range<Int>, _ query: Query, _ isOtherScheme: inout Bool
    ) -> Owner? {
        guard let found = names.find(parent: kind.rawValue, bytes, name) else { return nil }
        for index in Int(found.target)..<Int(found.target) + Int(found.number) {
            guard variants[index].port == query.port else { continue }
            if variants[index].isSecure == query.isSecure { return .steps(variants[index].steps.range) }
            isOtherScheme = true
        }
        return nil
    }

    private borrowing func findWildcard(
        _ bytes: Span<UInt8>, _ host: Range<Int>, _ query: Query, _ isOtherScheme: inout Bool
    ) -> Owner? {
        var start = host.lowerBound
        var isFirst = true
        while !Self.isEncoded(bytes, start, host.upperBound), let dot = Self.dot(bytes, start..<host.upperBound) {
            let parent = dot + 1..<host.upperBound
            if isFirst, let owner = find(.oneLabel, bytes, parent, query, &isOtherScheme) { return owner }
            guard hasManyLabels else { return nil }
            if let owner = find(.manyLabels, bytes, parent, query, &isOtherScheme) { return owner }
            isFirst = false
            start = dot + 1
        }
        return nil
    }

    private static func dot(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for index in range where bytes[index] == UInt8(ascii: ".") { return index }
        return nil
    }

    /// Whether the label at `start` begins `xn--`: a wildcard never covers one, since it may look like another host.
    private static func isEncoded(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        end - start >= 4 && bytes[start] == UInt8(ascii: "x") && bytes[start + 1] == UInt8(ascii: "n")
            && bytes[start + 2] == UInt8(ascii: "-") && bytes[start + 3] == UInt8(ascii: "-")
    }
}
