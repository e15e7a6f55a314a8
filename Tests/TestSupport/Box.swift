/// A value that callbacks set and the test reads.
package final class Box<Value> {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
