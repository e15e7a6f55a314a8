/// The limits of one message.
package enum MessageLimits {
    /// *Units*: parameters of one call that its method does not have, and members of vendors around them, each counted
    /// for itself; more than any client sends by mistake.
    package static let unknownNames = 16
    /// *Units*: nested arrays and objects in one message; ours need four, and a hostile one must not exhaust the stack.
    ///
    /// The reader of JSON takes 64 at most.
    package static let jsonDepth = 64
}
