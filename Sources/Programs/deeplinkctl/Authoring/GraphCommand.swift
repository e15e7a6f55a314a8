import ArgumentParser
internal import Contract
internal import Pictures
internal import Routing

/// `graph`: draws a table.
struct GraphCommand: ParsableCommand {
    /// The forms of the picture.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case svg, dot, html
        /// The tables of the matcher, for a program of one's own.
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Draw a table: schemes and hosts, routes, actions, and features with their conditions.",
        discussion: """
            Example: deeplinkctl graph -f routes.conf --html

            svg is a picture that any browser shows, and that follows its light or dark colours; dot is a graph for \
            Graphviz. html is one page that loads nothing: it can be searched, and it decides a link that is typed into it. \
            json has what the page decides by: the tables of the matcher.

            Values of secret inputs are not in the picture. Everything else of the routes is, those of hidden features too.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableInForceOption
    @Option(name: .customLong("format"), help: "svg, dot, html or json; default: svg.")
    var named: Form?
    @Flag(name: .customLong("html"), help: "The same as --format html.")
    var isHTML = false
    @Argument(help: "A feature's path, or its last name if that is unique; default: all.")
    var feature: String?

    func validate() throws {
        try socket.validate(besides: table)
        if isHTML, let named, named != .html {
            throw ValidationError("--html is the same as --format html: leave out one of the two.")
        }
    }

    func run() throws {
        let ruleset = try socket.load(or: table)
        let number = try feature.map { try FeatureNames(ruleset.catalogue).number(of: $0) }
        let title = table.paths.first.map { $0 == "-" ? "standard input" : $0 } ?? "routes"
        let picture = TablePicture(ruleset, feature: number).picture(title: feature.map { "\(title): \($0)" } ?? title)
        switch isHTML ? .html : named ?? .svg {
        case .svg: Output.text(picture.svg)
        case .dot: Output.text(picture.dot)
        case .html: Output.text(picture.html(DecisionData(ruleset)))
        case .json: Output.json(DecisionData(ruleset).value)
        }
    }
}
