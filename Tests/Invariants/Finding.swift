/// The result of checking the rules on one text.
package enum Finding: Equatable {
    /// The text is what it is read as, and every rule holds.
    case accepted
    /// The text is refused, and every rule holds.
    case refused
    /// A rule is broken.
    case broken(String)
}
