/// The name of something that the system or its user must have allowed.
///
/// *Shape*: one of the known names, `location.whenInUse`, or `polkit:ACTION`, or `store:TABLE/ID`.
package struct Permission: Hashable, Sendable, CustomStringConvertible {
    /// The permissions without a parameter, as tables write them.
    package static let names = [
        "camera", "microphone", "photos", "location.whenInUse", "location.always", "contacts", "calendarEvents",
        "reminders", "motion", "speechRecognition", "bluetooth", "mediaLibrary", "siriKit",
    ]

    package let description: String

    /// Reads a name; `location` alone means `location.whenInUse`.
    package init?(_ text: String) {
        if text == "location" {
            description = "location.whenInUse"
        } else if Self.names.contains(where: { $0.utf8.elementsEqual(text.utf8) }) || Self.hasParameter(text) {
            description = text
        } else {
            return nil
        }
    }

    /// The permission whose grant includes this one.
    package var includedIn: Permission? {
        description == "location.whenInUse" ? Self.always : nil
    }

    private static let always = Permission("location.always")

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
        !text.isEmpty && text.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || UInt8.isAlphanumeric($0) }
    }
}

extension UInt8 {
    fileprivate static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
