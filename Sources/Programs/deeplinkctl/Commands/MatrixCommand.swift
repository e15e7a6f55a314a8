import ArgumentParser
internal import Conf
internal import Contract
internal import Features
internal import Routing

/// `matrix`: prints a feature's outcome for every permutation of the facts that it depends on.
struct MatrixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Print a feature's outcome code for every permutation of its constraints' statuses.",
        discussion: """
            Example: deeplinkctl matrix -f routes.conf SmartPlaylists --fold

            One line per permutation. The states that grant a purchase are shown as one. --with fixes a fact, as in --with \
            'purchase premium.monthly expired'; repeat it to allow several values. --fold prints a tree instead: only the \
            facts that change the outcome, each below those that are checked before it, for every permutation.

            If there are more permutations than --limit, the first ones and the total number are printed; with --fold \
            that is an error instead.
            """)

    /// *Units*: permutations; the default limits for printing and for folding.
    private static let (printed, folded) = (10_000, 1 << 20)
    /// *Units*: permutations; to fold them all takes a few bytes of memory for each.
    private static let most = 1 << 24

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableInForceOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Option(
        name: .long, help: ArgumentHelp("A fact to fix; may be repeated.", valueName: "KIND NAME VALUE"))
    var with: [String] = []
    @Flag(help: "Show only the facts that change the outcome.")
    var fold = false
    @Option(
        name: .long, parsing: .unconditional,
        help:
            "The maximum number of permutations to print, or to fold. (default: \(Self.printed), or \(Self.folded) to fold)"
    )
    var limit: Int?
    @Argument(help: "A feature's path, or its last name if that is unique.")
    var feature: String

    func validate() throws {
        try socket.validate(besides: table)
        if let limit, !(1...Self.most).contains(limit) { throw ValidationError("--limit is 1 to \(Self.most).") }
        try FactExample.validate(with)
    }

    func run() throws {
        let catalogue = try socket.load(or: table).catalogue
        let number = try FeatureNames(catalogue).number(of: feature)
        let path = catalogue.features[number].path
        let limit = limit ?? (fold ? Self.folded : Self.printed)
        let matrix = try HeldFacts(texts: with).rows(of: Matrix(of: number, in: catalogue, limit: limit))
        guard !fold else { return try printFold(matrix, path) }
        switch output.format {
        case .text: printText(matrix, path)
        case .json: printJSON(matrix, path)
        }
        guard matrix.isCut else { return }
        Output.error(
            "deeplinkctl: only the first \(matrix.count) of \(Self.total(matrix)) permutations are printed; --with fixes a "
                + "fact, --fold shows only the facts that change the outcome, --limit sets the maximum\n")
    }

    private static func total(_ matrix: Matrix) -> String {
        matrix.total.map { "\($0)" } ?? "more than \(Int.max)"
    }

    // MARK: Folded

    private func printFold(_ matrix: Matrix, _ path: String) throws {
        guard !matrix.isCut else {
            throw UsageError(
                "\(UsageError.quoted(path)) has \(Self.total(matrix)) permutations, and the limit for folding is \(matrix.count)",
                help: "fix some facts, as in --with '\(Self.example(matrix))', or set --limit")
        }
        let folded = MatrixFold(matrix)
        switch output.format {
        case .text:
            for line in folded.lines(heading: Line(Self.heading(matrix, path))) where !Output.line(line) { return }
        case .json:
            folded.forEachLeaf { leaf in
                let facts = leaf.facts.map { Value.Member($0.axis, .array($0.labels.map(Value.string))) }
                return Output.json(Self.object(path, facts, leaf.code, leaf.primary, []))
            }
        }
    }

    /// The fact to suggest for `--with`: the one with the most settings.
    private static func example(_ matrix: Matrix) -> String {
        let axis = matrix.axes.max { $0.labels.count < $1.labels.count }
        return axis.map { $0.name + " " + ($0.labels.first ?? "") } ?? ""
    }

    // MARK: Rows

    /// *Shape*: `code of A/B with runtime A on`.
    private static func heading(_ matrix: Matrix, _ path: String) -> String {
        let held = matrix.axes.filter { $0.labels.count == 1 }.map { $0.name + " " + $0.labels.joined() }
        return "code of \(path)" + (held.isEmpty ? "" : " with " + held.joined(separator: ", "))
    }

    private func printText(_ matrix: Matrix, _ path: String) {
        let shown = matrix.axes.indices.filter { matrix.axes[$0].labels.count > 1 }
        let widths = shown.map { axis in
            ([matrix.axes[axis].name] + matrix.axes[axis].labels).map { Escaping.printable($0).count }.max() ?? 0
        }
        func line(_ cells: [String], _ last: Line) -> Line {
            let facts = zip(shown, widths).map { Escaping.printable(cells[$0]).padded(to: $1) + "  " }.joined()
            return Line(facts).hanging(at: facts.count) + last
        }
        Output.line(line(matrix.axes.map(\.name), Line(Self.heading(matrix, path), .name)))
        for index in 0..<matrix.count {
            let row = matrix.row(index)
            guard Output.line(line(row.labels, OutcomeText.verdict(row.code.rawValue, row.primary))) else { return }
        }
    }

    private func printJSON(_ matrix: Matrix, _ path: String) {
        for index in 0..<matrix.count {
            let row = matrix.row(index)
            let facts = zip(matrix.axes, row.labels).map { Value.Member($0.name, .string($1)) }
            let object = Self.object(path, facts, row.code, row.primary, row.remedies)
            guard Output.json(object) else { return }
        }
        guard matrix.isCut else { return }
        Output.json(["cutAt": matrix.count, "of": matrix.total] as JSONObject)
    }

    private static func object(
        _ path: String, _ facts: [Value.Member], _ code: OutcomeCode, _ primary: String?, _ remedies: [Remedy.Kind]
    ) -> JSONObject {
        [
            "feature": path, "facts": Value.object(facts), "code": code.rawValue, "primary": primary,
            "remedies": remedies.isEmpty ? nil : remedies,
        ]
    }
}
