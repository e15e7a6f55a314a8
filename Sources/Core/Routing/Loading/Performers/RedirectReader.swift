// Reads `redirect URL` of an action:
//
//     redirect podcast://episodes/$(id)?from=web
//
// The URL is read as every link is: under the limits of the table, by the policy, with the separators of its schemes. Its
// placeholders are marks meanwhile, words that nothing changes; they are put back into the parts that the link is cut into.

import Conf
import Contract
import Features
import Links
import Matching

/// Reads `redirect URL`.
struct RedirectReader: PerformerReader {
    static let kind = Performer.Kind.redirect
    static let order = 25
    static let form = DirectiveForm("redirect URL", 1...1, once: true)
    static let limits: Set<ActionLimit> = []

    /// Nothing is performed but the link that it leads to.
    static func substitute(for limit: ActionLimit) -> String? {
        limit == .spend ? "remove it, and write it in the action that the link leads to" : nil
    }

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        guard let text = readTemplate(1, statement, inputs: inputs), isUsable(text, inputs, place(1, statement))
        else { return nil }
        let marked = MarkedLink(text)
        do throws(LinkError) {
            let link = try Link.parse(
                marked.text, limits: table.draft.limits.link, separators: table.draft.separators)
            guard let template = template(of: link, marked, inputs, place(1, statement)) else { return nil }
            table.draft.redirects.append(place(1, statement))
            return .redirect(template)
        } catch {
            return refuse(
                .badCall, place(1, statement), "the link would be refused: \(error.sentence.dropLast())",
                help: "write a link that a table takes, as in `redirect podcast://episodes`")
        }
    }

    /// Whether the text begins with a literal scheme, and names no secret.
    private func isUsable(_ text: TextTemplate, _ inputs: [ActionInput], _ place: SourceRange) -> Bool {
        guard text.leadingText.contains(":") else {
            report(
                .badCall, place, "the link has no literal scheme",
                help: "begin it with one, as in `redirect podcast://episodes`")
            return false
        }
        guard let secret = inputs.first(where: { $0.isSecret && text.inputs.contains($0.name) }) else { return true }
        report(
            .badPlaceholder, place, "the input `\(secret.name)` is secret, and a link is seen by many",
            help: "leave it out of the link")
        return false
    }

    private func template(
        of link: Link, _ marked: MarkedLink, _ inputs: [ActionInput], _ place: SourceRange
    ) -> RedirectTemplate? {
        guard let origin = origin(of: link, marked, place) else { return nil }
        let used = marked.names.compactMap { name in inputs.first { $0.name == name } }
        var segments: [RedirectTemplate.Segment] = []
        // The host of a web link is no segment of it.
        for number in 0..<link.segmentCount {
            let text = marked.template(of: link.text(link.segment(number)))
            guard case .input(let name)? = text.pieces.first, text.pieces.count == 1,
                used.contains(where: { $0.name == name && $0.type == .list })
            else {
                guard isWhole(text, used, place, mayLack: false) else { return nil }
                segments.append(.one(text))
                continue
            }
            guard number == link.segmentCount - 1 else {
                return refuse(
                    .badPlaceholder, place, "the list `\(name)` ends the path", help: "move it to the end of the path")
            }
            segments.append(.list(name))
        }
        var items: [RedirectTemplate.Item] = []
        for number in 0..<link.queryItemCount {
            let item = link.queryItem(number)
            let key = marked.template(of: link.text(item.key))
            guard key.inputs.isEmpty else {
                return refuse(
                    .badPlaceholder, place, "a key of the link is a placeholder", help: "write the key itself")
            }
            let value = marked.template(of: link.text(item.value))
            guard isWhole(value, used, place, mayLack: value.pieces.count == 1) else { return nil }
            items.append(.init(key: link.text(item.key), value: value))
        }
        let fragment = link.givenFragment.map { marked.template(of: link.text($0.value)) }
        if let fragment, !isWhole(fragment, used, place, mayLack: fragment.pieces.count == 1) { return nil }
        return RedirectTemplate(origin: origin, segments: segments, query: items, fragment: fragment)
    }

    /// Whether each input of a part is one text that is there.
    private func isWhole(
        _ text: TextTemplate, _ used: [ActionInput], _ place: SourceRange, mayLack: Bool
    ) -> Bool {
        for input in used where text.inputs.contains(input.name) {
            if input.type == .list {
                report(
                    .badPlaceholder, place, "the list `\(input.name)` is a part of a text",
                    help: "write it as the last segment, as in `podcast://files/$(\(input.name))`")
                return false
            }
            if input.isOptional, !mayLack {
                report(
                    .optionalInput, place, "the input `\(input.name)` may be missing, and it is a part of the link",
                    help: "give it a default: `input \(input.name) TYPE = VALUE`")
                return false
            }
        }
        return true
    }

    private func origin(of link: Link, _ marked: MarkedLink, _ place: SourceRange) -> LinkBuilder.Origin? {
        let scheme = link.text(link.scheme)
        guard link.isWeb else {
            return table.draft.separators[scheme].map { .opaque(scheme, $0) } ?? .scheme(scheme)
        }
        let host = link.text(link.host.range)
        guard marked.template(of: host).inputs.isEmpty else {
            return refuse(
                .badPlaceholder, place, "the host of the link is a placeholder",
                help: "write the host itself, as in `redirect https://example.org/episodes`")
        }
        let port = link.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        return .web("\(scheme)://\(host)\(port)")
    }
}

/// A link whose placeholders are marks: words of small letters and digits, which have the same form in every part of a link.
private struct MarkedLink {
    let text: String
    let names: [String]
    private let mark: String

    init(_ template: TextTemplate) {
        var mark = "placeholder"
        let literal = template.pieces.map { if case .text(let text) = $0 { text.lowercased() } else { "" } }
        while literal.contains(where: { $0.contains(mark) }) { mark += "x" }
        var names: [String] = []
        text = template.pieces.map { piece in
            guard case .input(let name) = piece else {
                if case .text(let text) = piece { return text }
                return ""
            }
            names.append(name)
            return "\(mark)\(names.count - 1)z"
        }.joined()
        (self.names, self.mark) = (names, mark)
    }

    /// A decoded part of the link with its placeholders.
    func template(of part: String) -> TextTemplate {
        var pieces: [TextTemplate.Piece] = []
        var rest = part[...]
        while let found = rest.firstRange(of: mark) {
            let digits = rest[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), names.indices.contains(number) else { break }
            if found.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<found.lowerBound]))) }
            pieces.append(.input(names[number]))
            rest = rest[digits.endIndex...].dropFirst()
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return TextTemplate(pieces)
    }
}
