import ArgumentParser
internal import Features
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

    @OptionGroup var options: AnswererOptions
    @OptionGroup var colour: ColourOption
    @Argument(help: "A feature's path, or its last name if that is unique; default: all.")
    var feature: String?

    func run() throws {
        for node in try nodes() { options.output.show(node.object) { Output.lines(node.text.lines) } }
    }

    private func nodes() throws -> [TreeNode] {
        switch try options.tableInForce() {
        case .whole(let ruleset):
            let features = ruleset.catalogue.features
            let number = try feature.map { try FeatureNames(ruleset.catalogue).number(of: $0) }
            let roots = features.indices.dropFirst().filter { features[$0].parent == nil }
            return (number.map { [$0] } ?? roots).map(FeatureTree(ruleset: ruleset).node(of:))
        case .routes(let routes):
            let tree = RouteTree(routes)
            let path = try feature.map { try FeatureNames(paths: tree.paths).path(of: $0) }
            return (path.map { [$0] } ?? tree.roots).map(tree.node(of:))
        }
    }
}
