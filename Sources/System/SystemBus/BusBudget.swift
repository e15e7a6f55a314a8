/// How much of a message may still be read.
struct BusBudget {
    /// *Units*: containers in containers.
    static let depth = 16

    let limit: Int
    private var spent = 0

    init(limit: Int) { self.limit = limit }

    /// Takes values or bytes of the budget.
    ///
    /// *Throws*: `tooLarge`.
    mutating func spend(_ amount: Int) throws(BusError) {
        spent += amount
        if spent > limit { throw .tooLarge(limit: limit) }
    }
}
