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
    private(set) var lists: [[Item]] = [[]]
    private var partNumbers: [Part: Int32] = [:]
    private var listNumbers: [[Item]: UInt32] = [[]: 0]
    private var latest: UInt32 = 0

    /// The number of a part.
    mutating func intern(_ part: Part) -> Int32 {
        if let number = partNumbers[part] { return number }
        let number = Int32(truncatingIfNeeded: parts.count)
        parts.append(part)
        partNumbers[part] = number
        return number
    }

    /// The number of a list.
    mutating func intern(_ items: [Item]) -> UInt32 {
        // Neighbouring routes of a table mostly have the same form.
        if lists[Int(latest)] == items { return latest }
        latest = listNumbers[items] ?? UInt32(truncatingIfNeeded: lists.count)
        if Int(latest) == lists.count {
            lists.append(items)
            listNumbers[items] = latest
        }
        return latest
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
