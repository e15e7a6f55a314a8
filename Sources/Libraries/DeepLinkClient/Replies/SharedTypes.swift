// The types that the daemon's replies are made of, for example the report that `channels()` returns. Each is declared once,
// in a target that programs do not import.

@_exported public import struct ChannelWire.ChannelReport
@_exported public import struct ChannelWire.DeliveredLink
@_exported public import struct Contract.CachedAnswer
@_exported public import struct Contract.CandidateReport
@_exported public import struct Contract.CheckReport
@_exported public import struct Contract.ConstraintReport
@_exported public import struct Contract.ConstraintStatus
@_exported public import struct Contract.DiagnosticReport
@_exported public import struct Contract.Execution
@_exported public import struct Contract.FeatureReport
@_exported public import struct Contract.InsteadReport
@_exported public import struct Contract.LinkFault
@_exported public import enum Contract.OutcomeClass
@_exported public import struct Contract.ReceivedOutcome
@_exported public import struct Contract.ReloadReport
@_exported public import struct Contract.RemedyReport
@_exported public import struct Contract.RouteReport
@_exported public import struct Contract.TimelineEntryReport
@_exported public import struct PermissionWire.CompletionReport
@_exported public import struct PermissionWire.ConsentReport
@_exported public import enum PermissionWire.PermissionAnswer
@_exported public import enum PermissionWire.QuestionPace
@_exported public import struct PurchaseWire.IngestedLicence
@_exported public import struct PurchaseWire.LicenceReport
@_exported public import struct PurchaseWire.ProductChange
@_exported public import struct PurchaseWire.ProductReport
@_exported public import struct PurchaseWire.PurchaseReport
@_exported public import struct PurchaseWire.PurchasesReport
@_exported public import struct PurchaseWire.RestoreReport
@_exported public import struct PurchaseWire.TrialReport
@_exported public import enum Varlink.Value
