/// The methods that the daemon serves, by their names on the wire.
///
/// The most frequent one stands first: decoders look names up in this order.
///
/// *Shape*: interface, dot, member name: `io.deeplinkd.Dispatch.Open`.
package enum Method: String, CaseIterable, Sendable {
    case open = "io.deeplinkd.Dispatch.Open"
    case verify = "io.deeplinkd.Dispatch.Verify"
    case perform = "io.deeplinkd.Dispatch.Perform"
    case explain = "io.deeplinkd.Dispatch.Explain"
    case list = "io.deeplinkd.Features.List"
    case describe = "io.deeplinkd.Features.Describe"
    case status = "io.deeplinkd.Monitor.Status"
    case reload = "io.deeplinkd.Monitor.Reload"
    case getInfo = "org.varlink.service.GetInfo"
    case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"

    /// Who may call it.
    ///
    /// `Status` is for anyone, since it tells counts and revisions but nothing about other callers.
    package var audience: Audience {
        switch self {
        case .open, .verify, .perform, .explain, .list, .describe, .status, .getInfo, .getInterfaceDescription: .anyone
        case .reload: .operator
        }
    }

    /// The interface that defines it.
    package var interface: Interface {
        switch self {
        case .open, .verify, .perform, .explain: .dispatch
        case .list, .describe: .features
        case .status, .reload: .monitor
        case .getInfo, .getInterfaceDescription: .service
        }
    }

    /// The parameter without which it cannot be called.
    package var required: Parameter? {
        switch self {
        case .open, .verify, .explain: .url
        case .perform: .binding
        case .describe: .feature
        case .getInterfaceDescription: .interface
        case .list, .status, .reload, .getInfo: nil
        }
    }

    /// Whether its description declares the parameter; any other is refused.
    package func takes(_ parameter: Parameter) -> Bool {
        switch (self, parameter) {
        case (.open, .timings), (.explain, .candidates): true
        default: parameter == required
        }
    }
}
