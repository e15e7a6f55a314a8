import ArgumentParser
internal import Contract
internal import Routing

/// What `open` and `explain` are about: URLs, or an action with its inputs.
struct TargetArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An action by its name, in place of a URL; name=value then gives its inputs.",
            valueName: "FEATURE.ACTION"))
    var action: String?
    @Argument(help: ArgumentHelp("The URLs, or the inputs of --action.", valueName: "URL|name=value"))
    var words: [String] = []

    /// The action with its inputs; nil where there are URLs.
    var target: Target? { action.map { Target(action: $0, inputs: words.map(Self.input)) } }

    func validate() throws {
        guard action != nil else { return }
        let sign = UInt8(ascii: "=")
        for word in words where !word.utf8.contains(sign) || word.utf8.first == sign {
            throw ValidationError("An input of --action is written name=value: \(UsageError.quoted(word))")
        }
        let names = words.map { Self.input($0).name }
        if let name = names.enumerated().first(where: { names[..<$0.offset].contains($0.element) })?.element {
            throw ValidationError("The input \(UsageError.quoted(name)) is given twice.")
        }
    }

    /// *Shape*: the text of a list has slashes between its elements, as in a path.
    private static func input(_ word: String) -> Value.Member {
        // Split by bytes: a value may begin with a mark that combines with the `=` before it.
        let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex
        let text = String(decoding: word.utf8[sign...].dropFirst(), as: UTF8.self)
        return .init(String(decoding: word.utf8[..<sign], as: UTF8.self), .string(text))
    }
}
