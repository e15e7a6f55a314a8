// The methods of org.varlink.service, which every Varlink service has, and the errors of all methods.

extension Interface {
    /// What describes the service.
    package static let service = Interface(
        "org.varlink.service", order: 70,
        "Describes the service, as every Varlink service does, and defines the errors of all methods.",
        types: [], methods: [GetInfo.self, GetInterfaceDescription.self], errors: errors)

    private static let errors: [(any Reply, String)] = [
        (VarlinkError.interfaceNotFound(interface: ""), "The service does not have this interface."),
        (VarlinkError.methodNotFound(method: ""), "The interface does not define this method."),
        (
            VarlinkError.methodNotImplemented(method: ""),
            "The method is defined but cannot be called this way; here, with the upgrade flag, which no method supports."
        ),
        (VarlinkError.invalidParameter(parameter: ""), "A parameter is unknown, missing, or not of its type."),
        (VarlinkError.permissionDenied, "The caller may not do this."),
        (VarlinkError.expectedMore, "The method has to be called with the more flag."),
        (VarlinkError.expectedUpgrade, "The method has to be called with the upgrade flag."),
    ]
}

/// Who serves, and which interfaces.
package struct GetInfo: Method, Memberless {
    package static let name = "org.varlink.service.GetInfo"
    package static let comment = "Names this service and the interfaces that it has."

    package init() {}

    /// The service.
    package struct Answer: ReplyReport, PlainReply {
        package var vendor = ""
        package var product = ""
        package var version = ""
        package var url = ""
        package var interfaces: [String] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("vendor", &vendor, "Who makes it.")
            list.member("product", &product, "What it is called.")
            list.member("version", &version, "Its version.")
            list.member("url", &url, "Where to read about it.")
            list.member("interfaces", &interfaces, .leniently, "The full names of its interfaces, this one included.")
        }
    }
}

/// The definition of an interface.
package struct GetInterfaceDescription: Method {
    package static let name = "org.varlink.service.GetInterfaceDescription"
    package static let comment = "Gives the definition of an interface, in the language that you are reading."
    package static let example = #"{"interface":"io.deeplinkd.Dispatch"}"#

    package var interface = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("interface", &interface, "The interface's full name.")
    }

    /// The definition.
    package struct Answer: ReplyReport, PlainReply {
        package var description = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("description", &description, "The definition with its comments.")
        }
    }
}
