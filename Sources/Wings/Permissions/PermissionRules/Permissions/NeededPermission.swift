package import Contract
package import Features

/// One permission, with what it is used for.
package struct NeededPermission: Equatable, Sendable {
    package let permission: Permission
    /// One sentence for the person who is asked, such as *To record your clip*; nil if the table does not say.
    package let usage: LocalizedText?

    /// Makes one.
    package init(_ permission: Permission, usage: LocalizedText? = nil) {
        (self.permission, self.usage) = (permission, usage)
    }

    /// The facts that answer for it: its own, and the wider permission's that includes it.
    var keys: [FactKey] { [permission, permission.includedIn].compactMap { $0.map(FactKey.permission) } }

    // MARK: Judging

    /// What the facts say of a permission.
    package struct Standing: Sendable {
        /// Not asked yet, where no source has said anything.
        package let status: PermissionStatus
        let isFromFact: Bool
        /// Whether it is unsupported because no source of this host answers for it.
        let lacksSource: Bool

        /// The code that it gives alone; nil where it is granted or not known.
        package var code: OutcomeCode? {
            switch status {
            case .authorized, .unknown: nil
            case .notDetermined: .permissionNotDetermined
            case .denied: .permissionDenied
            case .restricted: .permissionRestricted
            case .unsupported: .permissionUnsupported
            }
        }

        /// What a requirement of the permission has as its result.
        var evaluation: ConstraintEvaluation {
            if let code {
                let reason = lacksSource ? ConstraintReport.noSource : status.rawValue
                return .unsatisfied(code, reason, fromFact: isFromFact)
            }
            return status == .authorized ? .satisfied(status.rawValue, fromFact: true) : .undetermined(30)
        }
    }

    /// Judges the facts about it.
    package func standing(_ facts: SubjectFacts) -> Standing {
        let fact = facts.status(of: answering(in: facts)) ?? (facts.isUnanswered(.permission) ? .unknown : nil)
        let lacksSource = fact == nil && facts.lacksSource(.permission(permission))
        return Standing(
            status: lacksSource ? .unsupported : fact ?? .notDetermined, isFromFact: fact != nil,
            lacksSource: lacksSource)
    }

    /// Whose fact answers for this permission: its own, or the wider one's grant where this one itself was not refused, since
    /// sources that contradict each other grant nothing.
    ///
    /// Where the permission itself has an override, that counts.
    private func answering(in facts: SubjectFacts) -> Permission {
        guard let wider = permission.includedIn else { return permission }
        if facts[.permission(permission)]?.evidence?.isOverride == true { return permission }
        switch facts.status(of: permission) {
        case .authorized, .denied, .restricted, .unsupported: return permission
        case .notDetermined, .unknown, nil: return facts.status(of: wider) == .authorized ? wider : permission
        }
    }

    /// Where the fact that answers for it comes from; nil where that fact has no evidence of its own.
    package func evidence(_ facts: SubjectFacts) -> ConstraintReport.Evidence? {
        facts[.permission(answering(in: facts))]?.evidence
    }

    // MARK: Lifting

    /// What would grant it.
    func remedy(for standing: Standing) -> Remedy? {
        switch standing.status {
        case .authorized, .unknown: nil
        case .unsupported:
            standing.lacksSource
                ? remedy(
                    .contactAdministrator, .administrator,
                    "The administrator can change the table: this host has no source for \(permission).")
                : nil
        case .restricted: remedy(.contactAdministrator, .administrator, "The administrator can allow \(permission).")
        case .denied: openSettings
        case .notDetermined:
            explained(remedy(.requestPermissions, .client, "The program can ask the user for \(permission)."))
        }
    }

    private func remedy(_ kind: Remedy.Kind, _ actor: Actor, _ message: String) -> Remedy {
        PermissionRequirement.remedy(kind, actor, "permission", permission.description, message)
    }

    /// A remedy with what the permission is used for.
    private func explained(_ remedy: Remedy) -> Remedy {
        guard let usage else { return remedy }
        var remedy = remedy
        remedy.arguments.append(.init(Self.usageArgument, .string(usage.plain)))
        return remedy
    }

    private static let usageArgument = "usage"

    /// Puts the languages of a caller into a remedy that this permission has made; another one stays as it is.
    func translate(_ remedy: inout Remedy, for languages: LanguageList) {
        // Another requirement may name the permission too, and use it for something else.
        guard let usage, remedy.argument("permission")?.text == permission.description,
            remedy.argument(Self.usageArgument)?.text == usage.plain
        else { return }
        remedy.replace(Self.usageArgument, by: .string(usage.text(in: languages)))
    }

    private var openSettings: Remedy {
        var remedy = remedy(.openSettings, .user, "The user can allow \(permission) in the settings.")
        remedy.arguments.append(.init("target", .string(settings)))
        return explained(remedy)
    }

    /// Where the settings have it: the permission store of the desktop, the rules of polkit, or a page about privacy.
    ///
    /// *Shape*: `privacy/location`, `polkit/ACTION`, `store/TABLE/ID`.
    private var settings: String {
        let name = permission.description
        if let place = name.firstIndex(of: ":") { return name[..<place] + "/" + name[name.index(after: place)...] }
        return "privacy/" + name.prefix { $0 != "." }
    }
}

extension PermissionStatus {
    /// How far it is from a grant, the nearest first; what is not known may be granted.
    var distance: Int {
        switch self {
        case .authorized: 0
        case .unknown: 1
        case .notDetermined: 2
        case .denied: 3
        case .restricted: 4
        case .unsupported: 5
        }
    }
}
