package import Contract
package import Features
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

extension Permission: ConstraintRule {
    package static let kind = ConstraintReport.Kind.permission
    package static let example = "permission camera denied"
    package static let form = "permission NAME STATUS"
    package static var unknown: FactValue? { .permission(.unknown) }
    package static let needsSource = true
    package static let isOfHost = false

    package var subject: String { description }
    package var keys: [FactKey] { [self, includedIn].compactMap { $0.map(FactKey.permission) } }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let fact = facts.status(of: answering(in: facts)) ?? (facts.isUnanswered(FactKind(Self.self)) ? .unknown : nil)
        if fact == nil, facts.lacksSource(.permission(self)) {
            return .unsatisfied(.permissionUnsupported, ConstraintReport.noSource, fromFact: false)
        }
        return switch fact ?? .notDetermined {
        case .authorized: .satisfied("authorized", fromFact: true)
        case .denied: .unsatisfied(.permissionDenied, "denied", fromFact: true)
        case .restricted: .unsatisfied(.permissionRestricted, "restricted", fromFact: true)
        case .unsupported: .unsatisfied(.permissionUnsupported, "unsupported", fromFact: true)
        case .notDetermined: .unsatisfied(.permissionNotDetermined, "notDetermined", fromFact: fact != nil)
        case .unknown: .undetermined(30)
        }
    }

    /// Whose fact answers for this permission: its own, or the wider one's grant where this one itself was not refused, since
    /// sources that contradict each other grant nothing.
    ///
    /// What an operator puts in its place counts, whatever it is.
    private func answering(in facts: SubjectFacts) -> Permission {
        guard let wider = includedIn else { return self }
        if facts[.permission(self)]?.evidence?.isOverride == true { return self }
        switch facts.status(of: self) {
        case .authorized, .denied, .restricted, .unsupported: return self
        case .notDetermined, .unknown, nil: return facts.status(of: wider) == .authorized ? wider : self
        }
    }

    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        [facts[.permission(answering(in: facts))]?.evidence].compactMap(\.self)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        switch code {
        case .permissionUnsupported where facts.lacksSource(.permission(self)):
            [
                remedy(
                    .contactAdministrator, .administrator,
                    "The administrator can change the table: this host has no source for \(description).")
            ]
        case .permissionRestricted:
            [remedy(.contactAdministrator, .administrator, "The administrator can allow \(description).")]
        case .permissionDenied: [openSettings]
        case .permissionNotDetermined:
            [remedy(.requestPermissions, .client, "The program can ask the user for \(description).")]
        default: []
        }
    }

    private func remedy(_ kind: Remedy.Kind, _ actor: Actor, _ message: String) -> Remedy {
        Self.remedy(kind, actor, "permission", description, message)
    }

    private var openSettings: Remedy {
        var remedy = remedy(.openSettings, .user, "The user can allow \(description) in the settings.")
        remedy.arguments.append(.init("target", .string(settings)))
        return remedy
    }

    /// Where the settings have it: the permission store of the desktop, the rules of polkit, or a page about privacy.
    ///
    /// *Shape*: `privacy/location`, `polkit/ACTION`, `store/TABLE/ID`.
    private var settings: String {
        if let place = description.firstIndex(of: ":") {
            return description[..<place] + "/" + description[description.index(after: place)...]
        }
        return "privacy/" + description.prefix { $0 != "." }
    }

    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? {
        Permission(key.name).flatMap { catalogue.permissionOrigins[$0] }?.innermost
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [
            MatrixAxis(
                .permission(self), values: PermissionStatus.allCases.map { ($0.rawValue, .permission($0)) })
        ]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        guard let permission = Permission(name) else {
            throw .badName("there is no permission `\(name)`", .suggestion(for: name, among: names))
        }
        draft.facts[.permission(permission)] = .permission(try PermissionStatus(status: status))
    }
}

extension Permission: SourcedRule {
    package static var words: [String] { PermissionStatus.allCases.filter { $0 != .unknown }.map(\.rawValue) }
    /// A user without a file was not asked yet.
    package static var valueWithoutFile: FactValue? { .permission(.notDetermined) }
    /// Evidence names what the table asks for, so that an operator sees what the host does not have.
    package static var valueWithoutAdapter: FactValue? { .permission(.unsupported) }

    package static func value(ofWord word: String) -> FactValue? { words.contains(word) ? value(word) : nil }

    package static func parameters(of name: String, for subject: Subject) -> [Value.Member] {
        [.init("permission", .string(name)), .init("subject", .string(subject.description))]
    }

    package static func read(_ answer: Value, for key: FactKey) -> SourceReply {
        read(answer, "status", of: "a permission", unknown: PermissionStatus.unknown) {
            .facts([key: .permission($0)], note: answer["reason"]?.text)
        }
    }

    private static func value(_ word: String) -> FactValue? {
        PermissionStatus(rawValue: word).map(FactValue.permission)
    }
}

extension Permission: KeptRule {
    /// What the user said.
    package static let rowWord: String? = "consent"
    package static let settingWord: String? = "permission"
    package static let answerBook: String? = "consent"

    package static func key(ofRow name: String) -> FactKey? { Permission(name).map(FactKey.permission) }

    package static func word(of value: FactValue, isSetting: Bool) -> String? {
        guard let status = value.permission else { return nil }
        if isSetting { return status == .unknown ? nil : status.rawValue }
        return consents.first { $0.value == status }?.key
    }

    package static func value(ofRow word: String, isSetting: Bool, dates: RowDates) -> FactValue? {
        isSetting ? value(word) : consents[word].map(FactValue.permission)
    }

    private static let consents: [String: PermissionStatus] = ["granted": .authorized, "denied": .denied]
}

extension FactKind {
    /// Permissions.
    package static var permission: Self { Self(Permission.self) }
}

extension FactKey {
    /// The status of a permission.
    package static func permission(_ permission: Permission) -> Self { Self(.permission, permission.description) }
}

extension FactValue {
    /// The status of a permission.
    package static func permission(_ status: PermissionStatus) -> Self { .content(status) }

    /// The status of a permission; nil for other facts.
    package var permission: PermissionStatus? { content(as: PermissionStatus.self) }
}

extension Constraint {
    /// The permission must be authorized.
    package static func permission(_ permission: Permission) -> Self { Self(permission) }
}

extension SubjectFacts {
    /// The status of a permission, without its wider ones; nil if no source has said anything.
    func status(of permission: Permission) -> PermissionStatus? { self[.permission(permission)]?.value.permission }
}
