/// The errors of a call that is itself broken or not permitted.
///
/// *Source*: UAPI.20, the interface `org.varlink.service`.
package enum VarlinkError: WireMembers, Equatable, Sendable {
    case interfaceNotFound(interface: String)
    /// *Shape*: the method's full name, as it was called.
    case methodNotFound(method: String)
    case methodNotImplemented(method: String)
    /// *Shape*: the name of a parameter that is unknown, missing, or of the wrong type.
    case invalidParameter(parameter: String)
    case permissionDenied
    case expectedMore
    case expectedUpgrade

    /// The error's full name on the wire.
    package var name: String {
        switch self {
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .expectedUpgrade: "org.varlink.service.ExpectedUpgrade"
        }
    }

    /// Hands its one parameter to a list, if it has one.
    package mutating func members(_ list: inout some MemberList) {
        switch self {
        case .interfaceNotFound(var interface):
            list.member("interface", &interface, "Its full name.")
            self = .interfaceNotFound(interface: interface)
        case .methodNotFound(var method):
            list.member("method", &method, "Its full name.")
            self = .methodNotFound(method: method)
        case .methodNotImplemented(var method):
            list.member("method", &method, "Its full name.")
            self = .methodNotImplemented(method: method)
        case .invalidParameter(var parameter):
            list.member("parameter", &parameter, "Its name.")
            self = .invalidParameter(parameter: parameter)
        case .permissionDenied, .expectedMore, .expectedUpgrade: break
        }
    }
}
