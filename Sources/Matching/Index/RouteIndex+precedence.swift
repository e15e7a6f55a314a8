extension RouteIndex {
    /// The numbers of the rules in the order of precedence: of two that take a link in one entry, the former has it.
    ///
    /// *Cost*: linear; for people.
    package var precedence: [Int] { rules.map { Int($0.rule) } }
}
