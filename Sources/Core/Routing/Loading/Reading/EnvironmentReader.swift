import Conf

/// Reads `environment NAME…`, of an action or a channel.
struct EnvironmentReader: BlockReader {
    let table: TableReading

    /// The names of the variables that a program gets; those that cannot be names are reported.
    func read(_ statement: Int) -> [String] {
        let words = arguments(statement)
        for word in words where !Name.isName(word.text) {
            report(
                .badValue, word.place, "`\(word.text)` is not a valid value for `environment`",
                help: "the name of an environment variable")
        }
        return words.map(\.text)
    }
}
