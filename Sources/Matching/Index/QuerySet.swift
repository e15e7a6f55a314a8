/// The query conditions of a route, as a number of one `RouteIndexBuilder`.
package struct QuerySet: Equatable, Sendable {
    let number: UInt32
}
