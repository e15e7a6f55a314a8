// The order in which to remove the obstacles to a feature. The dispatcher already has this order: a refusal offers the
// remedies that are possible now and withholds the rest. A program with its own screen for each case asks in the same
// order, and at last asks the user for the permissions; then it does what the user wanted to do in the first place.

import DeepLinkFeatures

let attachments = Product("attachments", name: "Photo attachments", kind: .oneTime)

enum PhotoAttachmentsFeature: ConditionalFeature {
    static let description = "Photos in messages"
    static let showPhotoSelection = action(ShowPhotoSelection.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.photos, .camera)
        requirements.purchase(attachments)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(showPhotoSelection)
    }
}

enum ShowPhotoSelection: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {
        presenter.show("choose a photo")
    }
}

/// The part of a program that shows things.
final class PhotoScreen {
    private let dispatcher: Dispatcher
    private let screen = Screen()
    private var permissionController: PermissionAuthorisationController?

    init(dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    func selectPhoto() {
        if let binding = dispatcher.request(PhotoAttachmentsFeature.showPhotoSelection).binding() {
            do {
                try binding.perform(presenter: screen)
            } catch {
                screen.show("\(error)")
            }
        } else {
            handleUnsatisfiedConstraints(
                of: PhotoAttachmentsFeature.self, retry: { [weak self] in self?.selectPhoto() })
        }
    }

    func handleUnsatisfiedConstraints<FeatureType: ConditionalFeature>(
        of feature: FeatureType.Type, retry: @escaping () -> Void
    ) {
        let status = dispatcher.status(of: feature)
        // First the obstacles that no user here can remove: otherwise a user may buy what they cannot use.
        if !status.permissions.restricted.isEmpty {
            screen.show("restricted by a policy: \(list(status.permissions.restricted))")
        } else if !status.purchases.requiredToUnlock.isEmpty {
            screen.show("to be bought: \(status.purchases.requiredToUnlock.map(\.name).joined(separator: ", "))")
        } else if !status.permissions.denied.isEmpty {
            screen.show("to be allowed in the settings: \(list(status.permissions.denied))")
        } else if !status.permissions.notDetermined.isEmpty {
            permissionController = feature.permissionAuthorisationController(using: self, in: dispatcher)
            permissionController?.begin(retryHandler: retry)
        }
    }

    private func list(_ permissions: [Permission]) -> String {
        permissions.map(\.description).joined(separator: ", ")
    }
}

extension PhotoScreen: PermissionAuthorisationCoordinator {
    func willBegin(_ permissions: [Permission], answer: @escaping (AuthorisationOrder) -> Void) {
        screen.show("to be asked for: \(list(permissions))")
        answer(.ask(permissions.sorted { $0.description < $1.description }))
    }

    func willRequest(_ permission: Permission, answer: @escaping (AuthorisationChoice) -> Void) {
        // A real card has buttons, and the answer comes with one of them: "OK", "Ask me later", "Cancel".
        screen.show("you are going to attach a photo: please allow \(permission)")
        answer(.request)
    }

    func didRequest(
        _ permission: Permission, status: PermissionStatus, answer: @escaping (AuthorisationContinuation) -> Void
    ) {
        answer(status == .authorized ? .next : .cancel)
    }

    func didComplete(_ authorisation: PermissionAuthorisation) {
        let outstanding = list(authorisation.outstanding)
        screen.show("asked: \(authorisation.end)" + (outstanding.isEmpty ? "" : ", outstanding \(outstanding)"))
    }
}

/// What knows the permissions of this machine, and asks for them; here the user says yes to all but one.
final class Prompts: PermissionAdapter {
    let name = "prompts"
    let permissions: [Permission] = [.photos, .camera]
    private var statuses: [Permission: PermissionStatus] = [:]
    private let announcers = FactAnnouncers()
    /// What the user says no to.
    var refused: Permission?

    func change(_ permission: Permission, to status: PermissionStatus) {
        statuses[permission] = status
        announcers.announce()
    }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
        statuses[permission] ?? .notDetermined
    }

    func request(_ permission: Permission, for subject: Subject, completion: @escaping () -> Void) {
        print("  ? the system asks for \(permission)")
        statuses[permission] = permission == refused ? .denied : .authorized
        completion()
    }
}
