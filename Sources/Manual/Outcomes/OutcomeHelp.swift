// What the manual says of an outcome code. Class, sentence, rank and exit status are those of the registry and are not
// repeated here; nor are remedies, which a small table shows: the manual explains its link and prints what comes out. For
// blocked.toggle.off:
//
//     require toggle off     deeplinkctl explain podcast:play     ->  enableToggle Player (user)

package import Contract

/// The manual's text about one outcome code.
package struct OutcomeHelp: Sendable {
    /// What has happened, or stands in the way.
    ///
    /// *Shape*: one to three sentences; where lines end has no meaning.
    package let text: String
    /// What the person can do who has opened the link.
    package let person: String
    package let program: ProgramStep
    /// Codes that are easily taken for this one, or follow it.
    package let near: [OutcomeCode]
    /// A table and a link with this outcome; nil where it takes a daemon.
    package let example: OutcomeExample?

    init(
        _ text: String, person: String, program: ProgramStep, near: [OutcomeCode] = [],
        example: OutcomeExample? = nil
    ) {
        (self.text, self.person, self.program, self.near, self.example) = (text, person, program, near, example)
    }
}
