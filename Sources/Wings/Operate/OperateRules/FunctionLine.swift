// A function of the daemon itself, such as its timeline, is a feature of the table: a block declares it, and may require
// what any feature may.
//
//     timeline {
//         title "What was opened"     the lines of a feature: FunctionDirective.feature
//         require toggle on
//         keep 7 days                 its own lines: FunctionDirective.own, of the type that conforms to FunctionLine
//     }
//
// A table without the block does not have the function.

import Conf
package import Routing

/// The lines of one block that are its own.
package protocol FunctionLine: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The word that the block begins with.
    static var word: String { get }
    /// The path of its feature.
    static var feature: String { get }
    /// How a line is written.
    var form: DirectiveForm { get }
}

/// The directives of a function's block: those of a feature that say who may have it, and its own.
package enum FunctionDirective<Line: FunctionLine>: Directive {
    case feature(FeatureDirective)
    case own(Line)

    /// *Shape*: the word in backquotes.
    package static var block: String { "`\(Line.word)`" }

    /// Those of a feature first.
    package static func all(in wings: WingList) -> [Self] {
        [.title, .description, .require].map { .feature($0) } + Line.allCases.map { .own($0) }
    }

    /// The word that a statement begins with.
    package var word: String {
        switch self {
        case .feature(let directive): directive.word
        case .own(let line): line.rawValue
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .feature(let directive): directive.form
        case .own(let line): line.form
        }
    }
}

/// Reads the block of a function.
struct FunctionReader<Line: FunctionLine>: BlockReader {
    let table: TableReading

    /// Its feature and its own lines.
    struct Read {
        /// The line that opens the block.
        let statement: Int
        /// The number of the feature.
        let feature: Int
        fileprivate let block: StatementChecker.Block<FunctionDirective<Line>>

        /// The well-formed statements of one of its own lines.
        func statements(of line: Line) -> [Int] { block.statements(of: .own(line)) }
    }

    /// Declares the feature, and gives the block's own lines.
    func read(_ statement: Int) -> Read {
        let block = table.check(document.children(of: statement), as: FunctionDirective<Line>.self)
        let feature = FeatureReader(table: table).declare(Line.feature, by: statement) {
            block.statements(of: .feature($0))
        }
        return Read(statement: statement, feature: feature, block: block)
    }
}

extension FunctionLine {
    /// The line of a table that opens the block; it counts for the whole table.
    ///
    /// - Parameters:
    ///   - order: its place in help.
    ///   - read: reads its own lines.
    static func directive(
        order: Int, _ read: @escaping @Sendable (FunctionReader<Self>, FunctionReader<Self>.Read) -> Void
    ) -> WingDirective {
        WingDirective(
            word, DirectiveForm("\(word) { … }", 0...0, block: .required, once: true), order: order, .uses,
            isOfWholeTable: true
        ) { table, statement in
            let reader = FunctionReader<Self>(table: table)
            read(reader, reader.read(statement))
        }
    }
}
