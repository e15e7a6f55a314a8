/// What callbacks leave behind for the test to look at.
package final class Box<Value> {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
