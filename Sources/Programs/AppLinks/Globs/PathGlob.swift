// Paths as Apple and Android write them, where a star crosses slashes:
//
//     /buy/*      /buy*      /a/*/c      /sale-????      /shop/$(lang)/item
//
// In a table a `*` stays in its segment and is not empty, and `**` is the rest of the path. So one glob becomes several
// patterns: `/buy*` is `/buy`, `/buy*`, `/buy/**` and `/buy*/**`, which together take the same links. A star between two
// slashes becomes one pattern for each number of segments, up to a depth that the user may choose: the only place where a
// table takes less. What else a pattern cannot say makes it wider: see `PathGlob.Notes`.

/// One part of a glob.
enum GlobToken: Hashable {
    /// A byte of the decoded path; a slash parts segments.
    case byte(UInt8)
    /// Any one character.
    case one
    /// Any text, with slashes or empty.
    case run
    /// Any text of one segment that is not empty: a star behind its first character, once slashes are apart.
    case filled
    /// One digit, one hexadecimal digit, one letter or digit: the name of the bounded type.
    case kind(String)
    /// One of these texts.
    case choice([String], name: String)
}

/// A glob of a whole path.
struct PathGlob {
    /// What the patterns of a glob do not say as it does.
    struct Notes: Equatable {
        /// The number of segments that an inner star stands for at most; nil without one.
        var depth: Int?
        /// The segment that became wider.
        var widened: String?
        /// Whether one character is meant, which is a decoded one in a table.
        var hasOne = false
    }

    /// *Shape*: begins with a slash.
    let tokens: [GlobToken]

    /// Whether it takes every path.
    var takesAll: Bool { tokens == [.byte(0x2F), .run] }

    /// The patterns that take the same links.
    ///
    /// - Parameters:
    ///   - depth: how many segments an inner star stands for at most.
    ///   - takesParent: whether `/buy/*` takes `/buy` too.
    func patterns(depth: Int, takesParent: Bool, in table: inout LinkTable) -> (patterns: [String], notes: Notes) {
        var notes = Notes()
        var segments = self.segments.map { Self.simplified($0, &notes) }
        let inner = segments.indices.filter { Self.isInner($0, of: segments) }
        var depth = depth
        while depth > 1, Self.count(segments, depth) > AppLinkLimits.patternsOfRule { depth -= 1 }
        if Self.count(segments, depth) > AppLinkLimits.patternsOfRule, let first = inner.first {
            // So many stars: what is before the first one, and anything below.
            notes.widened = Self.text(segments[first])
            segments = segments[..<first] + [[.run]]
        } else if !inner.isEmpty {
            notes.depth = depth
        }
        let paths = Self.expand(segments[...], depth: depth, takesParent: takesParent)
        var known: Set<String> = []
        var patterns: [String] = []
        for path in paths {
            var renderer = GlobRenderer(table: table, notes: notes)
            let pattern = renderer.pattern(path)
            (table, notes) = (renderer.table, renderer.notes)
            if known.insert(pattern).inserted { patterns.append(pattern) }
        }
        return (patterns, notes)
    }

    /// The patterns of an exclusion, which leave out no link that the glob does not; nil if there are none such.
    func exclusions(depth: Int) -> [String]? {
        var notes = Notes()
        let segments = self.segments.map { Self.simplified($0, &notes) }
        guard notes.widened == nil else { return nil }
        let isExact = segments.allSatisfy { segment in
            segment.allSatisfy { token in
                if case .byte = token { true } else { token == .run || token == .filled }
            }
        }
        guard isExact, Self.count(segments, depth) <= AppLinkLimits.patternsOfRule * 4 else { return nil }
        var table = LinkTable(source: "")
        var known: Set<String> = []
        let texts = Self.expand(segments[...], depth: depth, takesParent: false).map { path in
            var renderer = GlobRenderer(table: table, notes: notes)
            defer { table = renderer.table }
            return renderer.pattern(path)
        }
        let all = texts.filter { known.insert($0).inserted }
        return all.filter { !known.contains($0 + "/**") }
    }

    // MARK: Segments

    private var segments: [[GlobToken]] {
        tokens.dropFirst().split(separator: .byte(0x2F), omittingEmptySubsequences: false).map(Array.init)
    }

