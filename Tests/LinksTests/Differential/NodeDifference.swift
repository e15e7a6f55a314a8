import Links

@testable import IDNA

/// Where the parser of Node 20 (ada 2.9, of 2024) is not the standard as it is now, each with the reason.
///
/// A difference has names only if they explain it in full: whatever they do not explain must be equal.
enum NodeDifference: Hashable {
    /// The path's percent-encode set has held `^` since the end of 2024.
    case caretInPath
    /// A blank at the end of an opaque path has been escaped before a query or fragment since 2025; before, it was kept.
    case blankAfterOpaquePath
    /// An ASCII domain has been taken as it is since 2025; before, its labels that begin `xn--` had to decode.
    case undecodableLabel
    /// UTS #46 has mapped, ignored or let stand since Unicode 15.1 and 16 what it forbade or mapped otherwise before.
    case newerMapping
    /// A label must not decode to one that itself begins `xn--`, since Unicode 15.1.
    case nestedPrefix

    /// The names that explain why two answers differ, nil if they do not.
    static func names(_ text: String, _ components: URLComponents?, theirs: String) -> Set<NodeDifference>? {
        if components == nil, theirs.contains("\"hostname\":\"") && theirs.contains("xn--xn--") {
            return [.nestedPrefix]
        }
        var names: Set<NodeDifference> = []
        let older = (try? URLRecord.parse(text, toASCII: olderConversion))?.components
        if older != components { names.insert(.newerMapping) }
        guard let older else { return theirs == "null" ? names : nil }
        if theirs == "null" {
            let isDomain = ALabels.firstBreach(in: Array(older.hostname.utf8).span) != nil
            return isDomain ? names.union([.undecodableLabel]) : nil
        }
        var line = theirs
        for (name, change) in [(caretInPath, escapingCarets), (.blankAfterOpaquePath, escapingLastBlank)] {
            let changed = replacingPath(of: line, change)
            if changed != line { names.insert(name) }
            line = changed
        }
        return line == JSONLine.components(older) ? names : nil
    }

    /// The conversion with the mappings of Unicode 15.0.
    private static let olderConversion = DomainToASCII { domain in
        let scalars = String(decoding: domain, as: UTF8.self).replacing("\u{1E9E}", with: "ss").unicodeScalars
        if scalars.contains(where: { MappingChanges.mapping(of: $0) != $0 || $0 == "\u{1806}" }) {
            return .refused(.domainToASCII)
        }
        return DomainToASCII.standard.convert(scalars.flatMap { Array(String($0).utf8) })
    }

    /// The line with another path, in `pathname` and in `href`.
    private static func replacingPath(of line: String, _ change: (Substring) -> String) -> String {
        guard let path = line.firstMatch(of: /"pathname":"((?:[^"\\]|\\.)*)"/)?.1, !path.isEmpty else { return line }
        return line.replacing(path, with: change(path))
    }

    private static func escapingCarets(_ path: Substring) -> String {
        path.hasPrefix("/") ? String(path.replacing("^", with: "%5E")) : String(path)
    }

    private static func escapingLastBlank(_ path: Substring) -> String {
        path.hasSuffix(" ") ? String(path.dropLast()) + "%20" : String(path)
    }
}
