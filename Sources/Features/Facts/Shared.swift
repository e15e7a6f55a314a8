/// A value behind one reference: a copy retains one thing, and not each part of the value.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
