/// One difference between what was read and what was made of it.
package struct LinkLoss: Equatable, Sendable {
    /// What became of the links that it is about.
    package enum Effect: String, Equatable, Sendable {
        /// The source takes links that the result does not take.
        case narrower
        /// The result takes links that the source does not take.
        case wider
        /// The result has nothing in its place, and takes the same links.
        case dropped
    }

    package let effect: Effect
    /// The part of the source, in its own spelling.
    package let subject: String
    /// The difference as one sentence, without a full stop.
    package let sentence: String

    init(_ effect: Effect, _ subject: String, _ sentence: String) {
        self.effect = effect
        self.subject = subject.count > 120 ? subject.prefix(120) + "…" : subject
        self.sentence = sentence
    }
}

/// What a file of another program has become.
package struct ImportedTable: Sendable {
    /// The table, which `deeplinkctl check` takes.
    package let text: String
    /// How many routes it has.
    package let routes: Int
    /// Its schemes and hosts, as a route names them.
    package let scopes: [String]
    /// What differs from the source.
    package let losses: [LinkLoss]
}

/// The list of differences while a file is read; each is listed once.
struct LossList {
    private(set) var all: [LinkLoss] = []
    private var known: Set<String> = []

    /// Adds a difference; behind the limit one line says that there are more.
    mutating func add(_ effect: LinkLoss.Effect, _ subject: String, _ sentence: String) {
        guard all.count < AppLinkLimits.losses else {
            if all.count == AppLinkLimits.losses {
                all.append(LinkLoss(effect, subject, "this and more is not listed"))
            }
            return
        }
        guard known.insert("\(effect) \(subject) \(sentence)").inserted else {
            return
        }
        all.append(LinkLoss(effect, subject, sentence))
    }
}
