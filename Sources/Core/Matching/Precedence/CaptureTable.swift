// The captures of all patterns. Each distinct list is stored once: a million routes of one form share it.

/// The distinct lists of captures of a table; 0 is the empty one.
struct CaptureTable: ~Copyable {
    /// One capture without its position: its name, its type (nil for a tail), and the lengths of the affixes around it.
    struct Part: Hashable {
        let name: String
        let language: Language?
        let prefixCount: Int
        let suffixCount: Int
    }

    /// A capture and its position.
    struct Item: Hashable {
        let part: Int32
        /// The number of the atom; for the tail the number of atoms.
        let position: Int32
    }

    private(set) var parts: [Part] = []
    private(set) var lists: [[Item]] = []
    private var partNumbers = Numbering<Part>()
    private var listNumbers = Numbering<[Item]>()

    init() { _ = intern([]) }

    /// The number of a part.
    mutating func intern(_ part: Part) -> Int32 {
        let number = partNumbers.number(of: part)
        if number == parts.count { parts.append(part) }
        return Int32(truncatingIfNeeded: number)
    }

    /// The number of a list.
    mutating func intern(_ items: [Item]) -> UInt32 {
        let number = listNumbers.number(of: items)
        if number == lists.count { lists.append(items) }
        return UInt32(truncatingIfNeeded: number)
    }

    /// A list in the form of `Pattern.captures`.
    func captures(_ list: UInt32) -> [Pattern.Capture] {
        lists[Int(list)].map { item in
            let part = parts[Int(item.part)]
            return Pattern.Capture(
                name: part.name, value: part.language.map { .text($0) } ?? .tail, position: Int(item.position))
        }
    }
}
