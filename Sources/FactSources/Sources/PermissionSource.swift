package import Features

/// Knows the status of permissions.
package protocol PermissionSource: FactSource {
    /// Told that statuses may have changed, of one subject or, with nil, of anybody; set by whoever asks.
    var onChange: ((Subject?) -> Void)? { get set }

    /// Asks for the status of one permission of one subject, without prompting anybody.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func ask(
        _ permission: Permission, of subject: Subject, _ reply: @escaping (SourceReply<PermissionStatus>) -> Void)
}
