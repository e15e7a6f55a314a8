import Conf
package import Features
package import Routing

/// The own lines of `metrics`.
package enum MetricsLine: String, FunctionLine {
    case read

    package static let word = "metrics"
    package static let feature = "Metrics"

    /// How a line is written.
    package var form: DirectiveForm {
        switch self {
        case .read: DirectiveForm("read group|user NAME", 2...2)
        }
    }
}

/// What a table says of the daemon's numbers.
package struct MetricsTerms: WingPart {
    /// The number of their feature; nil where the table has none.
    package let feature: Int?
    /// Who reads them besides operators.
    package let readers: [CallerRequirement]

    package init() { (feature, readers) = (nil, []) }

    init(feature: Int, readers: [CallerRequirement]) { (self.feature, self.readers) = (feature, readers) }
}

extension Ruleset {
    /// What the table says of the daemon's numbers.
    package var metrics: MetricsTerms { catalogue.parts[MetricsTerms.self] }
}

/// Reads `metrics { … }`.
enum MetricsReader {
    /// The block among the directives of a table.
    static func directive(order: Int) -> WingDirective {
        MetricsLine.directive(order: order) { reader, read in
            let readers = read.statements(of: .read).compactMap { Self.named(by: $0, reader) }
            let terms = MetricsTerms(feature: read.feature, readers: readers)
            reader.table.draft.catalogue.parts[MetricsTerms.self] = terms
        }
    }

    /// *Shape*: `read group NAME`, `read user NAME`.
    private static func named(by line: Int, _ reader: FunctionReader<MetricsLine>) -> CallerRequirement? {
        let (kind, name) = (reader.word(1, line), reader.word(2, line))
        let id: UInt32?
        switch kind {
        case "group": id = reader.table.environment.groupID(name)
        case "user": id = reader.table.environment.userID(name)
        default:
            return reader.refuse(
                .badValue, reader.place(1, line), "who reads the numbers is named by user or group, not by `\(kind)`",
                help: "as in `read group monitoring`, `read user prometheus`")
        }
        guard !name.isEmpty else {
            return reader.refuse(.badValue, reader.place(2, line), "a \(kind) has a name", help: "write the name")
        }
        return CallerRequirement(kind: kind == "user" ? .user : .group, values: [.init(text: name, id: id)])
    }
}
