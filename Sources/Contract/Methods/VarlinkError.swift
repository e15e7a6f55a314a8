/// The errors of a call that is itself broken or not permitted.
///
/// What becomes of a link is never one of these: a blocked or rejected link is a normal reply with an outcome.
///
/// *Source*: UAPI.20, the interface `org.varlink.service`.
package enum VarlinkError: Equatable, Sendable {
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

    /// Its one parameter, for those that have one.
    package var parameter: (name: String, value: String)? {
        switch self {
        case .interfaceNotFound(let interface): ("interface", interface)
        case .methodNotFound(let method), .methodNotImplemented(let method): ("method", method)
        case .invalidParameter(let parameter): ("parameter", parameter)
        case .permissionDenied, .expectedMore, .expectedUpgrade: nil
        }
    }
}
