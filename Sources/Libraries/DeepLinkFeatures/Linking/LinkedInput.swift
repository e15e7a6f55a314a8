/// An action's input that links can be made of, too; see ``Dispatcher/link(to:with:in:)``.
public protocol LinkedInput: RoutedInput {
    /// Writes down what a link to the action has to carry, by the names that ``RoutedInput/init(_:)`` reads.
    func write(to values: inout LinkValues)
}
