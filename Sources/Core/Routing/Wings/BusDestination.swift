package import Features

/// A method of a service on a message bus, as a table names it.
package struct BusDestination: Equatable, Sendable {
    /// True for the bus of the machine, and not that of the session.
    package let isOnSystemBus: Bool
    /// *Shape*: its well-known name, `org.example.Player`.
    package let service: String
    package let path: String
    package let interface: String
    package let member: String
    /// The types that the table passes, as D-Bus writes them.
    package let signature: String
    /// What the table says of the answer; nil where it says nothing.
    package let result: ResultShape?

    /// Names a method, and the bus that its service is on.
    package init(
        isOnSystemBus: Bool, service: String, path: String, interface: String, member: String, signature: String,
        result: ResultShape? = nil
    ) {
        (self.isOnSystemBus, self.service, self.path) = (isOnSystemBus, service, path)
        (self.interface, self.member, self.signature, self.result) = (interface, member, signature, result)
    }
}
