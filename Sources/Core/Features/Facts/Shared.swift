/// A value behind one reference: a copy retains one thing, and not each part of the value.
package final class Shared<Value: Sendable>: Sendable {
    /// The value.
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
