import Conf
import Contract
import Features
import Routing
import Varlink

/// Reads the words of a line that give something to what is called.
struct ArgumentReader: BlockReader {
    let table: TableReading
    let inputs: [ActionInput]

    /// Reads a word with inputs, or `$(url)`; nil where it was reported.
    func readText(_ index: Int, _ statement: Int) -> ArgumentTemplate? {
        readArgument(index, statement, inputs: inputs)
    }

    /// Reads `NAME=VALUE`; nil where it was reported.
    ///
    /// - Parameter example: such a word.
    func readNamed(_ index: Int, _ statement: Int, example: String) -> NamedArgument? {
        let (text, place) = (word(index, statement), place(index, statement))
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = halves[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, path.allSatisfy(Name.isName) else {
            return refuse(
                .badCall, place, "`\(text)` is not a parameter with its value",
                help: "a parameter is a name, `=` and a value, as in `\(example)`")
        }
        guard let source = readSource(halves[1], index, statement) else { return nil }
        return NamedArgument(path, source)
    }

    private func readSource(_ text: String, _ index: Int, _ statement: Int) -> NamedArgument.Source? {
        if isLink(text, inputs: inputs) { return readLink(place(index, statement)).map(NamedArgument.Source.text) }
        // The whole word, so that what is wrong is reported at its place; no name before the `=` has a placeholder.
        guard let whole = readTemplate(index, statement, inputs: inputs) else { return nil }
        guard let template = try? TextTemplate(text) else { return nil }
        if case .input(let name)? = template.pieces.first, template.pieces.count == 1 { return .input(name) }
        if let missing = whole.inputs.compactMap({ name in inputs.first { $0.name == name } }).first(
            where: \.isOptional)
        {
            return refuse(
                .optionalInput, place(index, statement),
                "the input `\(missing.name)` may be missing, and it is a part of a text",
                help: "give it a default: `input \(missing.name) TYPE = VALUE`")
        }
        let isQuoted = document.word(index, of: statement).isQuoted
        guard whole.inputs.isEmpty, !isQuoted, let value = Value(literal: text) else { return .text(.text(template)) }
        return .constant(value)
    }

    /// True if no parameter is given twice, or both as a value and as an object.
    ///
    /// - Parameter first: the word of the first of them.
    func areApart(_ arguments: [NamedArgument], from first: Int, _ statement: Int) -> Bool {
        for (index, argument) in arguments.enumerated() {
            let earlier = arguments[..<index].firstIndex { other in
                let shorter = min(other.path.count, argument.path.count)
                return other.path.prefix(shorter) == argument.path.prefix(shorter)
            }
            guard let earlier else { continue }
            reportSecond(
                .badCall, place(first + index, statement),
                "the parameter `\(argument.path.joined(separator: "."))` is given twice",
                first: place(first + earlier, statement))
            return false
        }
        return true
    }

    // MARK: The link

    /// The names that stand for the link in a text: none where an input has its name, which is meant then.
    var linkNames: Set<String> { isLink(ArgumentTemplate.linkWord, inputs: inputs) ? [HTTPTemplate.linkName] : [] }

    /// Reads the link as a word; nil where it was reported.
    func readLink(_ place: SourceRange) -> ArgumentTemplate? { readLink(place, inputs: inputs) }

    // MARK: Inputs without use

    /// Warns of inputs that what is called does not get.
    func warnOfUnused(_ used: Set<String>, takesLink: Bool, _ statement: Int, by subject: String) {
        guard !takesLink else { return }
        for input in inputs where !used.contains(input.name) {
            report(
                .unusedInput, document.place(of: statement), "\(subject) does not get the input `\(input.name)`",
                help: "pass it, or remove the input")
        }
    }
}
