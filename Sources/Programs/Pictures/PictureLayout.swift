// Where the boxes of a picture stand. The three right columns are stacked as a forest: a feature takes as much room as its
// actions or itself, whichever is more, an action as much as its routes or itself. Scopes stand at the middle of their
// routes, or as near to it as their neighbours allow.

/// The boxes of a picture with their places.
struct PictureLayout {
    /// A box and its place; its lines are short enough to fit.
    struct Place {
        let box: Picture.Box
        let x: Int
        var y: Int
        let width: Int
        let height: Int
        let lines: [String]
    }

    /// *Units*: of the picture, which are pixels unless it is scaled.
    enum Size {
        static let margin = 24
        static let heading = 30
        static let columnGap = 72
        static let boxGap = 8
        static let featureGap = 20
        static let line = 16
        static let padding = 9
        /// A character of a font with one width, at a size of 12, takes 7.2.
        static let tenCharacters = 73
        /// *Units*: characters of a line.
        static let mostCharacters = 56
    }

    private(set) var places: [Place] = []
    private(set) var width = 0
    private(set) var height = 0
    /// By column where it begins; nil for an empty one.
    private(set) var starts: [Picture.Column: Int] = [:]

    private let picture: Picture
    private let children: [String: [Picture.Box]]
    private let heights: [String: Int]
    /// By feature the room that its schemes and hosts need.
    private let scopeRooms: [String: Int]
    private var widths: [Picture.Column: Int] = [:]
    private var tops: [String: Int] = [:]

    init(_ picture: Picture) {
        self.picture = picture
        children = Dictionary(grouping: picture.boxes.filter { $0.parent != nil }) { $0.parent ?? "" }
        heights = Dictionary(picture.boxes.map { ($0.id, Self.height(of: $0)) }) { first, _ in first }
        scopeRooms = Self.scopeRooms(of: picture, heights)
        placeColumns()
        var top = Size.margin + Size.heading
        for box in picture.boxes where box.column != .scopes && box.parent == nil {
            top += stack(box, from: top) + (box.column == .features ? Size.featureGap : Size.boxGap)
        }
        stackScopes()
        places = picture.boxes.map { box in
            Place(
                box: box, x: starts[box.column] ?? 0, y: tops[box.id] ?? 0, width: widths[box.column] ?? 0,
                height: heights[box.id] ?? 0, lines: ([box.title] + box.lines).map(Self.shortened))
        }
        height = (places.map { $0.y + $0.height }.max() ?? Size.margin + Size.heading) + Size.margin
    }

    private mutating func placeColumns() {
        var left = Size.margin
        for column in Picture.Column.allCases {
            let boxes = picture.boxes.filter { $0.column == column }
            guard !boxes.isEmpty else { continue }
            let longest = boxes.flatMap { [$0.title] + $0.lines }.map { Self.width(of: Self.shortened($0)) }.max() ?? 0
            let count = max(longest, column.heading.count)
            starts[column] = left
            widths[column] = (count * Size.tenCharacters + 9) / 10 + 2 * Size.padding
            left += (widths[column] ?? 0) + Size.columnGap
        }
        width = max(left - Size.columnGap, Size.margin) + Size.margin
    }

    // MARK: Heights

    private static func height(of box: Picture.Box) -> Int { (1 + box.lines.count) * Size.line + 2 * Size.padding }

    /// The room that the schemes and hosts of each feature's routes need; those of several features count for the first.
    private static func scopeRooms(of picture: Picture, _ heights: [String: Int]) -> [String: Int] {
        let parents = Dictionary(picture.boxes.map { ($0.id, $0.parent) }) { first, _ in first }
        var (rooms, known): ([String: Int], Set<String>) = ([:], [])
        for edge in picture.scopeEdges where known.insert(edge.from).inserted {
            var root = edge.to
            while let parent = parents[root] ?? nil { root = parent }
            rooms[root, default: -Size.boxGap] += (heights[edge.from] ?? 0) + Size.boxGap
        }
        return rooms
    }

    /// *Units*: the room that a box takes with those on its left.
    private func room(for box: Picture.Box) -> Int {
        let own = children[box.id, default: []]
        let inner = own.map(room).reduce(0, +) + Size.boxGap * max(0, own.count - 1)
        return max(heights[box.id] ?? 0, inner, scopeRooms[box.id] ?? 0)
    }

    /// Places a box and those on its left below a line; returns the room that they take.
    private mutating func stack(_ box: Picture.Box, from top: Int) -> Int {
        let (room, own) = (room(for: box), children[box.id, default: []])
        let inner = own.map { self.room(for: $0) }.reduce(0, +) + Size.boxGap * max(0, own.count - 1)
        tops[box.id] = top + (room - (heights[box.id] ?? 0)) / 2
        var next = top + (room - inner) / 2
        for child in own { next += stack(child, from: next) + Size.boxGap }
        return room
    }

    private mutating func stackScopes() {
        let scopes = picture.boxes.filter { $0.column == .scopes }
        let targets = Dictionary(grouping: picture.scopeEdges) { $0.from }
        func middle(of box: Picture.Box) -> Int {
            let centres = targets[box.id, default: []].map { (tops[$0.to] ?? 0) + (heights[$0.to] ?? 0) / 2 }
            return centres.isEmpty ? .max : centres.reduce(0, +) / centres.count
        }
        let middles = scopes.map { ($0, middle(of: $0)) }.sorted { $0.1 < $1.1 }
        var top = Size.margin + Size.heading
        for (box, middle) in middles {
            let height = heights[box.id] ?? 0
            tops[box.id] = middle == .max ? top : max(top, middle - height / 2)
            top = (tops[box.id] ?? top) + height + Size.boxGap
        }
    }

    // MARK: Texts

    /// A text that fits into a box: its beginning, where it is too long.
    static func shortened(_ text: String) -> String {
        guard width(of: text) > Size.mostCharacters else { return text }
        var (short, count) = ("", 0)
        for character in text {
            count += width(of: String(character))
            guard count < Size.mostCharacters else { break }
            short.append(character)
        }
        return short + "…"
    }

    /// *Units*: characters of a font with one width; those of East Asia and pictures take two.
    private static func width(of text: String) -> Int {
        text.reduce(0) { $0 + ($1.unicodeScalars.first.map(isWide) == true ? 2 : 1) }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF00..<0xFF61,
            0x1F300..<0x1FB00, 0x20000..<0x40000:
            true
        default: false
        }
    }
}
