// Value types that programs share with the verifier. Each is declared once, in a target that programs do not import.

@_exported public import struct Contract.ConstraintReport
@_exported public import struct Contract.ConstraintStatus
@_exported public import struct Contract.RemedyReport
@_exported public import enum Features.Profile
@_exported public import enum Features.Subject
@_exported public import struct PermissionRules.Permission
@_exported public import enum PermissionRules.PermissionStatus
@_exported public import struct PurchaseRules.Product
@_exported public import enum PurchaseRules.PurchaseState
@_exported public import enum Varlink.Value
