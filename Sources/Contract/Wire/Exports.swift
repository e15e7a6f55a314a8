// Outcomes carry values, and replies are refused with the errors of the protocol: to read either takes their members.
@_exported public import Varlink
