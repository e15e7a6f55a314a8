import ArgumentParser
internal import Conf
internal import Contract
internal import Features
internal import Framing
internal import Routing

/// `matrix`: what a feature comes to under every permutation of the facts that it depends on.
struct MatrixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Print the code that a feature comes to for every permutation of its constraints' statuses.",
        discussion: """
            Example: deeplinkctl matrix -f routes.conf SmartPlaylists

            One line per permutation. Of the states in which a purchase is granted one stands for all. Where there are more \
            permutations than --limit, the first ones are printed and the end says how many there are.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Option(name: .long, help: "The most permutations to print.")
    var limit = 10_000
    @Argument(help: "A feature's path, or its last name where that is unique.")
    var feature: String

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is 1 or more.") }
    }

    func run() throws {
        let catalogue = try table.load().catalogue
        let number = try FeatureNames(catalogue).number(of: feature)
        let matrix = Matrix(of: number, in: catalogue, limit: limit)
        let path = catalogue.features[number].path
        switch output.format {
        case .text: printText(matrix, path)
        case .json: printJSON(matrix, path)
        }
        if matrix.isCut { Output.error("deeplinkctl: \(Self.cut(matrix))\n") }
    }

    private static func cut(_ matrix: Matrix) -> String {
        "cut at \(matrix.count) of \(matrix.total.map { "\($0)" } ?? "more than can be counted") permutations"
    }

    private func printText(_ matrix: Matrix, _ path: String) {
        let widths = matrix.axes.map { axis in
            ([axis.name] + axis.labels).map { Self.width(Escaping.printable($0)) }.max() ?? 0
        }
        func line(_ cells: [String], _ last: String) {
            let padded = zip(cells, widths).map { cell, width in
                let cell = Escaping.printable(cell)
                return cell + String(repeating: " ", count: width - Self.width(cell) + 2)
            }
            Output.line(padded.joined() + Escaping.printable(last))
        }
        line(matrix.axes.map(\.name), "code of \(path)")
        for index in 0..<matrix.count {
            let row = matrix.row(index)
            line(row.labels, row.code.rawValue + (row.primary.map { " (\($0))" } ?? ""))
        }
    }

    private static func width(_ text: String) -> Int { text.unicodeScalars.count }

    private func printJSON(_ matrix: Matrix, _ path: String) {
        for index in 0..<matrix.count {
            let row = matrix.row(index)
            let facts = zip(matrix.axes, row.labels).map { Value.Member($0.name, .string($1)) }
            var members = [Value.Member("feature", .string(path)), .init("facts", .object(facts))]
            members.append(.init("code", .string(row.code.rawValue)))
            if let primary = row.primary { members.append(.init("primary", .string(primary))) }
            if !row.remedies.isEmpty {
                members.append(.init("remedies", .array(row.remedies.map { .string($0.rawValue) })))
            }
            Output.line(JSONText.text(of: Value.object(members)))
        }
        guard matrix.isCut else { return }
        var members = [Value.Member("cutAt", .integer(Int64(matrix.count)))]
        if let total = matrix.total { members.append(.init("of", .integer(Int64(total)))) }
        Output.line(JSONText.text(of: Value.object(members)))
    }
}
