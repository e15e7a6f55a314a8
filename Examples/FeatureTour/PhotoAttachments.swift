// The order in which to remove the obstacles to a feature. The dispatcher already has this order: a refusal offers the
// remedies that are possible now and withholds the rest. A program with its own screen for each case asks in the same
// order.

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
struct PhotoScreen {
    let dispatcher: Dispatcher
    let screen = Screen()

    func selectPhoto() throws {
        if let binding = dispatcher.request(PhotoAttachmentsFeature.showPhotoSelection).binding() {
            try binding.perform(presenter: screen)
        } else {
            handleUnsatisfiedConstraints(of: PhotoAttachmentsFeature.self)
        }
    }

    func handleUnsatisfiedConstraints<FeatureType: ConditionalFeature>(of feature: FeatureType.Type) {
        let status = dispatcher.status(of: feature)
        // First the obstacles that no user here can remove: otherwise a user may buy what they cannot use.
        if !status.permissions.restricted.isEmpty {
            screen.show("restricted by a policy: \(list(status.permissions.restricted))")
        } else if !status.purchases.requiredToUnlock.isEmpty {
            screen.show("to be bought: \(status.purchases.requiredToUnlock.map(\.name).joined(separator: ", "))")
        } else if !status.permissions.denied.isEmpty {
            screen.show("to be allowed in the settings: \(list(status.permissions.denied))")
        } else if !status.permissions.notDetermined.isEmpty {
            screen.show("to be asked for: \(list(status.permissions.notDetermined))")
        }
    }

    private func list(_ permissions: [Permission]) -> String {
        permissions.map(\.description).joined(separator: ", ")
    }
}
