/// An outcome as a client got it from a daemon that may be newer than the client.
///
/// Codes, kinds and remedies are sets that grow; classes are not. So the class is always known and decides how the
/// outcome is handled, the members are kept as they came, and the typed outcome exists where this program knows every
/// word in it. A code is never replaced by a similar one.
public struct ReceivedOutcome: Equatable, Sendable {
    /// The outcome as it came, members that this program does not know included.
    package let value: Value
    /// How to handle it.
    public let outcomeClass: OutcomeClass
    /// *Shape*: a stable dotted code as it came, `ok.performed` or `blocked.toggle.off`.
    public let code: String
    /// The same as one sentence for people.
    public let message: String
    /// The typed outcome; nil where it holds a word that this program does not know.
    package let outcome: Outcome?

    /// Reads the value of a reply's `outcome`.
    ///
    /// *Shape*: members that this program does not know are ignored; a word that it does not know leaves the typed
    /// outcome nil. Words are codes, statuses, kinds and actors; a class that is not known could not be handled at all.
    ///
    /// *Throws*: `field`, where class, code or message is missing, or a member has the wrong type.
    package init(_ value: Value) throws(FramingError) {
        var reader = try MemberReader(value, path: "outcome")
        var (code, message, outcomeClass) = ("", "", OutcomeClass.unknown)
        reader.member("code", &code, "")
        reader.member("message", &message, "")
        reader.member("class", &outcomeClass, "")
        if let failure = reader.failure { throw failure }
        self.value = value
        self.outcomeClass = outcomeClass
        self.code = code
        self.message = message
        do throws(FramingError) {
            outcome = try Outcome.read(value, at: "outcome")
        } catch .field(_, FramingError.knownWord) {
            outcome = nil
        }
    }

    /// True if the user or this program can carry out a remedy of every constraint that is not met.
    public var isActionable: Bool {
        let unsatisfied = (value["constraints"]?.elements ?? [])
            .filter { $0["status"]?.text == ConstraintReport.Status.unsatisfied.rawValue }
        return !unsatisfied.isEmpty
            && unsatisfied.allSatisfy { constraint in
                (constraint["remedies"]?.elements ?? []).contains { remedy in
                    let actor = remedy["actor"]?.text
                    return actor == Actor.client.rawValue || actor == Actor.user.rawValue
                }
            }
    }

    /// The command line's exit status for this outcome.
    package var exitStatus: Int32 {
        OutcomeCode.exitStatus(of: outcomeClass, actionable: isActionable)
    }
}
