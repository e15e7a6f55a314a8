import Conf
import TestSupport

/// Puts the words of a text onto its lines anew: other blanks, tabs, line ends, empty lines and comments.
struct RandomLayout {
    private var random: SeededGenerator

    init(for test: String) { random = SeededGenerator(for: test) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }

    /// A text of other blanks, empty lines and comments, and of the same words on the same lines.
    mutating func disturbed(_ text: [UInt8]) -> [UInt8] {
        var (result, offset): ([UInt8], Int) = ([], 0)
        while offset < text.count {
            let line = ConfLine(text, at: offset)
            addOthers(&result)
            result += blanks(0...12)
            for (index, word) in line.words.enumerated() {
                if index > 0 { result += blanks(1...(oneIn(3) ? 5 : 1)) }
                result += text[Int(word.start)..<Int(word.end)]
            }
            if let comment = line.comment {
                result += blanks(1...4) + text[comment]
            } else if oneIn(8) {
                result += blanks(1...9) + Array("# c \"} {\u{E9}".utf8)
            }
            endLine(&result)
            offset = line.end
        }
        addOthers(&result)
        // A carriage return stands before a line feed only.
        if oneIn(4), result.last == 0x0A, result.suffix(2).first != 0x0D { result.removeLast() }
        return result
    }

    /// Lines without words.
    private mutating func addOthers(_ text: inout [UInt8]) {
        while oneIn(8) {
            text += blanks(0...10)
            if oneIn(2) { text += Array("#\t } comment".utf8) }
            endLine(&text)
        }
    }

    private mutating func endLine(_ text: inout [UInt8]) {
        text += blanks(0...(oneIn(6) ? 3 : 0)) + (oneIn(10) ? [0x0D, 0x0A] : [0x0A])
    }

    private mutating func blanks(_ count: ClosedRange<Int>) -> [UInt8] {
        (0..<number(count)).map { _ in oneIn(12) ? 0x09 : 0x20 }
    }
}
