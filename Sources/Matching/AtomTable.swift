/// The distinct atom shapes of a table, each with a small number, and their relations, each computed once.
///
/// Interning is what makes the conflict search cheap: two literals are compared by their numbers.
struct AtomTable {
    /// The number of one shape.
    typealias ID = Int32

    private(set) var shapes: [AtomShape] = []
    /// Whether the shape is a single text, by number.
    private(set) var isLiteral: [Bool] = []
    private var numbers: [AtomShape: ID] = [:]
    private var relations: [UInt64: AtomRelation] = [:]

    /// The number of `shape`, a new one where it was not met before.
    mutating func intern(_ shape: AtomShape) -> ID {
        if let number = numbers[shape] { return number }
        let number = ID(truncatingIfNeeded: shapes.count)
        shapes.append(shape)
        isLiteral.append(shape.literal != nil)
        numbers[shape] = number
        return number
    }

    /// The number of a shape that was interned, else 0.
    func number(of shape: AtomShape) -> ID { numbers[shape] ?? 0 }

    /// How `left` lies to `right`.
    ///
    /// *Cost*: nothing for literals; otherwise computed once per pair, a literal against another shape each time, since
    /// there may be millions of them and testing one is cheap.
    mutating func relation(_ left: ID, _ right: ID) -> AtomRelation {
        let (i, j) = (Int(left), Int(right))
        if left == right && isLiteral[i] { return AtomRelation(.equal, shapes[i].literal) }
        if isLiteral[i] && isLiteral[j] { return left == right ? AtomRelation(.equal, nil) : .disjoint }
        if isLiteral[i] || isLiteral[j] { return shapes[i].relation(to: shapes[j]) }
        if shapes[i].isPlainlyDisjoint(from: shapes[j]) { return .disjoint }
        let key = UInt64(UInt32(bitPattern: min(left, right))) << 32 | UInt64(UInt32(bitPattern: max(left, right)))
        if let known = relations[key] { return left <= right ? known : known.mirrored }
        let found = shapes[Int(min(left, right))].relation(to: shapes[Int(max(left, right))])
        relations[key] = found
        return left <= right ? found : found.mirrored
    }

    /// The shape of a number that `intern` returned.
    subscript(id: ID) -> AtomShape { shapes[Int(id)] }
}
