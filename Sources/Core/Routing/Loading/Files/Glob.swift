// Globs of file names: `*` any run of characters, `?` one, `[a-z]` one of a set, `[!a-z]` one of the others. A leading dot
// is matched by a dot alone, so that `*.conf` takes no editor's hidden copies. There is no escape, for `\` is an ordinary
// byte in a table: `[*]` is a star. The library's own glob is not used: it sorts by locale, and a table must read the same
// everywhere.

/// Why a glob cannot be read.
struct GlobError: Error, Equatable {
    /// What is wrong, in one sentence.
    let sentence: String
    /// What to do about it.
    let help: String

    static let unclosedSet = GlobError(
        sentence: "a `[` is not closed", help: "close it, as in `[0-9]*.conf`; a bracket itself is `[[]`")
    static let reversedRange = GlobError(
        sentence: "a range of characters runs backwards", help: "write the lower end first, as in `[a-z]`")
    static let namedClass = GlobError(
        sentence: "classes of characters have no names here", help: "write the characters, as in `[a-z]`")
    static let folder = GlobError(sentence: "it names a folder", help: "name the files in it, as in `tables/*.conf`")
}

/// A glob for one part of a path.
///
/// *Shape*: `[0-9]?-*.conf` takes `10-web.conf`. *Cost* of a match: the product of both lengths at worst.
struct Glob {
    private enum Atom {
        case scalar(Unicode.Scalar)
        case one
        case run
        case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)

        func takes(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .scalar(let own): own == scalar
            case .one: true
            case .run: false
            case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
            }
        }

        var isRun: Bool { if case .run = self { true } else { false } }
    }

    private var atoms: [Atom] = []
    private let takesHidden: Bool

    /// Whether it takes one name alone: its own text.
    let isLiteral: Bool

    /// Reads the glob of one part of a path.
    ///
    /// *Throws*: where a set of characters has no end or no sense.
    init(_ text: Substring) throws(GlobError) {
        isLiteral = !text.unicodeScalars.contains { ["*", "?", "["].contains($0) }
        takesHidden = text.hasPrefix(".")
        var rest = text.unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": atoms.append(.run)
            case "?": atoms.append(.one)
            case "[": atoms.append(try Self.set(&rest))
            default: atoms.append(.scalar(scalar))
            }
        }
    }

    private static func set(_ rest: inout Substring.UnicodeScalarView) throws(GlobError) -> Atom {
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let scalar = rest.popFirst() {
            // A `]` that comes first is one of the set.
            if scalar == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
            if scalar == "[", let next = rest.first, [":", ".", "="].contains(next) { throw .namedClass }
            guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
                ranges.append(scalar...scalar)
                continue
            }
            guard scalar <= end else { throw .reversedRange }
            rest.removeFirst(2)
            ranges.append(scalar...end)
        }
        throw .unclosedSet
    }

    /// Whether the glob takes the whole name.
    func matches(_ name: String) -> Bool {
        guard takesHidden || !name.hasPrefix(".") else { return false }
        let scalars = Array(name.unicodeScalars)
        var (atom, next) = (0, 0)
        var retry: (atom: Int, next: Int)?
        while next < scalars.count {
            if atom < atoms.count, atoms[atom].isRun {
                atom += 1
                retry = (atom, next)
            } else if atom < atoms.count, atoms[atom].takes(scalars[next]) {
                atom += 1
                next += 1
            } else if let run = retry {
                // The last run takes one more; earlier ones need never be looked at again.
                retry = (run.atom, run.next + 1)
                (atom, next) = (run.atom, run.next + 1)
            } else {
                return false
            }
        }
        return atoms[atom...].allSatisfy(\.isRun)
    }
}
