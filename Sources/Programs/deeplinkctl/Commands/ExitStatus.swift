/// The exit status of a command about several URLs.
enum ExitStatus {
    /// The first of 8 to 3, then 1, that one of the URLs has; nil if all of them were successful.
    static func worst(of statuses: Set<Int32>) -> Int32? { [8, 7, 6, 5, 4, 3, 1].first(where: statuses.contains) }
}
