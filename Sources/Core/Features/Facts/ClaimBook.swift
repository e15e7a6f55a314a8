// The claims about facts of which several origins can say something, each with dates on which that changes by itself.
// For example a source says that something ended, and a user has it until the 31st from elsewhere. The book of such a
// kind keeps all claims, and decides which one counts. `FactStore` puts what counts in force, and asks again on the
// dates.
//
//     store.set(key, to: fact, from: .source)    book.set, then what book.counting says is the fact in force
//     the store's clock passes a date            book.renew, then the same

/// Who says something about a fact.
package enum ClaimOrigin: Sendable {
    /// A user or an operator, by way of the ledger.
    case setting
    /// The source that the table names, or that the host gives.
    case source
}

/// All claims about the facts of one kind, and which of them count.
///
/// *Owner/thread*: the store's, which makes it before the first claim.
package protocol ClaimBook: AnyObject {
    init()
    /// Notes what one of the core's origins says of a fact; nil where it says nothing.
    func set(_ fact: Fact?, from origin: ClaimOrigin, about key: FactKey, of subject: Subject)
    /// What counts for a subject at a moment; nil where nothing is said.
    func counting(_ key: FactKey, of subject: Subject, atMs nowMs: Int64) -> Fact?
    /// What counts for every subject without facts of its own; nil where nothing is said for all.
    func shared(_ key: FactKey, atMs nowMs: Int64) -> Fact?
    /// When a claim next changes by itself; nil if none does.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    func nextBoundaryMs(of key: FactKey, for subject: Subject, afterMs nowMs: Int64) -> Int64?
    /// Brings claims up to date whose date has come; false where nothing is said of the fact.
    func renew(_ key: FactKey, of subject: Subject) -> Bool
    /// Each fact of each subject of which something is said.
    var all: [(key: FactKey, subject: Subject)] { get }
    /// Forgets what is said of a subject itself.
    func forget(_ subject: Subject)
}
