/// The intake's switch at a start without a readable ledger, as a table sets it.
package enum IntakeWithoutLedger: String, CaseIterable, Sendable {
    /// Links are opened, though an operator may have switched the intake off.
    case on
    /// Links are refused until an operator switches the intake on.
    case off
    /// Links are answered `pending.undetermined`.
    case undetermined
}
