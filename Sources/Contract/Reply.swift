/// What a call is answered with; the first seven cases belong to the methods of the same meaning.
package enum Reply: Equatable, Sendable {
    /// `Open` and `Perform`.
    case outcome(Outcome)
    /// `Verify`; binding and expiry are present together, with class `ok` only.
    case verified(Outcome, binding: String?, expiresAfterMs: Int64?)
    /// `Explain`; candidates are present only where the call asked for them.
    case explained(Outcome, candidates: [CandidateReport]?)
    case features([FeatureReport])
    case feature(FeatureReport)
    case status(StatusReport)
    case reloaded(ReloadReport)
    /// `GetInfo`; the interfaces are all of `Interface`.
    case service(ServiceDescription)
    /// `GetInterfaceDescription`.
    case interface(Interface)
    /// The error of `Reload`: every diagnostic of the table that was not put in force.
    case badTable([DiagnosticReport])
    case failure(VarlinkError)

    /// The full name of the error that `badTable` is on the wire.
    package static let badTableName = "io.deeplinkd.Monitor.BadTable"
}
