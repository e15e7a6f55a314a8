import Conf
import Routing
import Varlink

/// The declarations of a file, as a tree.
struct SymbolAnswer {
    let walk: StatementWalk
    let lines: LineMap

    private var document: ConfDocument { walk.document }

    /// All of them, in the order of the file.
    func answer() -> [Value] {
        var kinds: [Int: NameKind] = [:]
        walk.visit { statement, form, _ in
            kinds[statement] = form?.names.first(where: \.isDeclaration)?.kind
        }
        return symbols(document.roots, kinds)
    }

    private func symbols(_ statements: ConfDocument.Siblings, _ kinds: [Int: NameKind]) -> [Value] {
        statements.flatMap { statement -> [Value] in
            let inner = document.statements[statement].hasBlock ? symbols(document.children(of: statement), kinds) : []
            guard let kind = kinds[statement], document.wordCount(of: statement) > 1 else { return inner }
            let (start, name) = (Int(document.word(0, of: statement).start), document.place(1, of: statement))
            var members: [Value.Member] = [
                .init("name", .string(document.text(of: document.word(1, of: statement)))),
                .init("detail", .string(document.directive(of: statement))),
                .init("kind", .integer(Self.picture(kind))),
                .init("range", lines.range(start..<end(of: statement))),
                .init("selectionRange", lines.range(name.offset..<name.offset + name.length)),
            ]
            if !inner.isEmpty { members.append(.init("children", .array(inner))) }
            return [.object(members)]
        }
    }

    /// Behind the statement, or the `}` of its block.
    private func end(of statement: Int) -> Int {
        let last = Int(document.word(document.wordCount(of: statement) - 1, of: statement).end)
        guard document.statements[statement].hasBlock else { return last }
        let inner = document.children(of: statement).reduce(last) { max($0, end(of: $1)) }
        var index = inner
        while index < document.bytes.count, document.bytes[index] != ConfBytes.closing {
            if document.bytes[index] == ConfBytes.comment {
                index = document.bytes[index...].firstIndex(of: 0x0A) ?? document.bytes.count
            } else {
                index += 1
            }
        }
        return min(index + 1, document.bytes.count)
    }

    private enum ConfBytes {
        static let closing = UInt8(ascii: "}")
        static let comment = UInt8(ascii: "#")
    }

    /// *Units*: the numbers of LSP.
    private static func picture(_ kind: NameKind) -> Int64 {
        switch kind {
        case .feature: 2
        case .action, .testCase: 12
        case .route: 20
        case .input: 13
        case .values: 10
        case .scope: 3
        default: 14
        }
    }
}
