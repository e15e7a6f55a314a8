package import Features

/// Statuses of permissions that a program keeps itself; `notDetermined` where it said nothing.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
package final class MemoryPermissions: PermissionSource {
    package let name: String
    package let lifetime = AnswerLifetime.announced
    package var onChange: ((Subject?) -> Void)?
    private var statuses: [Subject: [Permission: PermissionStatus]] = [:]

    package init(name: String = "program") {
        self.name = name
    }

    /// Says what a subject's status is; nil takes back what was said.
    package func set(_ status: PermissionStatus?, of permission: Permission, for subject: Subject) {
        guard statuses[subject]?[permission] != status else { return }
        statuses[subject, default: [:]][permission] = status
        onChange?(subject)
    }

    package func ask(
        _ permission: Permission, of subject: Subject, _ reply: @escaping (SourceReply<PermissionStatus>) -> Void
    ) {
        reply(.value(statuses[subject]?[permission] ?? .notDetermined))
    }
}
