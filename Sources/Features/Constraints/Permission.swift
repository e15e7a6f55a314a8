package import Contract

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

extension Permission: ConstraintRule {
    package static let kind = ConstraintReport.Kind.permission
    package static let example = "permission camera denied"
    package static let form = "permission NAME STATUS"

    package var subject: String { description }
    package var keys: [FactKey] { [self, includedIn].compactMap { $0.map(FactKey.permission) } }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let fact = facts.status(of: answering(in: facts)) ?? (facts.isUnanswered(.permission) ? .unknown : nil)
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
        case .permissionRestricted: [Self.remedy(.contactAdministrator, .administrator, "permission", description)]
        case .permissionDenied: [Self.remedy(.openSettings, .user, "permission", description)]
        case .permissionNotDetermined: [Self.remedy(.requestPermissions, .client, "permission", description)]
        default: []
        }
    }

    package func axes(among all: [Constraint]) -> [MatrixAxis] {
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

extension UInt8 {
    fileprivate static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
