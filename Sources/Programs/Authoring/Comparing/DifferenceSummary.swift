internal import Contract
internal import Routing

/// A difference in one sentence: `1 link leads to another action, 2 routes take more links`.
package struct DifferenceSummary {
    /// The sentence, without a full stop.
    package let text: String

    /// Summarises the changes that matter to a reviewer first.
    package init(_ difference: TableDifference) {
        let parts = ChangeKind.allCases.compactMap { kind -> String? in
            let count = Set(difference.changes.filter { $0.kind == kind }.map(\.subjectName)).count
            return count == 0 ? nil : Self.text(of: kind, count)
        }
        text = parts.isEmpty ? "no difference" : parts.joined(separator: ", ")
    }

    private static func text(of kind: ChangeKind, _ count: Int) -> String {
        let isOne = count == 1
        func say(_ one: String, _ many: String) -> String { isOne ? "1 " + one : "\(count) " + many }
        return switch kind {
        case .retargeted: say("route leads to another action", "routes lead to another action")
        case .widened: say("route takes more links", "routes take more links")
        case .opened: say("route asks for less", "routes ask for less")
        case .new: say("route is new", "routes are new")
        case .gated: say("route asks for something else", "routes ask for something else")
        case .narrowed: say("route takes fewer links", "routes take fewer links")
        case .gone: say("route is gone", "routes are gone")
        case .inputs: say("route brings other values", "routes bring other values")
        case .renamed:
            say(
                "route takes links of another, with the same result",
                "routes take links of others, with the same result")
        case .refused: say("refusal has another reason", "refusals have another reason")
        case .performs: say("action does something else", "actions do something else")
        case .lines: say("block has other lines", "blocks have other lines")
        }
    }
}

extension TableDifference.Change {
    /// What changes of one subject have in common.
    fileprivate var subjectName: String {
        switch subject {
        case .links(let change): change.route ?? "\(change.before.code ?? "") \(change.after.code ?? "")"
        case .lines(let change): change.block
        }
    }
}
