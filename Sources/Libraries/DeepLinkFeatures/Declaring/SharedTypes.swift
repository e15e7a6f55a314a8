// Value types that programs share with the verifier. Each is declared once, in a target that programs do not import.

@_exported public import struct Contract.ConstraintReport
@_exported public import struct Features.Permission
@_exported public import enum Features.PermissionStatus
@_exported public import struct Features.Product
@_exported public import enum Features.PurchaseState
@_exported public import enum Features.Subject
