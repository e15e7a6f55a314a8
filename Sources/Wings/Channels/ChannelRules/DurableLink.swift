package import Contract
package import Features

/// A link of a durable channel, as the ledger keeps it until an app has acknowledged it.
///
/// No secret gets to the disk: one that is kept there is made of a verified action without secret inputs. One that waits in
/// memory for the next run may have secrets.
package struct DurableLink: Equatable, Sendable {
    /// What the ledger does not take from the proof.
    package struct Description: Equatable, Sendable {
        /// The name by which the link is acknowledged, in this run and in later ones.
        ///
        /// *Shape*: 128 random bits as text; no two links have the same.
        package let delivery: String
        package let channel: String
        /// Whose link it is.
        package let user: UInt32
        /// The user for whose limit its row counts: a user may have many subordinate uids.
        package let owner: UInt32
        /// How long it may wait for an acknowledgement.
        package let lifetime: Duration
        package let route: String?
        /// The path of the feature that owns the action: numbers change with the table.
        package let feature: String
        /// *Shape*: the canonical URL; nil where the action was named.
        package let url: String?
        /// Whether the row says that an app may have been told of the link, so that no app waits for the disk.
        ///
        /// From the beginning where links are redelivered: there it decides nothing but the mark `redelivered`.
        package let mayBeTold: Bool
        /// Of a link that is never on the disk: the token is worthless before long.
        package let activationToken: String?
        /// Its place in a trace of several programs; of such a link too, since a trace is over before long.
        package let traceparent: String?

        /// Makes a description of a link that is about to be kept.
        package init(
            delivery: String, channel: String, user: UInt32, owner: UInt32, lifetime: Duration, route: String?,
            feature: String, url: String?, mayBeTold: Bool = false, activationToken: String? = nil,
            traceparent: String? = nil
        ) {
            (self.delivery, self.channel, self.user, self.owner) = (delivery, channel, user, owner)
            (self.lifetime, self.route, self.feature, self.url) = (lifetime, route, feature, url)
            (self.mayBeTold, self.activationToken, self.traceparent) = (mayBeTold, activationToken, traceparent)
        }
    }

    package let description: Description
    package let action: String
    package let inputs: [Value.Member]
    /// Who sent it, as far as a constraint can depend on it.
    package let caller: Caller
    /// Whose facts count when it is verified again.
    package let subject: Subject

    /// Makes a link of the action that was verified.
    ///
    /// *Throws*: for an action with a secret input.
    package init(_ proof: borrowing VerifiedActionBinding, _ description: Description) throws(DurableLinkError) {
        let action = proof.action
        guard !action.hasSecrets else {
            throw .secretInput(action: action.name)
        }
        self.init(description, action: action.name, inputs: proof.members, caller: proof.caller, subject: proof.subject)
    }

    /// Makes a link of what a row says.
    package init(
        _ description: Description, action: String, inputs: [Value.Member], caller: Caller, subject: Subject
    ) {
        (self.description, self.action, self.inputs) = (description, action, inputs)
        (self.caller, self.subject) = (caller, subject)
    }
}

/// A link that the ledger holds.
package struct KeptLink: Equatable, Sendable {
    package let link: DurableLink
    /// How long it may still wait; zero or less for one whose time is over.
    package let remaining: Duration
    /// Whether an app may have been told of it.
    package let wasTold: Bool
    /// Whether this run of the daemon wrote it, and not an earlier one.
    package let isOfThisRun: Bool

    /// Makes a link of what a row says.
    package init(_ link: DurableLink, remaining: Duration, wasTold: Bool, isOfThisRun: Bool) {
        (self.link, self.remaining, self.wasTold, self.isOfThisRun) = (link, remaining, wasTold, isOfThisRun)
    }

    /// The same link after it has waited for a while.
    package func after(_ waited: Duration) -> KeptLink {
        KeptLink(link, remaining: remaining - waited, wasTold: wasTold, isOfThisRun: isOfThisRun)
    }
}

/// Why a link is not written to the disk.
package enum DurableLinkError: Error, Equatable, CustomStringConvertible {
    /// The action has an input that is never written.
    case secretInput(action: String)

    /// *Shape*: the end of a sentence.
    package var description: String {
        switch self {
        case .secretInput(let action):
            "the action \(action) has a secret input, and secrets are never written to the disk"
        }
    }
}

/// All links that the ledger holds.
package struct KeptLinks: WingPart, Equatable {
    /// In the order in which they were sent.
    package var links: [KeptLink] = []
    /// Links in words of another version, or damaged; their rows stay until their time is over.
    ///
    /// *Units*: rows.
    package var unreadableCount = 0

    package init() {}
}
