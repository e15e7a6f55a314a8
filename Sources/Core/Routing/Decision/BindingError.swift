/// The reason why a binding that a client names is not performed.
package enum BindingError: Error, Equatable {
    /// It was used, forgotten, or never given out.
    case unknown
    /// Another connection got it.
    case foreign
    /// Its time is over.
    case expired
    /// The table or the facts have moved since it was verified.
    case stale
}
