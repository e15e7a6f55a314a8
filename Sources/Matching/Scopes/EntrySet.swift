/// The entries that a route stands in, as a number of one `RouteIndexBuilder`: most routes of a table share theirs.
package struct EntrySet: Equatable, Sendable {
    let number: UInt32
}
