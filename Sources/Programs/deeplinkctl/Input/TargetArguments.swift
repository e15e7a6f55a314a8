import ArgumentParser
internal import Contract

/// The arguments of `open` and `explain`: URLs, or an action with its inputs.
struct TargetArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An action by its name, in place of a URL; name=value then gives its inputs.",
            valueName: "FEATURE.ACTION"))
    var action: String?
    @Argument(help: ArgumentHelp("The URLs, or the inputs of --action.", valueName: "URL|name=value"))
    var words: [String] = []

    /// The action with its inputs; nil where there are URLs.
    var target: Target? {
        action.map { action in
            // The text of a list has slashes between its elements, as in a path.
            Target(action: action, inputs: words.compactMap(NamedText.init).map { .init($0.name, .string($0.text)) })
        }
    }

    func validate() throws {
        guard action != nil else { return }
        for word in words where NamedText(word) == nil {
            throw ValidationError("An input of --action is written name=value: \(UsageError.quoted(word))")
        }
        let names = words.compactMap { NamedText($0)?.name }
        if let name = names.enumerated().first(where: { names[..<$0.offset].contains($0.element) })?.element {
            throw ValidationError("The input \(UsageError.quoted(name)) is given twice.")
        }
    }
}

/// A word `name=value` of the command line.
struct NamedText {
    let name: String
    let text: String

    /// Nil for a word without a name, or without `=`.
    init?(_ word: String) {
        // Split by bytes: a value may begin with a mark that combines with the `=` before it.
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")), sign != word.startIndex else { return nil }
        name = String(decoding: word.utf8[..<sign], as: UTF8.self)
        text = String(decoding: word.utf8[sign...].dropFirst(), as: UTF8.self)
    }
}
