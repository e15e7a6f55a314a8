// Outcomes carry values, and replies are refused with the errors of the protocol: to read either takes their members. Every
// file of this target, and every file that imports it, sees Varlink.
@_exported public import Varlink
