/// The token that lets an app raise its window on a click in another program: launchers pass it on in a variable of the
/// environment, and calls of `Open` as `activationToken`.
package enum ActivationToken {
    /// The variables that may have a token, in the order in which they count: that of Wayland, and that of X11.
    package static let variables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Whether a text can be a token: apps put it into their environment, so it is short and has printable ASCII alone.
    package static func isValid(_ text: String) -> Bool {
        (1...Limits.activationTokenBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The token of an environment; nil where no variable has a valid one.
    package static func first(in environment: [String: String]) -> String? {
        variables.lazy.compactMap { environment[$0] }.first(where: isValid)
    }
}
