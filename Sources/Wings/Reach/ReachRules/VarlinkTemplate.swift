package import Contract
package import Features
package import Routing

/// A call of a Varlink service's method.
package struct VarlinkTemplate: Equatable, Sendable {
    /// *Shape*: the path of the service's socket.
    package let path: String
    /// *Shape*: with its interface, `io.example.Player.Play`.
    package let method: String
    package let arguments: [NamedArgument]

    /// *Shape*: as tables and outcomes write it.
    package var address: String { "unix:" + path }
    /// Whether the service gets the link's URL.
    package var dependsOnLink: Bool { arguments.takeLink }

    /// Where its line has the link.
    package var needsLink: Bool { arguments.takeLink }
}

extension VarlinkTemplate: ReachTemplate {
    /// The line with the values in it.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        let given = arguments.preview(for: inputs, link: link)
        return ActionPreview(call: [Performer.Kind.varlink.word, address, method] + given)
    }

    /// The service has to listen, and its description to fit the call.
    package func finding(for action: Action, on host: any HostView) -> HostFinding? {
        let judgement = host.service(path)
        let subject = address + " " + method
        guard judgement.verdict == .answers, let text = host.description(of: names.interface, at: path) else {
            return HostFinding("service", subject, judgement)
        }
        guard let description = InterfaceText(text) else {
            return HostFinding(
                "service", subject, (.cannotTell, "its description of \(names.interface) cannot be read"))
        }
        let differences = differences(from: description, action)
        return HostFinding(
            "service", subject,
            differences.isEmpty
                ? (.answers, "it has the method, with these parameters")
                : (.willNot, differences.joined(separator: "; ")))
    }
}

extension Performer.Kind {
    /// Calls a Varlink service.
    package static let varlink = Self("varlink")
}

extension Performer {
    /// Calls a Varlink service.
    package static func varlink(_ template: VarlinkTemplate) -> Self { .other(template) }
}
