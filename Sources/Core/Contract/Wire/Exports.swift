// Re-exports Varlink. Outcomes carry values, and replies are refused with the errors of the protocol: to read either
// takes their members. So each file of this target, and each file that imports it, sees Varlink.
@_exported public import Varlink
