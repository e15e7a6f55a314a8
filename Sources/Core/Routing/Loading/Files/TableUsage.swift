import Conf
import Contract

/// How much of a table's limits some of its files use up.
struct TableUsage {
    private(set) var files = 0
    private var bytes = 0
    private var (statements, words) = (0, 0)

    /// *Units*: bytes that further files may have.
    var room: Int { max(0, Limits.tableBytes - bytes) }

    /// Adds a file.
    mutating func add(_ document: ConfDocument) {
        bytes += document.bytes.count
        files += 1
        statements += document.statements.count
        words += document.words.count
    }

    /// What was used up since.
    func subtracting(_ earlier: TableUsage) -> TableUsage {
        var rest = self
        rest.bytes -= earlier.bytes
        rest.files -= earlier.files
        rest.statements -= earlier.statements
        rest.words -= earlier.words
        return rest
    }

    /// Whether it is more than a part of the limits.
    func isOver(part: Int) -> Bool {
        bytes > Limits.tableBytes / part || files > Limits.tableFiles / part
            || statements > Limits.tableStatements / part || words > Limits.tableWords / part
    }
}
