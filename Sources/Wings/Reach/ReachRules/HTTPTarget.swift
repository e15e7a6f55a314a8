// The path and the query of a request, with places for inputs:
//
//     /orders/$(item)?gift=$(gift)      item `a b`, gift `x&y`      →      /orders/a%20b?gift=x%26y
//
// A value never ends its place. All but letters, digits and `-._~` is escaped, and what servers undo before they look at a
// path is refused: `.` and `..`, and a `/`, which many decode first. An item of the query whose input is missing is left out.

package import Contract
package import Features

/// The path and the query of a request.
package struct HTTPTarget: Equatable, Sendable {
    /// The parts of the path, each behind a `/`.
    package let segments: [TextTemplate]
    /// *Shape*: `NAME=VALUE`, or a name alone.
    package let items: [TextTemplate]

    /// Joins a path and a query.
    package init(segments: [TextTemplate], items: [TextTemplate]) { (self.segments, self.items) = (segments, items) }

    /// The names of the inputs that the path takes.
    package var pathInputs: [String] { segments.flatMap(\.inputs) }

    /// The names of all inputs.
    package var inputs: Set<String> { Set(pathInputs + items.flatMap(\.inputs)) }

    /// The text of the request.
    ///
    /// - Parameter verbatim: values that are put in as they are.
    package func text(for inputs: [Value.Member], verbatim: [Value.Member]) -> String {
        let written = inputs.map { Value.Member($0.name, .string($0.value.escapedForURL)) } + verbatim
        let path = segments.map { "/" + $0.filled(with: written) }.joined()
        let query = items.filter { $0.isFilled(by: written) }.map { $0.filled(with: written) }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// Says which value can be no part of a path.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        for segment in segments {
            let used = segment.inputs.compactMap { name in inputs.first { $0.name == name } }
            if let refusal = used.lazy.compactMap(Self.refusal).first { return refusal }
            // Two parts that are harmless by themselves, as a `.` behind a `.`.
            guard let last = used.last, used.count == segment.inputs.count,
                [".", ".."].contains(segment.filled(with: inputs))
            else { continue }
            return Self.refusal(of: last.name, "makes the part of a path `.` or `..`, which a server takes as a folder")
        }
        return nil
    }

    private static func refusal(of input: Value.Member) -> InputRefusal? {
        let texts = input.value.texts
        if texts.isEmpty || texts.contains("") { return refusal(of: input.name, "is empty, and a path would lose it") }
        if texts.contains(where: { [".", ".."].contains($0) }) {
            return refusal(of: input.name, "is `.` or `..`, which a path would lose")
        }
        guard texts.contains(where: { $0.utf8.contains { [0, UInt8(ascii: "/"), UInt8(ascii: "\\")].contains($0) } })
        else { return nil }
        return refusal(of: input.name, "has a `/`, a `\\` or a NUL, at which many servers end the part of a path")
    }

    private static func refusal(of input: String, _ reason: String) -> InputRefusal {
        InputRefusal(input: input, reason: reason, help: "give the input a narrower type, as `slug` or `uint`")
    }
}

extension TextTemplate {
    /// True if the link has all inputs of the text.
    package func isFilled(by inputs: [Value.Member]) -> Bool {
        self.inputs.allSatisfy { name in inputs.contains { $0.name == name } }
    }
}
