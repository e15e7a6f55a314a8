/// A list whose first elements need no allocation.
///
/// *Shape*: almost every link has fewer segments and items than fit inline; the rest goes to an array.
package struct InlineList<let inlineCapacity: Int, Element: Sendable>: Sendable {
    /// The first elements, of which `count` are in use at most.
    ///
    /// Stored properties are read by other targets in place, where a call for each element would show in what a match costs.
    package private(set) var head: InlineArray<inlineCapacity, Element>
    private var tail: [Element] = []
    /// How many elements there are.
    package private(set) var count = 0

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
