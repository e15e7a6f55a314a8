package import Routing

/// The directives of a `channel`.
package enum ChannelDirective: String, CaseIterable, Directive {
    case kind, hold, acknowledge, redeliver, overflow, subscribe, durable, start, environment

    package static let block = "`channel`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .kind: DirectiveForm("kind plain|latest|sticky|held", 1...1, once: true)
        case .hold: DirectiveForm("hold [COUNT] for DURATION", 2...3, once: true)
        case .acknowledge: DirectiveForm("acknowledge within DURATION", 2...2, once: true)
        case .redeliver: DirectiveForm("redeliver yes|no", 1...1, once: true)
        case .overflow: DirectiveForm("overflow drop-oldest|drop-newest|refuse", 1...1, once: true)
        case .subscribe: DirectiveForm("subscribe group|user NAME", 2...2)
        case .durable: DirectiveForm("durable", 0...0, once: true)
        case .start: DirectiveForm("start exec PROGRAM ARG…", 2...DirectiveForm.many, once: true)
        case .environment: ActionLimit.environment.form
        }
    }

    /// The kinds of channels that have the line, and why the others do not.
    var kinds: (having: [ChannelTerms.Kind], reason: String) {
        switch self {
        case .kind, .subscribe: (ChannelTerms.Kind.allCases, "")
        case .hold: ([.latest, .sticky, .held], "it keeps no link")
        case .overflow: ([.plain, .latest, .held], "it takes no link before the one it keeps is cleared")
        case .acknowledge, .redeliver: ([.held], "its links are not acknowledged")
        case .durable: ([.held], "only links that wait for an app outlive a restart")
        case .start, .environment: ([.held], "only links that wait for an app start one")
        }
    }
}
