/// A path that a `RouteIndexBuilder` holds: what it made of a pattern.
///
/// Means something to that builder alone. A few bytes, whatever the pattern: its atoms are numbers in one array of the
/// builder, and its captures a list that all patterns of one form share.
package struct RoutePath: Equatable, Sendable {
    /// How the path ends.
    enum Ending: UInt8, Sendable {
        /// After the last atom.
        case end
        /// With one or more further entries.
        case tail
        /// Either: the final `**` of an exclusion.
        case endOrTail
    }

    let start: UInt32
    let atomCount: UInt16
    let ending: Ending
    /// The number of the list of captures: two paths with the same one capture the same names, types and positions.
    package let captureList: UInt32

    /// Where the path's atoms stand.
    var atoms: Range<Int> { Int(start)..<Int(start) + Int(atomCount) }
    /// *Units*: atoms.
    var count: Int { Int(atomCount) }
    /// *Units*: segments of the shortest list that the path accepts.
    var minimumCount: Int { count + (ending == .tail ? 1 : 0) }
    /// Whether there is no longest list.
    var isOpen: Bool { ending != .end }
}
