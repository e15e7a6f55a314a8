/// A parsed pattern in the arrays of a `RouteIndexBuilder`; only that builder can use it.
///
/// It takes a few bytes for any pattern. Its atoms are numbers in one array of the builder, and its captures a list
/// that all patterns of one form share.
package struct RoutePath: Equatable, Sendable {
    /// The end of the path.
    enum Ending: UInt8, Sendable {
        /// The path ends after the last atom.
        case end
        /// One or more further segments follow.
        case tail
        /// Both are accepted: the final `**` of an exclusion.
        case endOrTail
    }

    let start: UInt32
    let atomCount: UInt16
    let ending: Ending
    /// The number of the list of captures; paths with the same number capture the same names, types and positions.
    package let captureList: UInt32

    /// The positions of the path's atoms.
    var atoms: Range<Int> { Int(start)..<Int(start) + Int(atomCount) }
    /// *Units*: atoms.
    var count: Int { Int(atomCount) }
    /// *Units*: segments of the shortest list that the path accepts.
    var minimumCount: Int { count + (ending == .tail ? 1 : 0) }
    /// True if the path accepts lists of any greater length.
    package var isOpen: Bool { ending != .end }
}
