internal import Conf

/// Lays out the lines of a text without errors from top to bottom.
struct Layout {
    /// *Units*: blanks for each block around a line.
    private static let indentation = 4

    private(set) var bytes: [UInt8] = []
    /// The line of the source that each line was made of, from 0.
    private(set) var origins: [Int] = []
    private var depth = 0
    private var run: [(line: LayoutLine, number: Int)] = []
    /// An empty line that stands before the next one, unless that ends a block.
    private var emptyLine: Int?
    /// Whether the line before began a block, or there is none.
    private var isAtStart = true
    /// The columns of the comment behind the line before, in the source and here: a comment below it goes on with it.
    private var comment: (source: Int, here: Int)?

    init(_ source: [UInt8]) {
        bytes.reserveCapacity(source.count + source.count / 8)
        var (offset, number) = (0, 0)
        while offset < source.count {
            let line = ConfLine(source, at: offset)
            add(LayoutLine(line, of: source, at: offset), number)
            (offset, number) = (line.end, number + 1)
        }
        endRun()
    }

    private mutating func add(_ line: LayoutLine, _ number: Int) {
        switch line.kind {
        case .empty:
            endRun()
            comment = nil
            if !isAtStart { emptyLine = emptyLine ?? number }
        case .comment, .statement:
            run.append((line, number))
        case .opening:
            run.append((line, number))
            endRun()
            (depth, isAtStart) = (depth + 1, true)
        case .closing:
            endRun()
            (depth, emptyLine) = (depth - 1, nil)
            write(line.words[0] + (line.comment.map { [0x20] + $0 } ?? []), number)
            // The comment stands behind `} `.
            comment = line.comment.map { _ in (line.commentColumn, depth * Self.indentation + 2) }
        }
    }

    /// Writes the lines of the run.
    private mutating func endRun() {
        guard !run.isEmpty else { return }
        var statements = Run(run.map(\.line).filter { $0.kind != .comment }).laidOut().makeIterator()
        for (line, number) in run {
            guard line.kind != .comment else {
                write(comment: line, number)
                continue
            }
            guard let statement = statements.next() else { break }
            write(statement.text[...], number)
            comment = statement.commentColumn.map { (line.commentColumn, depth * Self.indentation + $0) }
        }
        run = []
    }

    private mutating func write(comment line: LayoutLine, _ number: Int) {
        let goesOn = comment?.source == line.commentColumn
        if !goesOn { comment = nil }
        write(line.comment ?? [], number, indentation: comment?.here)
    }

    private mutating func write(_ text: ArraySlice<UInt8>, _ number: Int, indentation: Int? = nil) {
        if let emptyLine {
            bytes.append(0x0A)
            origins.append(emptyLine)
        }
        (emptyLine, isAtStart) = (nil, false)
        bytes.append(contentsOf: repeatElement(0x20, count: indentation ?? depth * Self.indentation))
        bytes.append(contentsOf: text)
        bytes.append(0x0A)
        origins.append(number)
    }
}
