/// The entries of a route, as a number of one `RouteIndexBuilder`; most routes of a table have the same entries.
package struct EntrySet: Equatable, Sendable {
    let number: UInt32
}
