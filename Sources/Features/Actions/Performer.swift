/// How an action is performed.
package enum Performer: Equatable, Sendable {
    /// By whoever holds the proof, in Swift: the intake's own action, and those of a program that embeds the dispatcher.
    case hosted
    /// Starts a program.
    case exec(ProgramTemplate)
    /// Answers with the object of inputs, or with one text.
    case respond(TextTemplate?)
}
