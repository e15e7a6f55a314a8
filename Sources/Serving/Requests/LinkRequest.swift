import Features

/// A URL on its way through the daemon, with the caller and the subject of its request.
struct LinkRequest {
    let url: String
    let caller: Caller
    /// Whose facts count; the caller's own where nil.
    let subject: Subject?
    /// Whether the outcome is to carry timings.
    var isTimed = false
    /// Whose facts count.
    var holder: Subject { subject ?? caller.subject }
}
