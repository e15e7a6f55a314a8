import Authorising
import Features

/// What has the system ask a person: polkit's agent for example.
///
/// *Owner/thread*: the loop's thread.
struct SystemPrompter {
    /// Ends a question that is shown.
    typealias Cancel = () -> Void

    /// Whether the system asks for a permission of that origin by itself.
    var canAsk: (PermissionOrigin) -> Bool = { _ in false }
    /// Has the person of the caller asked, and calls back once, maybe at once; not after the question was cancelled.
    ///
    /// The result says how the question ended; whether the permission is granted is what its source says afterwards.
    var ask: (PermissionOrigin, Caller, _ then: @escaping (PromptResult) -> Void) -> Cancel = { _, _, then in
        then(.failed("The system cannot ask for this permission."))
        return {}
    }
}
