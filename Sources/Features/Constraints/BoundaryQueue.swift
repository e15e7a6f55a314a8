/// Moments at which a purchase changes by itself, the earliest first.
///
/// A binary heap. What was replaced stays in it until its moment comes or the owner builds it anew: looking at a purchase
/// once too often changes nothing.
struct BoundaryQueue {
    /// One moment of one subject's product.
    struct Boundary {
        /// *Units*: milliseconds since 1970 UTC.
        let atMs: Int64
        let subject: Subject
        let product: String
    }

    private var heap: [Boundary] = []

    /// The earliest moment.
    var firstMs: Int64? { heap.first?.atMs }

    /// *Units*: moments, those of what was replaced among them.
    var count: Int { heap.count }

    /// *Cost*: logarithmic.
    mutating func insert(_ boundary: Boundary) {
        heap.append(boundary)
        var index = heap.count - 1
        while index > 0, heap[index].atMs < heap[(index - 1) / 2].atMs {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the earliest out, if its moment has come.
    ///
    /// *Cost*: logarithmic.
    mutating func removeFirst(untilMs nowMs: Int64) -> Boundary? {
        guard let first = heap.first, first.atMs <= nowMs else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var index = 0
        while let child = earlierChild(of: index), heap[child].atMs < heap[index].atMs {
            heap.swapAt(index, child)
            index = child
        }
        return first
    }

    private func earlierChild(of index: Int) -> Int? {
        let (left, right) = (2 * index + 1, 2 * index + 2)
        guard left < heap.count else { return nil }
        return right < heap.count && heap[right].atMs < heap[left].atMs ? right : left
    }
}
