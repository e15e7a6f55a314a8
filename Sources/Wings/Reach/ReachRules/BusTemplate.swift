// What a table says of a call over D-Bus. An app that the desktop starts has three methods of one interface, at a path that
// follows from its name; for them a line needs no more than their word:
//
//     dbus org.example.Player open                  Open(["podcast://play/7"], {})
//     dbus org.example.Player activate              Activate({})
//     dbus org.example.Player action play $(id)     ActivateAction("play", [<uint64 7>], {})
//
// Any other method is written out: its object, its interface, and its arguments behind their types.
//
//     dbus org.example.Player /org/example/Player org.example.Player1.Play us $(id) "from the start"

package import Contract
package import Features
package import Routing
package import SystemBus

/// A call of a service on a message bus.
package struct BusTemplate: Equatable, Sendable {
    /// What is called.
    package enum Form: Equatable, Sendable {
        /// The app opens a URL: the link, or one with inputs in it.
        case open(ArgumentTemplate)
        case activate
        /// The app activates one of its actions, with a parameter or without.
        case action(String, BusArgument?)
        case method(path: String, interface: String, member: String, [BusArgument])
    }

    /// True for the bus of the machine, and not that of the session.
    package let isOnSystemBus: Bool
    /// *Shape*: its well-known name, `org.example.Player`.
    package let service: String
    package let form: Form

    /// Makes a call of a service.
    package init(isOnSystemBus: Bool = false, service: String, form: Form) {
        (self.isOnSystemBus, self.service, self.form) = (isOnSystemBus, service, form)
    }

    // MARK: The method

    /// The interface of apps that the desktop starts.
    ///
    /// *Source*: Desktop Entry Specification, "D-Bus Activation".
    private static let application = "org.freedesktop.Application"

    /// True for a method that an app answers before it acts, so that its answer says nothing.
    package var isAnsweredAtOnce: Bool { if case .method = form { false } else { true } }

    /// The object that is called.
    package var path: String {
        if case .method(let path, _, _, _) = form { return path }
        return "/" + service.replacing(".", with: "/").replacing("-", with: "_")
    }

    /// The interface of the method.
    package var interface: String {
        if case .method(_, let interface, _, _) = form { interface } else { Self.application }
    }

    /// The method without its interface.
    package var member: String {
        switch form {
        case .open: "Open"
        case .activate: "Activate"
        case .action: "ActivateAction"
        case .method(_, _, let member, _): member
        }
    }

    /// *Shape*: `org.freedesktop.Application.Open`.
    package var method: String { interface + "." + member }

    /// The types of its arguments.
    package var signature: String {
        switch form {
        case .open: "asa{sv}"
        case .activate: "a{sv}"
        case .action: "sava{sv}"
        case .method(_, _, _, let arguments): arguments.map(\.signature).joined()
        }
    }

    // MARK: The arguments

    /// The arguments; nil where the link, or a value that fits its type, is missing.
    ///
    /// - Parameters:
    ///   - link: nil where the action was called by its name.
    ///   - token: that of the click, by which the app may raise its window.
    ///   - traceparent: the place of the link in a trace.
    package func values(
        for inputs: [Value.Member], link: String?, token: String?, traceparent: String? = nil
    ) -> [BusValue]? {
        switch form {
        case .open(let template):
            template.url(with: inputs, link: link).map {
                [.array([.string($0)], of: "s"), Self.platform(token, traceparent)]
            }
        case .activate: [Self.platform(token, traceparent)]
        case .action(let name, nil): [.string(name), .array([], of: "v"), Self.platform(token, traceparent)]
        case .action(let name, let argument?):
            argument.value(for: inputs, link: link).map { value in
                [.string(name), .array([.variant(value)], of: "v"), Self.platform(token, traceparent)]
            }
        case .method(_, _, _, let arguments): Self.all(arguments.map { $0.wrapped(for: inputs, link: link) })
        }
    }

    private static func all(_ values: [BusValue?]) -> [BusValue]? {
        let found = values.compactMap(\.self)
        return found.count == values.count ? found : nil
    }

    /// What the desktop says of a click: the token under the key of the specification, and under that which GTK 3 reads.
    ///
    /// - Parameter traceparent: the place of the link in a trace, under the name that W3C gives it.
    package static func platform(_ token: String?, _ traceparent: String? = nil) -> BusValue {
        // A text with a NUL byte is no token of any desktop.
        let token = token.flatMap { $0.utf8.contains(0) ? nil : $0 }
        let pairs = [("activation-token", token), ("desktop-startup-id", token), ("traceparent", traceparent)]
        return .entries(
            of: "sv", pairs.compactMap { key, text in text.map { (.string(key), .variant(.string($0))) } })
    }

    /// The arguments that a table names.
    package var arguments: [BusArgument] {
        switch form {
        case .open, .activate, .action(_, nil): []
        case .action(_, let argument?): [argument]
        case .method(_, _, _, let arguments): arguments
        }
    }

    /// The names of the inputs that it takes.
    package var inputs: Set<String> {
        let ofURL = if case .open(let template) = form { template.inputs } else { [String]() }
        return Set(arguments.flatMap(\.inputs) + ofURL)
    }

    /// What it does depends on the URL if that is passed on.
    package var dependsOnLink: Bool { takesLink }

    /// Where its line has the link.
    package var needsLink: Bool { takesLink }
    /// True if the link is an argument.
    package var takesLink: Bool { form == .open(.link) || arguments.contains(where: \.takesLink) }
}

extension BusTemplate: ReachTemplate {
    /// True if every value of its inputs fits its type.
    package var takesAnyValue: Bool {
        let isURLOfInputs = if case .open(let template) = form { !template.inputs.isEmpty } else { false }
        return !isURLOfInputs && arguments.allSatisfy(\.takesAnyValue)
    }

    /// Says which value does not fit.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        if case .open(let template) = form { return template.refusal(asURL: inputs) }
        return arguments.lazy.compactMap { $0.refusal(of: inputs) }.first
    }

    /// The line with the values in it.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        let head = [Performer.Kind.dbus.word] + (isOnSystemBus ? ["system"] : []) + [service]
        let word = link ?? ArgumentTemplate.linkWord
        let rest: [String] =
            switch form {
            case .open(let template): ["open", template.url(with: inputs, link: word) ?? ""]
            case .activate: ["activate"]
            case .action(let name, let argument): ["action", name] + (argument?.preview(for: inputs, link: link) ?? [])
            case .method(let path, _, _, let arguments):
                [path, method] + (arguments.isEmpty ? [] : [signature])
                    + arguments.flatMap { $0.preview(for: inputs, link: link) }
            }
        return ActionPreview(call: head + rest)
    }

    /// The service has to run, or the bus has to be able to start it; one that runs has to have the method.
    package func finding(for action: Action, on host: any HostView) -> HostFinding? {
        let destination = BusDestination(
            isOnSystemBus: isOnSystemBus, service: service, path: path, interface: interface, member: member,
            signature: signature, result: action.result)
        let subject = isAnsweredAtOnce ? service : service + " " + method
        return HostFinding("bus name", subject, host.busService(destination))
    }
}

extension Performer.Kind {
    /// Calls a service on a message bus.
    package static let dbus = Self("dbus")
}

extension Performer {
    /// Calls a service on a message bus.
    package static func dbus(_ template: BusTemplate) -> Self { .other(template) }
}