    /// The segment with one star at most: of several, what stands between the first and the last is any text.
    private static func simplified(_ segment: [GlobToken], _ notes: inout Notes) -> [GlobToken] {
        guard let first = segment.firstIndex(of: .run), let last = segment.lastIndex(of: .run), first < last else {
            return segment
        }
        if segment[first...last].contains(where: { $0 != .run }) { notes.widened = text(segment) }
        return segment[..<first] + [.run] + segment[(last + 1)...]
    }

    /// Whether a segment has a star with something behind it.
    private static func isInner(_ index: Int, of segments: [[GlobToken]]) -> Bool {
        segments[index].contains(.run) && (index < segments.count - 1 || segments[index].last != .run)
    }

    /// How many paths the segments become; not more than is counted.
    private static func count(_ segments: [[GlobToken]], _ depth: Int) -> Int {
        segments.indices.reduce(1) { count, index in
            guard isInner(index, of: segments) else { return segments[index].contains(.run) ? count * 4 : count }
            return min(1 << 16, count * variants(of: segments[index], depth))
        }
    }

    /// How many lists of segments one with an inner star becomes.
    private static func variants(of segment: [GlobToken], _ depth: Int) -> Int {
        guard let star = segment.firstIndex(of: .run) else { return 1 }
        let sides = (star > 0 ? 2 : 1) * (star + 1 < segment.count ? 2 : 1)
        return (segment.count > 1 ? 2 : 1) + (depth - 1) * sides
    }

    /// A list of segments; the tail takes all that follow.
    struct Path {
        var segments: [[GlobToken]] = []
        var hasTail = false
    }

    private static func expand(_ segments: ArraySlice<[GlobToken]>, depth: Int, takesParent: Bool) -> [Path] {
        var paths = [Path()]
        for index in segments.indices {
            let isLast = index == segments.endIndex - 1
            let hasParent = takesParent && index > segments.startIndex
            let variants = isLast ? last(segments[index], hasParent, depth) : inner(segments[index], depth)
            paths = paths.flatMap { path in
                variants.map { Path(segments: path.segments + $0.segments, hasTail: $0.hasTail) }
            }
        }
        // Only the last segment of a link can be empty.
        return paths.filter { path in
            !path.segments.dropLast().contains([]) && !(path.hasTail && path.segments.last == [])
        }
    }

    private static func inner(_ segment: [GlobToken], _ depth: Int) -> [Path] {
        guard let star = segment.firstIndex(of: .run) else { return [Path(segments: [segment])] }
        let (before, after) = (Array(segment[..<star]), Array(segment[(star + 1)...]))
        var lists = [[before + [.filled] + after]]
        if !(before + after).isEmpty { lists.append([before + after]) }
        let starts = before.isEmpty ? [[.filled]] : [before, before + [.filled]]
        let ends = after.isEmpty ? [[.filled]] : [after, [.filled] + after]
        for count in 0..<max(0, depth - 1) {
            let middle = Array(repeating: [GlobToken.filled], count: count)
            lists += starts.flatMap { start in ends.map { [start] + middle + [$0] } }
        }
        return lists.map { Path(segments: $0) }
    }

    private static func last(_ segment: [GlobToken], _ takesParent: Bool, _ depth: Int) -> [Path] {
        guard let star = segment.firstIndex(of: .run) else { return [Path(segments: [segment])] }
        let (before, after) = (Array(segment[..<star]), Array(segment[(star + 1)...]))
        guard after.isEmpty else { return inner(segment, depth) }
        guard !before.isEmpty else {
            return (takesParent ? [Path()] : []) + [Path(hasTail: true)]
        }
        return [[before], [before + [.filled]]].flatMap { [Path(segments: $0), Path(segments: $0, hasTail: true)] }
    }

    /// A segment in words, for a report.
    static func text(_ segment: [GlobToken]) -> String {
        var bytes: [UInt8] = []
        for token in segment {
            switch token {
            case .byte(let byte): bytes.append(byte)
            case .one: bytes += "?".utf8
            case .run: bytes += "*".utf8
            case .filled: bytes += "?*".utf8
            case .kind(let kind): bytes += "$(\(kind))".utf8
            case .choice(_, let name): bytes += "$(\(name))".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
