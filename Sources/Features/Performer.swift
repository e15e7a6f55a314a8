/// How an action is performed.
package enum Performer: Equatable, Sendable {
    /// Takes a URL apart: the action of `DeepLinkingFeature`, compiled in.
    case intake
    /// Starts a program.
    case exec(ProgramTemplate)
    /// Answers with the object of inputs, or with one text.
    case respond(TextTemplate?)
}
