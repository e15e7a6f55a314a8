// The texts of one segment, divided by the atoms of a table: texts of one cell are accepted by the same atoms. Of each cell a
// few texts stand for all of them.
//
//     /new   /$(id:uint)   /$(name:slug)        new        new, name
//                                               0, 1, …    id, name
//                                               x, y, …    name
//                                               !, …       none
//
// Texts that atoms list are cells of their own. The others are found by a breadth-first search in the product of the atoms'
// automata and the listed texts, as in ProductSearch; here the search goes on where an atom is dead, because a cell is what
// the others accept.

/// The cells of some atoms.
struct TextCells {
    /// Texts that the same atoms accept.
    struct Cell: Equatable {
        /// The shortest ones first; at least one, and as many as were asked for where there are.
        var texts: [[UInt8]]
        /// The numbers of these atoms, ascending.
        let members: [Int]
    }

    /// *Units*: steps of automata; past them a cell may be missing.
    static let stepLimit = 2_000_000

    private(set) var cells: [Cell] = []
    /// False if a cell may be missing.
    private(set) var isComplete = true

    private let textCount: Int
    private var opens: [(number: Int, type: AffixedType)] = []
    private var listed: [[UInt8]: [Int]] = [:]

    /// Divides the texts of a segment; the empty one, which only the last segment can be, is always a cell.
    ///
    /// - Parameter textCount: how many texts of a cell are wanted.
    init(of shapes: [AtomShape], textCount: Int) {
        self.textCount = textCount
        listed[[]] = []
        for (number, shape) in shapes.enumerated() {
            switch shape {
            case .words(let words): for word in words { listed[word, default: []].append(number) }
            case .affixed(let type): opens.append((number, type))
            }
        }
        for (word, owners) in listed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let members = owners + opens.filter { $0.type.accepts(word.span) }.map(\.number)
            cells.append(Cell(texts: [word], members: members.sorted()))
        }
        var search = CellSearch(opens.map(\.type), besides: listed.keys, textCount: textCount)
        search.run()
        isComplete = search.isComplete
        cells += search.found.map { members, texts in Cell(texts: texts, members: members.map { opens[$0].number }) }
    }
}
