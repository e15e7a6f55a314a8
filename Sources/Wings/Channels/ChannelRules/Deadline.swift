internal import HeapModule

/// A time at which the hub has something to do.
struct Deadline: Comparable {
    /// What is due; it names a state that may have passed by then.
    enum Event {
        /// A held link was not taken in time.
        case expiry(link: Int)
        /// A subscriber did not acknowledge a link in time.
        case acknowledgement(link: Int, assignment: Int)
        /// The link that a channel keeps of a user is too old.
        case keptExpiry(channel: String, user: UInt32, link: Int)
        /// The program of a channel is to be started again.
        case restart(channel: String, user: UInt32)
    }

    let atNs: Int64
    let event: Event

    /// Orders by time.
    static func < (a: Deadline, b: Deadline) -> Bool { a.atNs < b.atNs }
    /// Compares times, as the order does.
    static func == (a: Deadline, b: Deadline) -> Bool { a.atNs == b.atNs }
}

/// Deadlines by time.
///
/// One whose state has passed stays until its time, or until such are the most.
struct DeadlineList {
    private var heap = Heap<Deadline>()
    /// Above so many those are removed that are out of date.
    private var mostCount = fewest

    /// *Units*: deadlines that are kept without a look at which are out of date.
    private static let fewest = 256

    /// *Units*: deadlines, those that are out of date among them.
    var count: Int { heap.count }
    /// The first of all deadlines; it may be out of date.
    var first: Deadline? { heap.min }

    /// Adds a deadline.
    ///
    /// - Parameter isCurrent: whether one still stands. A link that is acknowledged at once leaves two behind, for minutes.
    mutating func insert(_ deadline: Deadline, isCurrent: (Deadline) -> Bool) {
        heap.insert(deadline)
        guard heap.count > mostCount else { return }
        heap = Heap(heap.unordered.filter(isCurrent))
        mostCount = max(Self.fewest, 2 * heap.count)
    }

    /// Removes and returns the first deadline that is not later than the time; nil where there is none.
    mutating func popFirst(dueAtNs nowNs: Int64) -> Deadline? {
        guard let first = heap.min, first.atNs <= nowNs else { return nil }
        return heap.popMin()
    }
}
