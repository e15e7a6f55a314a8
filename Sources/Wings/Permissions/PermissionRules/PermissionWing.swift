import Conf
package import Contract
package import Features
import PermissionWire
package import Routing

/// Permissions in tables: what answers for each, and the features that require them.
package enum PermissionWing: WingRules {
    package static let requirements: [any RequirementReader.Type] = [PermissionReader.self]
    package static let interfaces = [Interface.permissions]
    package static let directives = [
        WingDirective(
            "permission",
            DirectiveForm(
                "permission NAME [from SOURCE …] [{ … }]` or `permission policy FILE", 1...DirectiveForm.many,
                block: .optional),
            order: 23, isOfWholeTable: true
        ) { PermissionReader(table: $0).readDeclaration($1) }
    ]
    package static let blocks: [any Directive.Type] = [PermissionDirective.self]
    package static let grants: [any GrantedKind.Type] = [GrantedPermission.self]

    /// Keeps what answers for permissions.
    package static func keepDeclared(_ table: TableReading) {
        let draft = table.part(PermissionDraft.self)
        table.draft.catalogue.parts[PermissionSources.self].origins = draft.sources.mapValues(\.origin)
        table.draft.catalogue.parts[PermissionSources.self].policy = draft.policy?.path
        table.draft.catalogue.parts[PermissionSources.self].usages = draft.usages
    }

    /// Warns of permissions that no feature requires.
    package static func warn(_ table: TableReading) {
        let draft = table.part(PermissionDraft.self)
        let granted = table.draft.grants.flatMap { key, grants in
            key.kind == .permission ? grants.map { (Permission(key.name), $0.place) } : []
        }
        for (permission, place) in draft.sources.map({ ($0, $1.place) }) + granted {
            guard let permission, !draft.used.contains(permission) else { continue }
            table.diagnostics.report(
                .unusedPermission, at: place, "no feature requires the permission `\(permission)`", help: "remove it")
        }
        warnOfUnexplained(table, draft)
    }

    /// Warns of permissions that people are asked for without a sentence that says why.
    ///
    /// Those of consents alone: for others the system, or the program whose source answers, has a question of its own.
    private static func warnOfUnexplained(_ table: TableReading, _ draft: PermissionDraft) {
        let unexplained = table.draft.catalogue.constraints.flatMap(\.self)
            .compactMap { $0.rule as? PermissionRequirement }
            .flatMap(\.alternatives).filter { $0.usage == nil }.map(\.permission)
        for (permission, source) in draft.sources where source.origin == .consent && unexplained.contains(permission) {
            table.diagnostics.report(
                .unexplainedPermission, at: source.place,
                "people are asked for `\(permission)` and not told what it is used for",
                help: "add a block, as in `permission \(permission) from consent { usage \"To …\" }`")
        }
    }

    /// What answers for a permission has to be there, for each of those of which one is enough.
    package static func findings(
        for rule: any ConstraintRule, in ruleset: Ruleset, on host: any HostView
    ) -> [HostFinding] {
        guard let requirement = rule as? PermissionRequirement else { return [] }
        return requirement.alternatives.map(\.permission).map {
            HostFinding("permission", "\($0)", judge($0, in: ruleset, on: host))
        }
    }

    private static func judge(
        _ permission: Permission, in ruleset: Ruleset, on host: any HostView
    ) -> HostView.Judgement {
        switch ruleset.catalogue.permissionOrigins[permission] ?? permission.usualOrigin {
        case .place(let place): host.place(place)
        case .consent: (.answers, "the user answers for it, and the daemon keeps the answer")
        case .polkit(let action): (.cannotTell, "polkit is asked for \(action) when a call needs it")
        case .store: judgeStore(for: host.instance)
        case .device(let path): host.device(path)
        case nil: (.willNot, "the table names no source: add `permission \(permission) from …`")
        }
    }

    private static func judgeStore(for instance: Instance?) -> HostView.Judgement {
        switch instance {
        case .system: (.willNot, "the system instance has no permission store")
        case .user: (.cannotTell, "the permission store of the session is asked when a call needs it")
        case nil: (.cannotTell, "a daemon in a user's session asks the permission store; the system instance has none")
        }
    }
}

/// What was read of permissions so far.
final class PermissionDraft: WingDraft {
    /// The permissions whose sources are declared.
    var sources: [Permission: (origin: PermissionOrigin, place: SourceRange)] = [:]
    /// What permissions are used for.
    var usages: [Permission: LocalizedText] = [:]
    /// The file of the administrator's policy.
    var policy: (path: String, place: SourceRange)?
    /// The permissions that features require.
    var used: Set<Permission> = []

    init() {}
}

/// What `grants permission NAME…` names.
private enum GrantedPermission: GrantedKind {
    static let word = "permission"
    static let order = 10

    static func key(of name: PlacedWord, in table: TableReading) -> FactKey? {
        let reader = PermissionReader(table: table)
        guard let package = table.package else { return reader.readName(name).map(FactKey.permission) }
        return reader.refuse(
            .misplacedDirective, name.place,
            "who may set a permission counts for the whole table, so the package `\(package.name)` does not say it",
            help: "put the line into a file without `package`")
    }
}
