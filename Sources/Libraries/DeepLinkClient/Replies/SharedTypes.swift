// The types that the daemon's replies are made of, for example the report that `channels()` returns. Each is declared once,
// in a target that programs do not import.

@_exported public import struct Contract.CandidateReport
@_exported public import struct Contract.ChannelReport
@_exported public import struct Contract.CompletionReport
@_exported public import struct Contract.DeliveredLink
@_exported public import struct Contract.Execution
@_exported public import struct Contract.FeatureReport
@_exported public import struct Contract.IngestedLicence
@_exported public import struct Contract.LicenceReport
@_exported public import enum Contract.OutcomeClass
@_exported public import enum Contract.PermissionAnswer
@_exported public import struct Contract.ProductChange
@_exported public import struct Contract.ProductReport
@_exported public import struct Contract.PurchaseReport
@_exported public import struct Contract.PurchasesReport
@_exported public import enum Contract.QuestionPace
@_exported public import struct Contract.ReceivedOutcome
@_exported public import struct Contract.RestoreReport
@_exported public import struct Contract.TrialReport
@_exported public import enum Varlink.Value
