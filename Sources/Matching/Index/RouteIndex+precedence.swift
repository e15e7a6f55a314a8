extension RouteIndex {
    /// The rules' numbers in order of precedence: of two that accept a link in one entry, the earlier one wins.
    ///
    /// *Cost*: linear; for reports only.
    package var precedence: [Int] { rules.map { Int($0.rule) } }
}
