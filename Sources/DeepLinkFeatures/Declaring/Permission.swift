import Features

/// Something that the system or its user must have allowed.
public struct Permission: Hashable, Sendable, CustomStringConvertible {
    /// When a program may know where it is.
    public enum LocationUsage: String, Sendable {
        case whenInUse
        case always
    }

    /// *Shape*: as route tables write it, `location.whenInUse`.
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// The permission that the verifier knows, which is none where a parameter has no possible meaning.
    var known: Features.Permission? { Features.Permission(description) }

    init(_ permission: Features.Permission) {
        description = permission.description
    }

    /// Taking pictures.
    public static let camera = Self("camera")
    /// Recording sound.
    public static let microphone = Self("microphone")
    /// The user's pictures.
    public static let photos = Self("photos")
    /// All of the user's contacts.
    public static let contacts = Self("contacts")
    /// The user's calendar.
    public static let calendarEvents = Self("calendarEvents")
    /// The user's reminders.
    public static let reminders = Self("reminders")
    /// Motion sensors.
    public static let motion = Self("motion")
    /// Turning speech into text.
    public static let speechRecognition = Self("speechRecognition")
    /// Devices nearby.
    public static let bluetooth = Self("bluetooth")
    /// The user's music and films.
    public static let mediaLibrary = Self("mediaLibrary")
    /// Being driven by a voice assistant.
    public static let siriKit = Self("siriKit")

    /// Knowing where the machine is; `always` includes `whenInUse`.
    public static func location(usage: LocationUsage) -> Self { Self("location." + usage.rawValue) }

    /// Reading one kind of contacts.
    ///
    /// - Parameter entity: letters, digits, `-` and `_`.
    public static func contacts(entity: String) -> Self { Self("contacts." + entity) }

    /// An action of polkit, by its id.
    public static func polkit(_ action: String) -> Self { Self("polkit:" + action) }

    /// An entry of the desktop portal's permission store.
    public static func store(table: String, id: String) -> Self { Self("store:" + table + "/" + id) }
}
