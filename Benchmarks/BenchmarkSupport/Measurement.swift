/// The cost of one operation.
package struct Measurement: Sendable {
    /// The median of the passes.
    package let nanoseconds: Double
    /// The median of the passes, each divided by the reference beside it.
    package let ratio: Double
}
