internal import Conf
package import Contract
package import Features

/// A permission that a feature requires, with what it is used for.
package struct PermissionRequirement: Equatable, Sendable {
    package let permission: Permission
    /// One sentence for the person who is asked, such as *To record your clip*; nil if the table does not say.
    package let usage: LocalizedText?

    /// Makes a requirement.
    package init(_ permission: Permission, usage: LocalizedText? = nil) {
        (self.permission, self.usage) = (permission, usage)
    }
}

extension PermissionRequirement: ConstraintRule {
    package static let kind = ConstraintReport.Kind.permission
    package static let example = "permission camera denied"
    package static let form = "permission NAME STATUS"
    package static var unknown: FactValue? { .permission(.unknown) }
    package static let needsSource = true
    package static let isOfHost = false

    package var subject: String { permission.description }
    package var condition: String { "permission " + subject }
    package var declaration: String {
        condition + (usage.map { " " + $0.written } ?? "")
    }
    package var keys: [FactKey] { [permission, permission.includedIn].compactMap { $0.map(FactKey.permission) } }

    /// An ancestor's constraint requires the same permission, whatever it says of its use.
    package func isImplied(by inherited: any ConstraintRule) -> Bool {
        (inherited as? Self)?.permission == permission
    }

    /// The table's sentence for the permission, where the feature has none of its own.
    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        Self(permission, usage: usage ?? catalogue.permissionUsages[permission])
    }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let fact = facts.status(of: answering(in: facts)) ?? (facts.isUnanswered(FactKind(Self.self)) ? .unknown : nil)
        if fact == nil, facts.lacksSource(.permission(permission)) {
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
        guard let wider = permission.includedIn else { return permission }
        if facts[.permission(permission)]?.evidence?.isOverride == true { return permission }
        switch facts.status(of: permission) {
        case .authorized, .denied, .restricted, .unsupported: return permission
        case .notDetermined, .unknown, nil: return facts.status(of: wider) == .authorized ? wider : permission
        }
    }

    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        [facts[.permission(answering(in: facts))]?.evidence].compactMap(\.self)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        switch code {
        case .permissionUnsupported where facts.lacksSource(.permission(permission)):
            [
                remedy(
                    .contactAdministrator, .administrator,
                    "The administrator can change the table: this host has no source for \(subject).")
            ]
        case .permissionRestricted:
            [remedy(.contactAdministrator, .administrator, "The administrator can allow \(subject).")]
        case .permissionDenied: [openSettings]
        case .permissionNotDetermined:
            [explained(remedy(.requestPermissions, .client, "The program can ask the user for \(subject)."))]
        default: []
        }
    }

    private func remedy(_ kind: Remedy.Kind, _ actor: Actor, _ message: String) -> Remedy {
        Self.remedy(kind, actor, "permission", subject, message)
    }

    /// A remedy with what the permission is used for.
    private func explained(_ remedy: Remedy) -> Remedy {
        guard let usage else { return remedy }
        var remedy = remedy
        remedy.arguments.append(.init(Self.usageArgument, .string(usage.plain)))
        return remedy
    }

    private static let usageArgument = "usage"

    package var isTranslated: Bool { usage?.isTranslated ?? false }

    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {
        guard let usage, remedy.argument("permission")?.text == subject else { return }
        remedy.replace(Self.usageArgument, by: .string(usage.text(in: languages)))
    }

    private var openSettings: Remedy {
        var remedy = remedy(.openSettings, .user, "The user can allow \(subject) in the settings.")
        remedy.arguments.append(.init("target", .string(settings)))
        return explained(remedy)
    }

    /// Where the settings have it: the permission store of the desktop, the rules of polkit, or a page about privacy.
    ///
    /// *Shape*: `privacy/location`, `polkit/ACTION`, `store/TABLE/ID`.
    private var settings: String {
        if let place = subject.firstIndex(of: ":") {
            return subject[..<place] + "/" + subject[subject.index(after: place)...]
        }
        return "privacy/" + subject.prefix { $0 != "." }
    }

    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? {
        Permission(key.name).flatMap { catalogue.permissionOrigins[$0] }?.innermost
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [
            MatrixAxis(
                .permission(permission), values: PermissionStatus.allCases.map { ($0.rawValue, .permission($0)) })
        ]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        guard let permission = Permission(name) else {
            throw .badName("there is no permission `\(name)`", .suggestion(for: name, among: Permission.names))
        }
        draft.facts[.permission(permission)] = .permission(try PermissionStatus(status: status))
    }
}

extension PermissionRequirement: SourcedRule {
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

extension PermissionRequirement: KeptRule {
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

extension LocalizedText {
    /// *Shape*: as tables write it behind other words: `"To record your clip" de "…"`.
    package var written: String {
        QuotedText.quoted(plain) + translations.map { " \($0.language) " + QuotedText.quoted($0.text) }.joined()
    }
}

extension FactKind {
    /// Permissions.
    package static var permission: Self { Self(PermissionRequirement.self) }
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
    package static func permission(_ permission: Permission, usage: LocalizedText? = nil) -> Self {
        Self(PermissionRequirement(permission, usage: usage))
    }
}

extension SubjectFacts {
    /// The status of a permission, without its wider ones; nil if no source has said anything.
    func status(of permission: Permission) -> PermissionStatus? { self[.permission(permission)]?.value.permission }
}
