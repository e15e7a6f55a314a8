import ArgumentParser
internal import Features
internal import Matching
internal import Routing

/// `tree`: prints the features of a table with their constraints, actions and routes.
struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the features as a tree, with their constraints, actions and routes.",
        discussion: "Example: deeplinkctl tree -f routes.conf SmartPlaylists")

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Argument(help: "A feature's path, or its last name if that is unique; default: all.")
    var feature: String?

    func run() throws {
        let ruleset = try table.load()
        let tree = FeatureTree(ruleset: ruleset)
        for number in try roots(ruleset) {
            output.show(tree.object(of: number)) { for line in tree.lines(of: number) { Output.line(line) } }
        }
    }

    private func roots(_ ruleset: Ruleset) throws -> [Int] {
        let features = ruleset.catalogue.features
        guard let feature else { return features.indices.dropFirst().filter { features[$0].parent == nil } }
        return [try FeatureNames(ruleset.catalogue).number(of: feature)]
    }
}
