import Contract
import ExecRules
import Features
import HostSystem
import PermissionRules
import Routing

extension Registration {
    /// A requirement of one of some permissions; nil where there is none, which is reported, as is what else has no meaning.
    mutating func permissions(_ permissions: [Permission], _ usage: String?, _ path: String) -> PermissionRequirement? {
        for permission in permissions where !permission.isKnown {
            errors.append(.badPermission(feature: path, permission: permission.description))
        }
        let text = usage.map { LocalizedText($0) }
        guard let known = PermissionRequirement(any: permissions.map { NeededPermission($0, usage: text) }) else {
            let problem = "one of no permissions cannot be required; name one or leave the line out"
            errors.append(.badRequirement(feature: path, requirement: "permissions(anyOf:)", problem: problem))
            return nil
        }
        if let count = usage?.count, !(1...Limits.usageCharacters ~= count) {
            errors.append(.badUsage(feature: path, permission: known.subject, characters: count))
        }
        return known
    }

    /// A requirement of callers; nil where a value has no meaning, which is reported.
    mutating func caller(
        _ kind: CallerRequirement.Kind, _ texts: [String], _ path: String
    ) -> CallerRequirement? {
        func refuse(_ problem: String) -> CallerRequirement? {
            errors.append(.badRequirement(feature: path, requirement: "caller(\(kind.rawValue)s:)", problem: problem))
            return nil
        }
        guard !texts.isEmpty, !texts.contains("") else { return refuse("a caller has a name or a number; write it") }
        if kind == .unit, let text = texts.first(where: { !$0.hasSuffix(".scope") && !$0.hasSuffix(".service") }) {
            return refuse("`\(text)` is no name of a unit; write it with its end, as `app-slack-*.scope`")
        }
        return CallerRequirement(kind: kind, values: texts.map { .init(text: $0, id: Self.id(of: $0, kind)) })
    }

    /// The number of a user or group; nil for what has none.
    private static func id(of text: String, _ kind: CallerRequirement.Kind) -> UInt32? {
        // ignored: if the directory service does not answer, the name is unknown, and admits no caller.
        switch kind {
        case .uid, .gid: UInt32(text)
        case .user: (try? HostFacts.userID(named: text)) ?? nil
        case .group: (try? HostFacts.groupID(named: text)) ?? nil
        case .socket, .unit: nil
        }
    }

    /// A requirement of a program; nil for what is no path, which is reported.
    mutating func program(_ program: String, _ path: String) -> ProgramRequirement? {
        guard Name.isPlainPath(program), !program.contains("$(") else {
            let problem = "a program is named by its absolute path, as `/usr/bin/mpv`"
            errors.append(.badRequirement(feature: path, requirement: "program(\"\(program)\")", problem: problem))
            return nil
        }
        return ProgramRequirement(program)
    }
}
