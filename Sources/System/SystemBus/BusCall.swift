/// One call of a service's method.
package struct BusCall: Equatable, Sendable {
    /// *Shape*: the service's name on the bus, `org.freedesktop.PolicyKit1`.
    package var service: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// The name of the bus itself, and of its interface.
    package static let bus = "org.freedesktop.DBus"
    /// Whether the bus starts the service if it does not run.
    package var startsService = true

    /// Makes a call that starts its service.
    package init(
        _ service: String, path: String, interface: String, member: String, _ arguments: [BusValue] = []
    ) {
        (self.service, self.path, self.interface) = (service, path, interface)
        (self.member, self.arguments) = (member, arguments)
    }

    /// Makes a call of the bus itself.
    package init(bus member: String, _ arguments: [BusValue] = []) {
        self.init(Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: member, arguments)
    }
}

/// A signal to listen to.
package struct BusSignal: Hashable, Sendable {
    /// The service's name on the bus.
    ///
    /// Any connection may send a signal to this one alone, and the bus lets it
    /// through: so a signal is a reason to ask, and an answer only if its
    /// sender is the connection that has the service's name.
    package var service: String
    package var path: String
    package var interface: String
    package var member: String
    /// The types of its values; a signal of others is dropped unread.
    ///
    /// *Shape*: as D-Bus writes them; empty for a signal without values.
    package var types: String
    /// What its first value is, as the bus compares it; nil for any text.
    package var firstArgument: String?

    /// Names a signal of a service's object.
    package init(_ service: String, path: String, interface: String, member: String, types: String) {
        (self.service, self.path, self.interface) = (service, path, interface)
        (self.member, self.types) = (member, types)
    }

    /// *Shape*: as the bus takes it.
    package var rule: String {
        "type='signal',sender='\(service)',path='\(path)',interface='\(interface)',member='\(member)'"
            + (firstArgument.map { ",arg0='\($0)'" } ?? "")
    }
}
