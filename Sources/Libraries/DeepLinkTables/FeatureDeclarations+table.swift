public import DeepLinkFeatures
import Routing
import Tables

extension FeatureDeclarations {
    /// Loads a route table, and binds its actions to Swift types.
    ///
    /// ```swift
    /// import DeepLinkFeatures
    /// import DeepLinkTables
    ///
    /// let declarations = try FeatureDeclarations(table: "routes.conf", Playback.self, SmartPlaylists.self)
    /// let dispatcher = try Dispatcher(declarations)
    /// _ = try dispatcher.open("podcast://favourites/rock", presenters: Presenters(window))
    /// ```
    ///
    /// The table is that of the daemon, with all its words: `deeplinkctl check`, `test` and `explain` work with it. It decides
    /// which links lead to which action, and what the features require. The dispatcher knows the facts as always: from its
    /// providers, and from what the program sets. Sources that the table names for the daemon, as in `require toggle from …`,
    /// are not asked. Each action of the table needs a type.
    ///
    /// The file, the files that it includes, and the folders on the way to them are trusted as the daemon trusts tables: no
    /// other user than root and this one may be able to change them.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - features: the types for features that have actions, in any order.
    ///   - host: the machine that platform requirements are about.
    /// - Throws: every error of the table; else everything that is wrong with the types.
    /// *Cost*: reads files and may ask the directory service; linear in the table.
    public convenience init(
        table path: String, _ features: any TableFeature.Type..., on host: Host = .current
    ) throws(DeclarationErrors) {
        var environment = LoadEnvironment(host: .serving(allowsPrograms: true), wings: .ofTheDaemon)
        // What the daemon would do for an action, and for whom, is not done here.
        (environment.programFault, environment.groupFault) = ({ _ in nil }, { _ in nil })
        environment.keyFile = nil
        var collector = TableCollector(environment)
        collector.add(path: path)
        let result = RulesetLoader.load(collector.finish(), environment: environment)
        try self.init(result, features, on: host)
    }

    /// Loads a table from a text, and binds its actions to Swift types; it cannot include files.
    ///
    /// - Parameters:
    ///   - text: the table.
    ///   - name: what errors call it.
    ///   - features: the types for features that have actions, in any order.
    ///   - host: the machine that platform requirements are about.
    /// - Throws: every error of the table; else everything that is wrong with the types.
    public convenience init(
        tableText text: String, named name: String = "table", _ features: any TableFeature.Type...,
        on host: Host = .current
    ) throws(DeclarationErrors) {
        let file = TableFile(name: name, bytes: Array(text.utf8))
        let result = RulesetLoader.load(file, environment: LoadEnvironment(wings: .ofTheDaemon))
        try self.init(result, features, on: host)
    }

    private convenience init(
        _ result: RulesetLoader.Result, _ features: [any TableFeature.Type], on host: Host
    ) throws(DeclarationErrors) {
        guard let ruleset = result.ruleset else {
            let errors = result.reports.filter { $0.severity == "error" }.map { report -> DeclarationError in
                let problem = report.message + (report.help.map { "; " + $0 } ?? "")
                return DeclarationError.table(.badTable(place: report.place, problem: problem))
            }
            throw DeclarationErrors(errors: errors)
        }
        try self.init(table: ruleset, features, on: host)
    }
}
