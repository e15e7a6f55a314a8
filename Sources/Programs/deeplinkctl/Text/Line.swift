// Every line that a command prints for people is a `Line`. It is safe for a terminal, it can have colours, and a terminal
// gets it broken at blanks, with the rest under the text that it belongs to:
//
//     blocked.toggle.off  The feature is off by default, and the user
//                         has not switched it on.
//       needs      ✗ toggle:Playback/SleepTimer: offByDefault, inherited
//                  from Playback
//
// A file or a pipe gets the whole line, so scripts find one thing on one line. Commands to paste are never broken.

internal import Conf
internal import HostSystem

/// A line for people: its control characters are visible, and parts of it may have a colour.
struct Line: ExpressibleByStringInterpolation {
    /// What is printed, with the codes of its colours.
    private(set) var text: String
    /// *Units*: characters that take room on a terminal.
    private(set) var width: Int
    /// The column under which the line goes on if it is longer than a terminal is wide; nil for one that is never broken.
    private var hang: Int?

    /// A line that goes on two columns behind its own indentation.
    ///
    /// - Parameter paint: its colour, if standard output has colours.
    init(_ text: String, _ paint: Paint? = nil) {
        let printable = Escaping.printable(text)
        self.text = paint.map { Colour.text(printable, $0, on: .output) } ?? printable
        width = printable.count
        hang = printable.prefix { $0 == " " }.count + 2
    }

    init(stringLiteral text: String) { self.init(text) }

    /// A text that has to stay whole, such as a command to paste.
    init(whole text: String, _ paint: Paint? = nil) {
        self.init(text, paint)
        hang = nil
    }

    /// The same line, going on under a column; one that is never broken stays so.
    func hanging(at column: Int) -> Line {
        var line = self
        if hang != nil { line.hang = column }
        return line
    }

    /// The line with blanks behind it, up to a width in characters.
    func padded(to width: Int) -> Line {
        self + Line(String(repeating: " ", count: max(0, width - self.width)))
    }

    /// The line without the blanks at its end.
    var trimmed: Line {
        var line = self
        while line.text.last == " " {
            line.text.removeLast()
            line.width -= 1
        }
        return line
    }

    /// Joins two parts; the whole is broken as the first part would be, or not at all where the second must not be.
    static func + (first: Line, second: Line) -> Line {
        var line = first
        line.text += second.text
        line.width += second.width
        if second.hang == nil { line.hang = nil }
        return line
    }

    // MARK: Breaking

    /// What standard output gets, without a line end.
    var fitted: String { hang.map { Self.fit(text, hang: $0, on: .output) } ?? text }

    /// A text as a stream gets it: broken at blanks to the width of a terminal, else as it is.
    ///
    /// - Parameter hang: the column under which it goes on.
    static func fit(_ text: String, hang: Int, on stream: StandardStreams.Output) -> String {
        stream.width.map { fit(text, hang: hang, to: $0) } ?? text
    }

    /// A text broken at blanks.
    ///
    /// Where the column under which it goes on is in the right half of a terminal, it goes on further left. A word that is
    /// longer than a line is not broken.
    static func fit(_ text: String, hang: Int, to width: Int) -> String {
        let indent = hang <= width / 2 ? hang : 4
        var (fitted, column, blanks, isFirstWord) = ("", 0, 0, true)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let length = visibleCount(word)
            if !word.isEmpty {
                if column + blanks + length > width, column + blanks > indent, !isFirstWord {
                    fitted += "\n"
                    (column, blanks) = (0, indent)
                }
                fitted += String(repeating: " ", count: blanks) + word
                (column, blanks, isFirstWord) = (column + blanks + length, 0, false)
            }
            blanks += 1
        }
        return fitted
    }

    /// *Units*: characters that take room, so without the codes of colours.
    private static func visibleCount(_ word: Substring) -> Int {
        guard word.unicodeScalars.contains("\u{1B}") else { return word.count }
        var (visible, isCode) = (String.UnicodeScalarView(), false)
        for scalar in word.unicodeScalars {
            if scalar == "\u{1B}" {
                isCode = true
            } else if !isCode {
                visible.append(scalar)
            } else if scalar == "m" {
                isCode = false
            }
        }
        return String(visible).count
    }
}
