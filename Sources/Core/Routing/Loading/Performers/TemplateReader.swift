package import Conf
package import Features

extension BlockReader {
    /// Reads a word with placeholders, or `$(url)`; nil where it was reported.
    package func readArgument(_ index: Int, _ statement: Int, inputs: [ActionInput]) -> ArgumentTemplate? {
        isLink(word(index, statement), inputs: inputs)
            ? readLink(place(index, statement), inputs: inputs)
            : readTemplate(index, statement, inputs: inputs).map(ArgumentTemplate.text)
    }

    /// True if a word is the link; an input of the name is meant where there is one.
    package func isLink(_ text: String, inputs: [ActionInput]) -> Bool {
        text == ArgumentTemplate.linkWord && !inputs.contains { $0.name == "url" }
    }

    /// Reads the link as a word; nil where it was reported.
    package func readLink(_ place: SourceRange, inputs: [ActionInput]) -> ArgumentTemplate? {
        guard let secret = inputs.first(where: \.isSecret) else { return .link }
        return refuse(
            .badPlaceholder, place, "the link has the secret input `\(secret.name)` in it",
            help: "pass the inputs that are not secret, each by its name")
    }

    /// Reads a word with placeholders, every one of which names an input; nil where it was reported.
    ///
    /// - Parameter others: names that are no inputs and may stand there too.
    package func readTemplate(
        _ index: Int, _ statement: Int, inputs: [ActionInput], others: Set<String> = []
    ) -> TextTemplate? {
        let word = (text: word(index, statement), place: place(index, statement))
        do {
            let template = try TextTemplate(word.text)
            let names = inputs.map(\.name)
            let unknown = template.inputs.filter { !names.contains($0) && !others.contains($0) }
            for name in Set(unknown).sorted() where !isSpoiled(name) {
                report(
                    .unknownInput, placeholder(name, in: word), "the action has no input `\(name)`",
                    help: names.isEmpty
                        ? "declare it: `input \(name) TYPE`" : Suggestion.help(for: name, among: names))
            }
            return unknown.isEmpty ? template : nil
        } catch {
            guard case .unclosed(let offset) = error else { return nil }
            report(
                .badPlaceholder, part(word.place, at: offset, length: 2), "this placeholder has no name or no `)`",
                help: #"it is written `$(name)`; a plain `$(` is `\$(`"#)
            return nil
        }
    }
}
