package import Contract

/// The refusal of a parameter of a call.
package enum ParameterError: Error, Equatable {
    /// Its value has no meaning here.
    case invalid(Parameter)
    /// The caller may not name that subject.
    case notDelegated
    /// It names a feature while no table is in force.
    case noTable
}
