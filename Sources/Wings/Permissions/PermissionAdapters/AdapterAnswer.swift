// The answer of an adapter about a permission, and the one place that turns troubles into answers:
//
//     the library, the bus or the service was never there        unsupported: nothing on this machine provides it
//     the service answered before, and does not any more         failed: the permission is unknown, and nothing is granted
//
// A note is shown to the user that is refused. So it names no address and no path of the host; those are in a failure's
// reason, which operators alone see.

internal import Contract
internal import FactSources
internal import Features
import PermissionRules
internal import SystemBus

/// The answer about one permission of one subject.
enum AdapterAnswer: Equatable {
    /// *Shape*: `note` is a sentence with its full stop.
    case status(PermissionStatus, note: String? = nil)
    case undetermined(reason: String)
    case failed(reason: String)

    /// The same, for whom the question is from.
    func reply(to key: FactKey) -> SourceReply {
        switch self {
        case .status(let status, let note): .facts([key: .permission(status)], note: note)
        case .undetermined(let reason): .undetermined(reason: reason)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}

extension BusError {
    /// Why a question that a service was to ask a person has no answer.
    ///
    /// *Shape*: a sentence for the caller, which names no path of the host.
    func sentence(about service: String) -> String {
        switch self {
        case .libraryMissing: "libsystemd, which \(service) is asked with, is not installed."
        case .addressUnusable, .noBus: "There is no message bus to ask \(service) by."
        case .lost: "The message bus ended while \(service) asked."
        case .late: "\(service) did not answer in time."
        case .refused("org.freedesktop.DBus.Error.NoReply", _, _): "\(service) ended while it asked."
        case .refused where isServiceMissing: "\(service) does not run."
        case .refused: "\(service) refused to ask."
        case .tooLarge, .unreadable: "\(service) answered with something else than an answer."
        case .tooManyCalls, .unsendable, .unwritable, .failed: "\(service) could not be asked."
        }
    }

    /// What a call without an answer says about a permission.
    ///
    /// - Parameters:
    ///   - service: as a note names it: `polkit`.
    ///   - isKnown: whether the service has answered before.
    func answer(of service: String, isKnown: Bool) -> AdapterAnswer {
        switch self {
        case .libraryMissing:
            .status(.unsupported, note: "libsystemd, which \(service) is asked with, is not installed.")
        case .addressUnusable,
            .noBus where !isKnown:
            .status(.unsupported, note: "This machine has no message bus to ask \(service) by.")
        case .refused where isServiceMissing && !isKnown:
            .status(.unsupported, note: "\(service) is not installed on this machine.")
        case .noBus, .lost, .late, .refused, .tooLarge, .unreadable, .tooManyCalls, .unsendable, .unwritable, .failed:
            .failed(reason: "\(service): \(self)")
        }
    }
}
