import FactSources
import Features

/// Statuses of permissions that a program keeps itself; `notDetermined` where it said nothing.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
final class MemoryPermissions: PermissionSource {
    let name: String
    let lifetime = AnswerLifetime.announced
    var onChange: ((Subject?) -> Void)?
    private var statuses: [Subject: [Permission: PermissionStatus]] = [:]

    init(name: String = "program") {
        self.name = name
    }

    /// Says what a subject's status is; nil takes back what was said.
    func set(_ status: PermissionStatus?, of permission: Permission, for subject: Subject) {
        guard statuses[subject]?[permission] != status else { return }
        statuses[subject, default: [:]][permission] = status
        onChange?(subject)
    }

    func ask(
        _ permission: Permission, of subject: Subject, _ reply: @escaping (SourceReply<PermissionStatus>) -> Void
    ) {
        reply(.value(statuses[subject]?[permission] ?? .notDetermined))
    }
}
