/// What of a table a mutant changes; in the order of reports.
package enum MutantKind: String, CaseIterable, Sendable {
    /// A line `require` is removed, or asks for another number of units.
    case condition
    /// A segment of a pattern takes any text.
    case literal
    /// A capture or a key takes texts that are not of its type.
    case type
    /// The route that says `over` another one is the loser.
    case order
    /// A pattern of `except` is removed.
    case exception
    /// A line that keeps links from a route is removed, or the word `exact`.
    case constraint
    /// A line `deny` is removed.
    case denial
    /// A value that counts where none is given is another one.
    case standard = "default"
}
