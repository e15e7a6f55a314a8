/// A unit of its own that a program runs as, and what it may take of the machine.
package struct ProgramUnit: Equatable, Sendable {
    /// *Units*: bytes of memory of all its processes; nil for no limit.
    package var memoryBytes: Int?
    /// *Units*: processes and threads at once; nil for no limit.
    package var tasks: Int?
    /// *Units*: parts of a hundred of one processor; nil for no limit.
    package var cpuPercent: Int?

    package init() {}
}
