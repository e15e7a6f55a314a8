package import Contract

/// The words for one condition of a feature, as a part of a sentence: *your switch “Opens recipes” is off*.
package enum ConstraintWords {
    /// The words for the state of the condition.
    package static func text(of constraint: ConstraintReport) -> String {
        switch constraint.status {
        case .satisfied: met(constraint)
        case .unsatisfied: missing(constraint)
        case .undetermined: "it is not known at the moment whether " + met(constraint)
        case .inactive: "nothing is needed of your computer"
        }
    }

    private static func met(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "your computer is supported"
        case .profile: "it is for this installation"
        case .program: "the program that it needs is there"
        case .runtime: "it is switched on for everyone"
        case .caller: "you are allowed to open it"
        case .permission: "you allow \(permission(constraint.subject))"
        case .toggle: "\(toggle(constraint)) is on"
        case .purchase: "you have what has to be bought"
        case .confirmation: "you have confirmed this link"
        }
    }

    private static func missing(_ constraint: ConstraintReport) -> String {
        switch constraint.kind {
        case .platform: "your computer is not supported"
        case .profile: "it is not for this installation"
        case .program: "a program that it needs is missing"
        case .runtime: "it is switched off for everyone"
        case .caller: "you are not allowed to open it"
        case .permission: permission(constraint)
        case .toggle: "\(toggle(constraint)) is off"
        case .purchase:
            "you need \(constraint.remedies.lazy.compactMap { RemedyWords($0).products }.first ?? "a purchase")"
        case .confirmation: "you have not confirmed this link"
        }
    }

    private static func permission(_ constraint: ConstraintReport) -> String {
        let name = permission(constraint.subject)
        return switch constraint.code {
        case .permissionDenied: "you do not allow \(name)"
        case .permissionRestricted: "your administrator does not allow \(name)"
        case .permissionUnsupported: "your computer does not offer \(name)"
        default: "you have not allowed \(name) yet"
        }
    }

    private static func toggle(_ constraint: ConstraintReport) -> String {
        constraint.remedies.lazy.compactMap { RemedyWords($0).toggle }.first ?? "your switch"
    }

    /// A permission as people call it: `the camera` for `camera`.
    ///
    /// *Source*: the names of `Permission` in PermissionRules. Those of polkit's actions and of stores have no words of
    /// their own.
    package static func permission(_ name: String) -> String {
        switch name.prefix(while: { $0 != "." && $0 != ":" }) {
        case "camera": "the camera"
        case "microphone": "the microphone"
        case "photos": "your photos"
        case "location": "your location"
        case "contacts": "your contacts"
        case "calendarEvents": "your calendar"
        case "reminders": "your reminders"
        case "motion": "your motion sensors"
        case "speechRecognition": "speech recognition"
        case "bluetooth": "Bluetooth"
        case "mediaLibrary": "your music and films"
        case "siriKit": "the voice assistant"
        case "notifications": "notifications"
        case "background": "running in the background"
        default: "a permission of your system"
        }
    }
}
