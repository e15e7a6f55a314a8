import ArgumentParser
internal import Contract
internal import DeepLinkClient

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
    @OptionGroup var colour: ColourOption
    @OptionGroup var subject: SubjectOption
    @Flag(help: "Print changes until interrupted, of one feature or of all.")
    var watch = false
    @Argument(help: "A feature's path, or its last name if that is unique.")
    var feature: String?

    func run() throws {
        let client = try DaemonClient(socket, subject)
        if watch { return try watch(client) }
        if let feature {
            let feature = try client.feature(feature, of: subject.subject)
            return output.show(feature) { Output.lines(FeatureText(feature: feature, next: client.next).lines) }
        }
        let features = try client.features(of: subject.subject)
        for (feature, line) in zip(features, FeatureText.tree(features)) { output.show(feature, line: line) }
    }

    // MARK: Watching

    private func watch(_ client: DaemonClient) throws {
        // A name without a feature is a misuse.
        let only = try feature.map { name in
            try FeatureNames(paths: client.features(of: subject.subject).map(\.path)).path(of: name)
        }
        var shown: [String: FeatureReport] = [:]
        try client.stream(
            WatchFeatures { ($0.subject, $0.languages) = (subject.subject, LanguageList.ofSession.texts) }
        ) { change in
            let isWanted = { only == nil || $0 == only }
            // A constraint may have changed that these lines do not name.
            let features = change.features.filter {
                isWanted($0.path) && shown.updateValue($0, forKey: $0.path) != $0
            }
            let removed = change.removed.filter(isWanted)
            for path in removed { shown[path] = nil }
            return features.allSatisfy { reaches($0, FeatureText.change($0)) }
                && removed.allSatisfy { reaches(["removed": $0] as JSONObject, Line("\($0)  removed")) }
        }
    }

    private func reaches(_ value: some WireValue, _ line: Line) -> Bool {
        output.format == .json ? Output.json(value) : Output.line(line)
    }
}
