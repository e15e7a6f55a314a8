// A table as a picture: boxes in columns, and lines between them.
//
//     Schemes and hosts     Routes              Actions          Features
//
//     podcast ───────────── episode ─────────── play ─────────── Playback
//                      ╰─── latest ──────────╯                   require toggle on
//
// Each route has one box of scopes on its left and one action on its right, and each action one feature. So the three right
// columns are a forest, which is drawn without a crossing. A box of scopes is repeated for each feature: in a picture that is
// taller than a screen, the lines of a single one would end far from it.

internal import Conf

/// The boxes of a table and the lines between them.
///
/// Characters that cannot be seen are written as `\u{202e}`.
package struct Picture: Equatable, Sendable {
    /// The columns, from left to right.
    package enum Column: Int, CaseIterable, Sendable {
        case scopes, routes, actions, features

        /// What stands above the column.
        var heading: String {
            switch self {
            case .scopes: "Schemes and hosts"
            case .routes: "Routes"
            case .actions: "Actions"
            case .features: "Features and conditions"
            }
        }
    }

    /// One box.
    package struct Box: Equatable, Sendable {
        /// Unique in the picture; of letters, digits and hyphens.
        package let id: String
        package let column: Column
        package let title: String
        /// What stands below the title, in the order of the table.
        package let lines: [String]
        /// The box on its right; nil for a feature and for a scope.
        package let parent: String?

        /// Makes a box; one without a parent has nothing on its right, or only lines of `scopeEdges`.
        package init(id: String, column: Column, title: String, lines: [String] = [], parent: String? = nil) {
            (self.id, self.column, self.parent) = (id, column, parent)
            (self.title, self.lines) = (Escaping.printable(title), lines.map { Escaping.printable($0) })
        }
    }

    /// A line between a box and one further right.
    package struct Edge: Equatable, Sendable {
        package let from: String
        package let to: String

        /// Makes a line between the boxes with these ids.
        package init(from: String, to: String) { (self.from, self.to) = (from, to) }
    }

    package let title: String
    /// In each column from top to bottom.
    package let boxes: [Box]
    /// The lines from scopes to routes.
    package let scopeEdges: [Edge]

    /// Makes a picture.
    package init(title: String, boxes: [Box], scopeEdges: [Edge]) {
        (self.title, self.boxes, self.scopeEdges) = (Escaping.printable(title), boxes, scopeEdges)
    }

    /// All lines.
    var edges: [Edge] {
        scopeEdges + boxes.compactMap { box in box.parent.map { Edge(from: box.id, to: $0) } }
    }
}
