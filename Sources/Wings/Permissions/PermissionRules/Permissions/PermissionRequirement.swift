internal import Conf
package import Contract
package import Features

/// A permission that a feature requires, with what it is used for; or several of which one is enough.
package struct PermissionRequirement: Equatable, Sendable {
    /// One or more, distinct, in the order of declaration.
    package let alternatives: [NeededPermission]
    /// *Shape*: `camera`; of several `any camera microphone`, sorted by bytes: the order says only who is asked for first.
    package let subject: String

    /// Makes a requirement of one permission.
    package init(_ permission: Permission, usage: LocalizedText? = nil) {
        (alternatives, subject) = ([NeededPermission(permission, usage: usage)], permission.description)
    }

    /// Makes one of any of several permissions; nil for none.
    ///
    /// Of one that is named twice the first counts.
    package init?(any permissions: [NeededPermission]) {
        var seen: Set<Permission> = []
        let distinct = permissions.filter { seen.insert($0.permission).inserted }
        guard let first = distinct.first else { return nil }
        alternatives = distinct
        subject =
            distinct.count == 1
            ? first.permission.description
            : Self.text(distinct) { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    }

    /// *Shape*: `any camera microphone`.
    private static func text(_ permissions: [NeededPermission], _ order: ([String]) -> [String]) -> String {
        "any " + order(permissions.map(\.permission.description.asWord)).joined(separator: " ")
    }

    /// What all of them are used for; nil where they differ.
    private var sharedUsage: LocalizedText? {
        alternatives.allSatisfy { $0.usage == alternatives[0].usage } ? alternatives[0].usage : nil
    }
}

extension PermissionRequirement: ConstraintRule {
    package static let kind = ConstraintReport.Kind.permission
    package static let example = "permission camera denied"
    package static let form = "permission NAME STATUS"
    package static var unknown: FactValue? { .permission(.unknown) }
    package static let needsSource = true
    package static let isOfHost = false

    package var condition: String { "permission " + subject }
    /// In the order in which a person is asked for them.
    package var declaration: String {
        let names = alternatives.count == 1 ? subject : Self.text(alternatives) { $0 }
        return "permission " + names + (sharedUsage.map { " " + $0.written } ?? "")
    }
    package var keys: [FactKey] { alternatives.flatMap(\.keys) }

    /// Each of the ancestor's permissions is enough here too; their usage sentences do not count.
    package func isImplied(by inherited: any ConstraintRule) -> Bool {
        guard let inherited = inherited as? Self else { return false }
        return inherited.alternatives.allSatisfy { other in
            alternatives.contains { $0.permission == other.permission }
        }
    }

    /// The table's sentences for the permissions, where the feature has none of its own.
    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        Self(
            any: alternatives.map {
                NeededPermission($0.permission, usage: $0.usage ?? catalogue.permissionUsages[$0.permission])
            }) ?? self
    }

    /// The one that is nearest to a grant decides, the first of those.
    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        var nearest = alternatives[0].standing(facts)
        for index in alternatives.indices.dropFirst() {
            let standing = alternatives[index].standing(facts)
            if standing.status.distance < nearest.status.distance { nearest = standing }
        }
        return nearest.evaluation
    }

    /// A grant rests on itself alone, and a refusal on all of them.
    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        let granted = alternatives.first { $0.standing(facts).status == .authorized }
        return (granted.map { [$0] } ?? alternatives).compactMap { $0.evidence(facts) }
    }

    /// One remedy for each permission that has one, the nearest to a grant first.
    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        alternatives.map { ($0, $0.standing(facts)) }.enumerated()
            .sorted { ($0.element.1.status.distance, $0.offset) < ($1.element.1.status.distance, $1.offset) }
            .compactMap { $0.element.0.remedy(for: $0.element.1) }
    }

    package var isTranslated: Bool { alternatives.contains { $0.usage?.isTranslated ?? false } }

    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {
        for alternative in alternatives { alternative.translate(&remedy, for: languages) }
    }

    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? {
        Permission(key.name).flatMap { catalogue.permissionOrigins[$0] }?.innermost
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        alternatives.map { alternative in
            MatrixAxis(
                .permission(alternative.permission),
                values: PermissionStatus.allCases.map { ($0.rawValue, .permission($0)) })
        }
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
