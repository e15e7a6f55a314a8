/// Why the subject that a call names does not count.
enum SubjectError: Error, Equatable {
    /// The text is no subject.
    case malformed
    /// The caller may not speak for another.
    case notDelegated
}
