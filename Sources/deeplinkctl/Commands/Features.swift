import ArgumentParser
internal import Conf
internal import Contract
internal import Framing

/// `features`: which features there are, and whether the caller can use them.
struct FeaturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "List the features and whether they are available to you; or tell all about one.",
        discussion: """
            Example: deeplinkctl features SmartPlaylists

            With --watch it goes on telling which features have changed for you, until it is ended.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption
    @Flag(help: "Go on telling what changes.")
    var watch = false
    @Argument(help: "A feature's path, or its last name where that is unique.")
    var feature: String?

    func validate() throws {
        guard watch else { return }
        if feature != nil { throw ValidationError("--watch tells of all features: leave out `\(feature ?? "")`.") }
        if subject.subject != nil { throw ValidationError("--watch tells what changes for you: leave out --subject.") }
    }

    func run() throws {
        let client = try DaemonClient.connect(socket.path)
        if let feature { return try describe(feature, client) }
        if watch { return try watch(client) }
        show(try ReportDecoder.features(client.parameters(of: .list(subject: subject.subject))))
    }

    private func show(_ features: [FeatureReport]) {
        for feature in features {
            switch output.format {
            case .json: Output.line(JSONText.text(of: feature))
            case .text: Output.line(Self.line(feature))
            }
        }
    }

    private func watch(_ client: DaemonClient) throws {
        try client.watch { parameters in
            let (features, removed) = try ReportDecoder.watched(parameters)
            show(features)
            for path in removed {
                Output.line(
                    output.format == .json
                        ? JSONText.text(of: Value.object([.init("removed", .string(path))]))
                        : Escaping.printable("\(path) is gone"))
            }
        }
    }

    private func describe(_ name: String, _ client: DaemonClient) throws {
        let request = Request.describe(feature: name, subject: subject.subject)
        if case .error(let error, _) = try client.call(request).content {
            throw ToolFailure(
                error.hasSuffix(".InvalidParameter")
                    ? "there is no feature `\(name)`, or more than one of that name" : "the daemon answered \(error)")
        }
        let feature = try ReportDecoder.feature(client.parameters(of: request))
        if output.format == .json { return Output.line(JSONText.text(of: feature)) }
        Output.line(Self.line(feature))
        if let description = feature.description { Output.line("  " + Escaping.printable(description)) }
        for constraint in feature.constraints ?? [] {
            Output.line(Escaping.printable("  \(constraint.id): \(constraint.status.rawValue), \(constraint.reason)"))
        }
        if !feature.actions.isEmpty { Output.line("  actions " + feature.actions.joined(separator: ", ")) }
        if !feature.routes.isEmpty { Output.line("  routes " + feature.routes.joined(separator: ", ")) }
    }

    /// A feature under its parent, with what stands in the way.
    private static func line(_ feature: FeatureReport) -> String {
        let depth = feature.path.split(separator: "/").count - 1
        let name = String(repeating: "  ", count: depth) + feature.name
        let pad = String(repeating: " ", count: max(1, 32 - name.unicodeScalars.count))
        let verdict = feature.code.map { "\($0.rawValue) (\(feature.primary ?? ""))" } ?? "available"
        return Escaping.printable(name + pad + verdict)
    }
}
