import ArgumentParser
internal import Conf
internal import Contract
internal import Varlink

/// `features`: lists the features, and if the caller can use them.
struct FeaturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "List the features and whether they are available to you, or show one in detail.",
        discussion: """
            Example: deeplinkctl features SmartPlaylists

            For one feature it prints every constraint with its evidence and the ancestor that declares it, the remedies \
            for those that are not met, and the command to run next, if there is one.

            With --watch it prints changes until it is interrupted; it fails if the daemon ends. Exit status: 0, whether \
            features are available or not; to test that in a script, use the exit status of `open --dry-run URL`.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption
    @Flag(help: "Print changes until interrupted, of one feature or of all.")
    var watch = false
    @Argument(help: "A feature's path, or its last name if that is unique.")
    var feature: String?

    func run() throws {
        let client = try DaemonClient.connect(socket, subject)
        if watch { return try watch(client) }
        if let feature { return try describe(feature, client) }
        let features = try client.features(of: subject.subject)
        let lines =
            output.format == .json ? features.map { Escaping.json(JSONText.text(of: $0)) } : FeatureText.tree(features)
        for line in lines { Output.line(line) }
    }

    private func describe(_ name: String, _ client: DaemonClient) throws {
        let feature = try client.feature(name, of: subject.subject)
        switch output.format {
        case .json: Output.json(JSONText.text(of: feature))
        case .text: Output.text(FeatureText(feature: feature, next: client.next).text)
        }
    }

    // MARK: Watching

    private func watch(_ client: DaemonClient) throws {
        // A name without a feature is a misuse.
        let only = try feature.map { try FeatureNames(client.features(of: subject.subject).map(\.path)).path(of: $0) }
        try client.stream(.watch(subject: subject.subject)) { reply in
            guard case .watched(let features, let removed) = reply else { throw ToolFailure.wrongReply }
            let isWanted = { only == nil || $0 == only }
            let lines = features.filter { isWanted($0.path) }.map(line) + removed.filter(isWanted).map(line(removed:))
            return lines.allSatisfy { Output.reaches($0) }
        }
    }

    private func line(_ feature: FeatureReport) -> String {
        output.format == .json ? Escaping.json(JSONText.text(of: feature)) : FeatureText.change(feature)
    }

    private func line(removed path: String) -> String {
        output.format == .json
            ? Escaping.json(JSONText.text(of: Value.object([.init("removed", .string(path))])))
            : Escaping.printable("\(path)  removed")
    }
}
