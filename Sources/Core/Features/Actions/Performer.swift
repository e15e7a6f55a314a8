// The performers of actions as values: what a table says of each, and not the code that carries it out. A table names
// the kind by a directive: `exec /usr/bin/xdg-open $(page)`. Each kind has
//
//     a template      its type, which conforms to `PerformerTemplate`: what the table says of it, with places for inputs
//     a reader        in the `Rules` of its wing: its words, and the checks when a table is loaded
//     a performer     in the `Service` of its wing: carries it out
//
// `respond` and `redirect` are kinds of the core, each with a case of its own: the first answers on the shortest way of a link,
// and the second performs nothing but another link.

package import Contract

/// How an action is performed.
package enum Performer: Sendable {
    /// By the program that holds the proof, in Swift: the intake's own action, and those of a program that embeds the
    /// dispatcher.
    case hosted
    /// Answers with the object of inputs, or with one text.
    case respond(TextTemplate?)
    /// Makes another link of it, which goes the whole way anew.
    case redirect(RedirectTemplate)
    /// In the way of another kind.
    case other(any PerformerTemplate)

    /// Its template; nil where it has none.
    package var template: (any PerformerTemplate)? {
        switch self {
        case .hosted, .respond: nil
        case .redirect(let template): template
        case .other(let template): template
        }
    }

    /// True if what it does depends on the URL of its link, beside the inputs.
    package var dependsOnLink: Bool { template?.dependsOnLink ?? false }

    /// True if it cannot be performed without the URL of a link.
    package var needsLink: Bool { template?.needsLink ?? false }

    /// True if it can be performed with any values of the inputs' types.
    package var takesAnyValue: Bool { template?.takesAnyValue ?? true }

    /// Why these inputs cannot be performed, by their values; nil where they can.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? { template?.refusal(of: inputs) }

    /// What it would do, for people.
    ///
    /// - Parameter link: its link without what is secret; nil where there is none, or for the word of the table in its place.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        template?.preview(for: inputs, link: link, in: catalogue) ?? ActionPreview()
    }
}

/// What a table says of an action that is performed in the way of one kind.
package protocol PerformerTemplate: Sendable {
    /// True if it can be performed with any values of the inputs' types.
    var takesAnyValue: Bool { get }
    /// True if what it does depends on the URL of its link, beside the inputs: answers for two URLs are two then.
    var dependsOnLink: Bool { get }
    /// True if it cannot be performed without the URL of a link.
    var needsLink: Bool { get }
    /// Why these inputs cannot be performed, by their values; nil where they can.
    func refusal(of inputs: [Value.Member]) -> InputRefusal?
    /// What it would do, for people.
    ///
    /// - Parameter link: its link without what is secret; nil where there is none, or for the word of the table in its place.
    func preview(for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue) -> ActionPreview
}

extension PerformerTemplate {
    /// Any values will do.
    package var takesAnyValue: Bool { true }

    /// It may: so the answer for one URL is not given for another.
    package var dependsOnLink: Bool { true }

    /// It can.
    package var needsLink: Bool { false }

    /// All inputs can be performed.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? { nil }
}

extension Performer {
    /// A kind that a table can name, by its directive.
    package struct Kind: Hashable, Sendable {
        /// The word of the directive, which outcomes have too.
        package let word: String
        /// True if `ok.accepted` says that a link waits and was not performed yet, and not that a program runs on.
        package let isAcceptedToWait: Bool

        /// Makes the kind of a directive.
        package init(_ word: String, isAcceptedToWait: Bool = false) {
            (self.word, self.isAcceptedToWait) = (word, isAcceptedToWait)
        }

        /// Answers by itself.
        package static let respond = Self("respond")
    }
}

/// Why an action cannot be performed with one of its inputs.
package struct InputRefusal: Equatable, Sendable {
    package let input: String
    /// *Shape*: the end of a sentence about the value, "begins with `-` and would be read as an option".
    package let reason: String
    /// What the author of the table can do about it.
    package let help: String

    /// Names the input, why, and what to do.
    package init(input: String, reason: String, help: String) {
        (self.input, self.reason, self.help) = (input, reason, help)
    }
}

extension Execution {
    /// What an action of that kind did; the one place that knows how a kind is written in an outcome.
    package init(
        _ kind: Performer.Kind, duration: Duration = .zero, exit: Exit? = nil, stdout: Stream? = nil,
        stderr: Stream? = nil, error: String? = nil
    ) {
        self.init()
        (self.kind, self.duration, self.exit) = (kind.word, duration, exit)
        (self.stdout, self.stderr, self.error) = (stdout, stderr, error)
    }
}
