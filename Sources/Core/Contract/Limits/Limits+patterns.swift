/// The limits of the patterns of routes.
extension Limits {
    /// *Units*: captures of one pattern, its tail among them.
    package static let captures = 16
    /// *Units*: patterns of one route, those of its optional parts among them, each of which doubles their number.
    package static let patternsOfRoute = 64
    /// *Units*: patterns of all routes of one table: more than a table without optional parts can have.
    package static let tablePatterns = 16 << 20
}
