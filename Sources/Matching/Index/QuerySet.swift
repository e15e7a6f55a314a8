/// What a route says about a link's query, as a number of one `RouteIndexBuilder`.
package struct QuerySet: Equatable, Sendable {
    let number: UInt32
}
