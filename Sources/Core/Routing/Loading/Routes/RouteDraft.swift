import Conf
import Matching

/// A pattern of a route as it was read; most routes have one.
struct RouteDraft {
    /// The number of its name, and of its place.
    let name: UInt32
    /// The number of its form.
    let form: UInt32
    /// The end of its pattern in `TableDraft.patterns`, which begins where that of the one before ends.
    let patternEnd: UInt32
    let path: RoutePath

    /// A place in the text: a table of a million routes keeps one for each until its check is done.
    struct Place {
        let file: UInt32
        let offset: UInt32
        let length: UInt32

        init(_ range: SourceRange) {
            file = UInt32(truncatingIfNeeded: range.file)
            offset = UInt32(truncatingIfNeeded: range.offset)
            length = UInt32(truncatingIfNeeded: range.length)
        }

        /// The place as diagnostics have it.
        var range: SourceRange { SourceRange(file: Int(file), offset: Int(offset), length: Int(length)) }
    }
}

/// A pattern of a route with an error, of which all that selects its links was read: it is only searched for overlaps.
struct FaultyRoute {
    /// Its name as written; another route may have it, or it may not be a name.
    let name: String
    /// The number of its name; nil if another route has the name.
    let number: Int?
    let place: SourceRange
    /// How many patterns of the same route come before.
    let position: Int
    let path: RoutePath
    let pattern: ArraySlice<UInt8>
    let conditions: RouteConditions
    let entries: [ScopeEntry]
}
