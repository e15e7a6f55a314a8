// What the manual says of a diagnostic code: a title, a few sentences, and a small file that is reported with the code.
// The mended file is not written out: it is the same file with one or two texts replaced, so that a reader sees what
// matters. For RT303:
//
//     wrong: input at number          mended: ("number", "uint")
//
// The tests load both files as `check --strict` does: the first is reported with this code and no other, the second
// with none. A code whose report takes a machine, a large file or a second file has a reason in place of the example.

/// The manual's text about one diagnostic code.
package struct DiagnosticHelp: Sendable {
    /// A small file with the mistake, and the same file without it.
    package struct Example: Equatable, Sendable {
        package let wrong: String
        package let right: String
        /// The options of `check` that the report takes.
        package let options: [String]
    }

    package let title: String
    /// What the code means, why the file is refused or warned about, and what to do.
    ///
    /// *Shape*: one to four sentences; where lines end has no meaning.
    package let text: String
    /// nil where a reason stands in its place.
    package let example: Example?
    /// Why there is no example; nil where there is one.
    package let reason: String?

    /// - Parameters:
    ///   - wrong: a complete route table, or a complete file of test cases for codes of those.
    ///   - mended: texts that occur once in it, with those that mend it.
    init(
        _ title: String, _ text: String, wrong: String, options: [String] = [],
        mended: KeyValuePairs<String, String>
    ) {
        var right = wrong
        for (old, new) in mended { right = Self.replacing(old, by: new, in: right) }
        (self.title, self.text, reason) = (title, text, nil)
        example = Example(wrong: wrong, right: right, options: options)
    }

    /// - Parameter reason: why there is no example, as part of a sentence.
    init(_ title: String, _ text: String, noExample reason: String) {
        (self.title, self.text, self.reason) = (title, text, reason)
        example = nil
    }

    /// The text with the first occurrence replaced.
    private static func replacing(_ old: String, by new: String, in text: String) -> String {
        let (text, old) = (Array(text.utf8), Array(old.utf8))
        guard let start = text.indices.first(where: { text[$0...].starts(with: old) }) else {
            return String(decoding: text, as: UTF8.self)
        }
        return String(decoding: text[..<start] + Array(new.utf8) + text[(start + old.count)...], as: UTF8.self)
    }
}
