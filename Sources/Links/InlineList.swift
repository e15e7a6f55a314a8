/// A list whose first elements need no allocation.
///
/// *Shape*: almost every link has fewer segments and items than fit inline; the rest goes to an array.
struct InlineList<let inlineCapacity: Int, Element: Sendable>: Sendable {
    private var head: InlineArray<inlineCapacity, Element>
    private var tail: [Element] = []
    private(set) var count = 0

    /// Makes an empty list; `filler` occupies the places not yet in use.
    init(filler: Element) {
        head = InlineArray(repeating: filler)
    }

    /// The element at an index below `count`.
    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "an index of a list lies inside it")
            return index < inlineCapacity ? head[index] : tail[index - inlineCapacity]
        }
        set {
            precondition(index >= 0 && index < count, "an index of a list lies inside it")
            if index < inlineCapacity { head[index] = newValue } else { tail[index - inlineCapacity] = newValue }
        }
    }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        if count < inlineCapacity {
            head[count] = element
        } else {
            // Once is enough for nearly all of those that do not fit.
            if tail.isEmpty { tail.reserveCapacity(3 * inlineCapacity) }
            tail.append(element)
        }
        count += 1
    }
}
