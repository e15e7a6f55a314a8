/// What a difference between two tables means; in the order of reports.
package enum ChangeKind: String, CaseIterable, Sendable {
    /// Links lead to another action.
    case retargeted
    /// A route takes links that no route took.
    case widened
    /// The action of links asks for less.
    case opened
    /// A new route takes links that no route took.
    case new
    /// The action of links asks for more, or for something else.
    case gated
    /// No route takes links that a route took.
    case narrowed
    /// The route that took them is gone.
    case gone
    /// The action of links gets other values.
    case inputs
    /// Another route takes links, with the same result.
    case renamed
    /// Links are refused for another reason.
    case refused
    /// The lines of an action differ.
    case performs
    /// Lines differ that neither select links nor are an action's.
    case lines
}
