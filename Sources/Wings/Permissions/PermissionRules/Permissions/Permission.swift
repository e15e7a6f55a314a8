import Links

/// A permission that the system or its user must have granted.
public struct Permission: Hashable, Sendable, CustomStringConvertible {
    /// When a program may know where it is.
    public enum LocationUsage: String, Sendable {
        case whenInUse
        case always
    }

    /// Taking pictures.
    public static let camera = Self(named: "camera")
    /// Recording sound.
    public static let microphone = Self(named: "microphone")
    /// The user's pictures.
    public static let photos = Self(named: "photos")
    /// All of the user's contacts.
    public static let contacts = Self(named: "contacts")
    /// The user's calendar.
    public static let calendarEvents = Self(named: "calendarEvents")
    /// The user's reminders.
    public static let reminders = Self(named: "reminders")
    /// Motion sensors.
    public static let motion = Self(named: "motion")
    /// Turning speech into text.
    public static let speechRecognition = Self(named: "speechRecognition")
    /// Devices nearby.
    public static let bluetooth = Self(named: "bluetooth")
    /// The user's music and films.
    public static let mediaLibrary = Self(named: "mediaLibrary")
    /// Being driven by a voice assistant.
    public static let siriKit = Self(named: "siriKit")

    /// Showing notices to the user.
    public static let notifications = Self(named: "notifications")
    /// Going on while no window of the program is open.
    public static let background = Self(named: "background")

    /// Knowing where the machine is; `always` includes `whenInUse`.
    public static func location(usage: LocationUsage) -> Self { Self(named: "location." + usage.rawValue) }

    /// Reading one kind of contacts.
    ///
    /// - Parameter entity: letters, digits, `-` and `_`.
    public static func contacts(entity: String) -> Self { Self(named: "contacts." + entity) }

    /// An action of polkit, by its id.
    public static func polkit(_ action: String) -> Self { Self(named: "polkit:" + action) }

    /// An entry of the desktop portal's permission store.
    public static func store(table: String, id: String) -> Self { Self(named: "store:" + table + "/" + id) }

    /// The names of the permissions without a parameter, as tables write them.
    package static let names = [
        camera, microphone, photos, location(usage: .whenInUse), location(usage: .always), contacts, calendarEvents,
        reminders, motion, speechRecognition, bluetooth, mediaLibrary, siriKit, notifications, background,
    ].map(\.description)

    /// What can stand for a permission, for suggestions: the names, and the forms of those with a parameter.
    package static let forms = names + ["polkit:ACTION", "store:TABLE/ID"]

    /// How a permission is written that the text begins as; nil where it is a misspelt name, if anything.
    package static func advice(onUnknown text: String) -> String? {
        if text.hasPrefix("polkit:") { return "a polkit action has dots: `polkit:org.example.action`" }
        return text.hasPrefix("store:") ? "it is written `store:TABLE/ID`" : nil
    }

    /// *Shape*: as route tables write it: one of the known names, `location.whenInUse`, or `polkit:ACTION`, or
    /// `store:TABLE/ID`.
    public let description: String

    /// Takes the name as it is; a parameter may have no meaning.
    private init(named name: String) { description = name }

    /// Reads a name; `location` alone means `location.whenInUse`.
    package init?(_ text: String) {
        self.init(named: text == "location" ? "location.whenInUse" : text)
        guard isKnown else { return nil }
    }

    /// Whether the name is known, and its parameter has a meaning.
    package var isKnown: Bool {
        Self.names.contains { $0.utf8.elementsEqual(description.utf8) } || Self.hasParameter(description)
    }

    /// The permission whose grant includes this one.
    package var includedIn: Permission? {
        description == "location.whenInUse" ? Self.always : nil
    }

    private static let always = location(usage: .always)

    private static func hasParameter(_ text: String) -> Bool {
        if text.hasPrefix("contacts.") { return isIdentifier(text.dropFirst(9)) }
        if text.hasPrefix("polkit:") {
            let parts = text.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
            return parts.count > 1 && parts.allSatisfy(isIdentifier)
        }
        if text.hasPrefix("store:") {
            let parts = text.dropFirst(6).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        }
        return false
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || $0.isAlphanumeric }
    }
}
