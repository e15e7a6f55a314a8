/// What a call is answered with; the first seven cases belong to the methods of the same meaning.
package enum Reply: Equatable, Sendable {
    /// `Open` and `Perform`.
    case outcome(Outcome)
    /// `Verify`; binding and expiry are present together, with class `ok` only.
    case verified(Outcome, binding: String?, expiresAfterMs: Int64?)
    /// `Explain`; candidates are present only where the call asked for them.
    case explained(Outcome, candidates: [CandidateReport]?)
    /// `List`: one page; `next` is the path of its last feature where there are more.
    case features([FeatureReport], next: String? = nil)
    case feature(FeatureReport)
    /// One answer of `Watch`: the features that are not as they were, and the paths of those that are gone.
    case watched([FeatureReport], removed: [String])
    /// `SetToggle` and `SetRuntime`.
    case switched(isDurable: Bool)
    case status(StatusReport)
    case reloaded(ReloadReport)
    /// `Override`; nil where an override ended.
    case overridden(endsAfterMs: Int64?)
    /// `Backup`.
    case backedUp
    /// `GetInfo`; the interfaces are all of `Interface`.
    case service(ServiceDescription)
    /// `GetInterfaceDescription`.
    case interface(Interface)
    /// The error of `Reload`: every diagnostic of the table that was not put in force.
    case badTable([DiagnosticReport])
    /// The error of `Override`: what is wrong with the fact, as the reader of `with` lines says it.
    case badFact([DiagnosticReport])
    /// The error of `Override` where the table does not say `profile development`.
    case notDevelopment
    /// The error of whatever the ledger was to keep or to copy, and of which interface's method.
    case notKept(Interface, code: String, reason: String)
    case failure(VarlinkError)

    /// The full name of the error that `badTable` is on the wire.
    package static let badTableName = "io.deeplinkd.Monitor.BadTable"
    package static let badFactName = "io.deeplinkd.Monitor.BadFact"
    package static let notDevelopmentName = "io.deeplinkd.Monitor.NotDevelopment"

    /// The full name of the error that `notKept` is on the wire.
    package static func notKeptName(_ interface: Interface) -> String { interface.rawValue + ".NotKept" }
}
