import Conf

extension BlockReader {
    /// Reads `environment NAME…`: the variables that a program gets; those that cannot be names are reported.
    package func readEnvironment(_ statement: Int) -> [String] {
        let words = arguments(statement)
        for word in words where !Name.isName(word.text) {
            report(
                .badValue, word.place, "`\(word.text)` is not a valid value for `environment`",
                help: "the name of an environment variable")
        }
        return words.map(\.text)
    }
}
