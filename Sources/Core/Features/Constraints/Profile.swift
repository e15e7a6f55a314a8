/// The profile of a table or of a program's dispatcher: development or production.
public enum Profile: String, CaseIterable, Sendable {
    /// Facts are what their sources say.
    case production
    /// To try things out: features and rewrites can be for this profile alone, and an operator may put facts in the place of
    /// what their sources say.
    case development
}
