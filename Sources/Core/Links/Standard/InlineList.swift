/// A list whose first elements need no allocation.
///
/// *Shape*: the first elements inline, which suffices for almost every link, and the rest in an array.
package struct InlineList<let inlineCapacity: Int, Element: Sendable>: Sendable {
    /// The inline elements, of which at most the first `count` are in use.
    ///
    /// Other targets read this stored property in place: a call for each element would show in the cost of a match.
    package private(set) var head: InlineArray<inlineCapacity, Element>
    private var tail: [Element] = []
    /// The number of elements.
    package private(set) var count = 0

    /// Makes an empty list; `filler` fills the inline elements that are not in use.
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
            // One allocation of this size is enough for nearly all longer lists.
            if tail.isEmpty { tail.reserveCapacity(3 * inlineCapacity) }
            tail.append(element)
        }
        count += 1
    }
}
