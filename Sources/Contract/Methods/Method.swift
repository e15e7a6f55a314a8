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
    case watch = "io.deeplinkd.Features.Watch"
    case setToggle = "io.deeplinkd.Features.SetToggle"
    case setRuntime = "io.deeplinkd.Features.SetRuntime"
    case status = "io.deeplinkd.Monitor.Status"
    case reload = "io.deeplinkd.Monitor.Reload"
    case override = "io.deeplinkd.Monitor.Override"
    case backup = "io.deeplinkd.Monitor.Backup"
    case getInfo = "org.varlink.service.GetInfo"
    case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"

    /// Who may call it.
    ///
    /// `Status` is for anyone: what it tells depends on the audience (Reply+audience.swift). Whose facts a call may name
    /// is another question: `subject` is for those who speak for others.
    package var audience: Audience {
        switch self {
        case .open, .verify, .perform, .explain, .list, .describe, .watch, .setToggle, .status, .getInfo,
            .getInterfaceDescription:
            .anyone
        case .setRuntime, .reload, .override, .backup: .operator
        }
    }

    /// Whether its reply carries an outcome, so that also a call that is one too many can be answered with one.
    package var answersOutcome: Bool {
        switch self {
        case .open, .verify, .perform, .explain: true
        case .list, .describe, .watch, .setToggle, .setRuntime, .status, .reload, .override, .backup, .getInfo,
            .getInterfaceDescription:
            false
        }
    }

    /// The interface that defines it.
    package var interface: Interface {
        switch self {
        case .open, .verify, .perform, .explain: .dispatch
        case .list, .describe, .watch, .setToggle, .setRuntime: .features
        case .status, .reload, .override, .backup: .monitor
        case .getInfo, .getInterfaceDescription: .service
        }
    }

    /// The parameter without which it cannot be called.
    package var required: Parameter? {
        switch self {
        case .open, .verify, .explain: .url
        case .perform: .binding
        case .describe, .setToggle, .setRuntime: .feature
        case .override: .fact
        case .backup: .path
        case .getInterfaceDescription: .interface
        case .list, .watch, .status, .reload, .getInfo: nil
        }
    }

    /// Whether its description declares the parameter; any other is refused.
    ///
    /// *Cost*: next to none for the required one, which comes with nearly every call.
    package func takes(_ parameter: Parameter) -> Bool {
        if parameter == required { return true }
        return switch self {
        case .open: parameter == .timings || parameter == .subject || parameter == .idempotencyKey
        case .explain: parameter == .candidates || parameter == .subject
        case .list: parameter == .subject || parameter == .after
        case .verify, .describe, .watch: parameter == .subject
        case .setToggle: parameter == .on || parameter == .subject
        case .setRuntime: parameter == .on
        case .override: parameter == .status || parameter == .ttlMs
        case .perform, .status, .reload, .backup, .getInfo, .getInterfaceDescription: false
        }
    }
}
