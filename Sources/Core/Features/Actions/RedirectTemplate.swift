// The link that `redirect` names in the place of another:
//
//     redirect podcast://episodes/$(id)?from=$(page)#$(part)
//
//     link     https://pods.example/e/7       id = 7, no page, no part
//     target   podcast://episodes/7
//
// The scheme and the host are the table's own words. A value is a part of a segment, the value of a key or the fragment, and
// the link builder escapes it: so it never ends the part that it stands in.

package import Contract
package import Links

/// A link with places for inputs.
package struct RedirectTemplate: Equatable, Sendable {
    /// A piece of the path.
    package enum Segment: Equatable, Sendable {
        case one(TextTemplate)
        /// All segments of an input that is a list.
        case list(String)
    }

    /// A query key with its value; the key is left out where its value is one input, and the input has none.
    package struct Item: Equatable, Sendable {
        let key: String
        let value: TextTemplate

        /// Makes an item.
        package init(key: String, value: TextTemplate) { (self.key, self.value) = (key, value) }

        fileprivate func filled(with inputs: [Value.Member]) -> LinkBuilder.Item? {
            if case .input(let name)? = value.pieces.first, value.pieces.count == 1,
                !inputs.contains(where: { $0.name == name })
            {
                return nil
            }
            return LinkBuilder.Item(key: key, value: value.filled(with: inputs))
        }
    }

    /// The beginning of the link.
    package let origin: LinkBuilder.Origin
    /// Decoded.
    package let segments: [Segment]
    /// Decoded, in the order of the link.
    package let query: [Item]
    /// Decoded; left out as a query key is.
    package let fragment: TextTemplate?

    /// Makes a template of its decoded parts.
    package init(origin: LinkBuilder.Origin, segments: [Segment], query: [Item], fragment: TextTemplate?) {
        (self.origin, self.segments, self.query, self.fragment) = (origin, segments, query, fragment)
    }

    /// The names of the inputs that it has.
    package var inputs: [String] { pathInputs + query.flatMap(\.value.inputs) + (fragment?.inputs ?? []) }

    private var pathInputs: [String] {
        segments.flatMap { segment in
            switch segment {
            case .one(let template): template.inputs
            case .list(let name): [name]
            }
        }
    }

    /// The canonical link for some inputs.
    package func url(for inputs: [Value.Member]) -> String {
        var builder = LinkBuilder(origin: origin, segments: path(for: inputs))
        builder.query = query.compactMap { $0.filled(with: inputs) }
        builder.fragment = fragment.flatMap { Item(key: "", value: $0).filled(with: inputs)?.value }
        return builder.url
    }

    private func path(for inputs: [Value.Member]) -> [[UInt8]] {
        segments.flatMap { segment -> [[UInt8]] in
            switch segment {
            case .one(let template): [Array(template.filled(with: inputs).utf8)]
            case .list(let name):
                (inputs.first { $0.name == name }?.value.elements ?? []).map { Array($0.argumentText.utf8) }
            }
        }
    }
}

extension RedirectTemplate: PerformerTemplate {
    /// A value that no segment can have would make a link that is refused.
    package var takesAnyValue: Bool { pathInputs.isEmpty }

    /// Why no link has these inputs in its path; nil where one does.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        let last = segments.last
        for segment in segments {
            guard case .one(let template) = segment, !template.inputs.isEmpty,
                template.inputs.allSatisfy({ name in inputs.contains { $0.name == name } })
            else { continue }
            let text = template.filled(with: inputs)
            let isEmptyInside = text.isEmpty && segment != last
            guard isEmptyInside || LinkBuilder.breach(ofSegment: Array(text.utf8)) != nil else { continue }
            return InputRefusal(
                input: template.inputs[0], reason: "makes a segment that no link has",
                help: "give `\(template.inputs[0])` a type without such values, as `slug`")
        }
        return nil
    }

    /// The line with the values in it.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        ActionPreview(call: [Performer.Kind.redirect.word, url(for: inputs)])
    }
}

extension Performer.Kind {
    /// Makes another link of a link.
    package static let redirect = Self("redirect")
}
