import ArgumentParser
internal import Features
internal import Matching
internal import Routing

/// `tree`: prints the features of a table with their constraints, actions and routes.
struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Show the features as a tree, with their constraints, actions and routes.",
        discussion: """
            Example: deeplinkctl tree -f routes.conf SmartPlaylists

            If a daemon answers within 200 ms, and neither -f nor DEEPLINKD_TABLE names a table, its table in force is \
            shown: all of it to operators, and to others the names of features, actions and routes, and the patterns.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableSocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Argument(help: "A feature's path, or its last name if that is unique; default: all.")
    var feature: String?

    func validate() throws { try socket.validate(besides: table) }

    func run() throws {
        switch try socket.table(or: table, output) {
        case .whole(let ruleset): try show(ruleset)
        case .routes(let routes): try show(RouteTree(routes))
        }
    }

    private func show(_ tree: RouteTree) throws {
        for path in try feature.map({ [try FeatureNames(paths: tree.paths).path(of: $0)] }) ?? tree.roots {
            output.show(tree.object(of: path)) { Output.lines(tree.node(of: path).lines) }
        }
    }

    private func show(_ ruleset: Ruleset) throws {
        let tree = FeatureTree(ruleset: ruleset)
        for number in try roots(ruleset) {
            output.show(tree.object(of: number)) { Output.lines(tree.lines(of: number)) }
        }
    }

    private func roots(_ ruleset: Ruleset) throws -> [Int] {
        let features = ruleset.catalogue.features
        guard let feature else { return features.indices.dropFirst().filter { features[$0].parent == nil } }
        return [try FeatureNames(ruleset.catalogue).number(of: feature)]
    }
}
