import Authoring
internal import Contract
internal import Routing

/// A difference between two tables as the command prints it.
struct DifferenceReport {
    private let difference: TableDifference
    private let allowed: Set<ChangeKind>
    private let summary: String

    /// Takes a difference, and the meanings of changes that are as they should be.
    init(_ difference: TableDifference, allowed: Set<ChangeKind>) {
        (self.difference, self.allowed) = (difference, allowed)
        summary = DifferenceSummary(difference).text
    }

    /// True if something differs that is not allowed, or might.
    var hasFindings: Bool { !difference.isComplete || difference.changes.contains { !allowed.contains($0.kind) } }

    /// Prints it.
    func show(as format: DiffFormat) {
        switch format {
        case .text: Output.lines(lines)
        case .json:
            for change in difference.changes { Output.json(object(change)) }
            Output.json(
                [
                    "summary": summary, "changes": difference.changes.count, "equalRoutes": difference.equalRoutes,
                    "complete": difference.isComplete, "differs": hasFindings,
                ] as JSONObject)
        case .markdown: Output.text(MarkdownDifference(difference, summary: sentence).text)
        case .github: for change in groups { Output.text(annotation(change)) }
        }
    }

    /// *Shape*: `1 route takes more links; 8 routes are as they were`.
    private var sentence: String {
        let equal = difference.equalRoutes
        let rest = equal == 1 ? "1 route is as it was" : "\(equal) routes are as they were"
        let doubt = difference.isComplete ? "" : "; the search ended early, so there may be more"
        return "\(summary); \(rest)\(doubt)"
    }

    // MARK: Text

    /// Changes of one meaning and one route: the first has the shortest link.
    private var groups: [(change: TableDifference.Change, others: Int)] {
        var groups: [(change: TableDifference.Change, others: Int)] = []
        var numbers: [String: Int] = [:]
        for change in difference.changes {
            guard case .links(let links) = change.subject, let route = links.route,
                let known = numbers["\(change.kind) \(route)"]
            else {
                if case .links(let links) = change.subject, let route = links.route {
                    numbers["\(change.kind) \(route)"] = groups.count
                }
                groups.append((change, 0))
                continue
            }
            groups[known].others += 1
        }
        return groups
    }

    private var lines: [Line] {
        [Line(sentence)] + groups.flatMap { change, others in [""] + text(of: change, others) }
    }

    private func text(of change: TableDifference.Change, _ others: Int) -> [Line] {
        let isAllowed = allowed.contains(change.kind)
        let kind = Line(change.kind.rawValue, isAllowed ? .aside : change.kind.paint)
        let note = isAllowed ? Line("  (allowed)", .aside) : Line("")
        switch change.subject {
        case .links(let links):
            let place = change.place.map { Line("  \($0.file):\($0.line)", .aside) } ?? Line("")
            var lines = [kind + Line(links.route.map { "  " + $0 } ?? "") + place + note]
            lines.append(TextRow.line("link", Line(whole: links.link)))
            lines.append(TextRow.line("before", Line(links.before.sentence)))
            lines.append(TextRow.line("after", Line(links.after.sentence)))
            lines += TextRow.lines("conditions", links.conditionLines.map { Line($0) })
            if !links.inputs.isEmpty {
                lines.append(TextRow.line("inputs", Line(links.inputs.joined(separator: ", "))))
            }
            if others > 0 {
                lines.append(TextRow.line("also", Line(others == 1 ? "1 more way" : "\(others) more ways")))
            }
            return lines
        case .lines(let block):
            let place = block.block.isEmpty ? "the table" : block.block
            var lines = [kind + Line("  " + place) + note]
            if let link = block.link { lines.append(TextRow.line("link", Line(whole: link))) }
            lines += block.removed.map { Line("  - " + $0, .bad) } + block.added.map { Line("  + " + $0, .good) }
            return lines
        }
    }

    // MARK: For programs

    private func object(_ change: TableDifference.Change) -> JSONObject {
        let isAllowed = allowed.contains(change.kind)
        switch change.subject {
        case .links(let links):
            return [
                "kind": change.kind.rawValue, "allowed": isAllowed, "route": links.route, "link": links.link,
                "before": links.before.object, "after": links.after.object, "inputs": links.inputs,
                "removed": links.removed, "added": links.added,
                "file": change.place?.file, "line": change.place?.line,
            ]
        case .lines(let block):
            return [
                "kind": change.kind.rawValue, "allowed": isAllowed, "block": block.block, "link": block.link,
                "removed": block.removed, "added": block.added,
            ]
        }
    }

    /// A command of a workflow of GitHub, which marks a line of a pull request.
    private func annotation(_ group: (change: TableDifference.Change, others: Int)) -> String {
        let level = allowed.contains(group.change.kind) ? "notice" : "warning"
        let text: String
        switch group.change.subject {
        case .links(let links):
            text = "\(links.route ?? "links"): \(links.link): \(links.before.sentence) → \(links.after.sentence)"
        case .lines(let block):
            text =
                (block.block.isEmpty ? "the table" : block.block) + "\n"
                + (block.removed.map { "- " + $0 } + block.added.map { "+ " + $0 }).joined(separator: "\n")
        }
        let place = group.change.place.map { ($0.file, $0.line) }
        return WorkflowCommand(kind: level, place: place, title: group.change.kind.rawValue, text: text).line + "\n"
    }
}

extension ChangeKind {
    /// Whether it opens, closes or only moves something.
    fileprivate var paint: Paint {
        switch self {
        case .retargeted, .widened, .opened: .bad
        case .gated, .narrowed, .gone, .inputs, .performs: .doubtful
        case .new, .renamed, .refused, .lines: .name
        }
    }
}

extension TableChanges.Change {
    /// *Shape*: `- require toggle off`, `+ require purchase premium`.
    var conditionLines: [String] { removed.map { "- " + $0 } + added.map { "+ " + $0 } }
}

extension ShadowedDestination {
    /// *Shape*: `episode → Playback.play`, `rejected.route.notFound`, `rejected.input.invalid by episode`.
    var sentence: String {
        guard let code else { return [route, action].compactMap(\.self).joined(separator: " → ") }
        // A link that is handed on has an action and no route.
        return code + (route.map { " by " + $0 } ?? action.map { " → " + $0 } ?? "")
    }

    fileprivate var object: JSONObject {
        ["code": code, "route": route, "action": action, "conditions": conditions.isEmpty ? nil : conditions]
    }
}
