package import Contract

/// The callers that may use a feature: one of several users, groups or sockets.
package struct CallerRequirement: Equatable, Sendable, CustomStringConvertible {
    /// What the values name.
    package enum Kind: String, CaseIterable, Sendable {
        case uid
        case user
        case gid
        case group
        case socket
        /// The unit of the service manager that the caller's process is in.
        case unit
    }

    /// One value, with the id it stands for where that is known.
    package struct Value: Equatable, Sendable {
        package let text: String
        /// The number of a uid or gid, or the id of a user or group that this machine knows.
        package let id: UInt32?

        package init(text: String, id: UInt32?) {
            self.text = text
            self.id = id
        }

        /// True for the name of a unit that the text is, where each `*` stands for any characters.
        fileprivate func covers(_ unit: String) -> Bool {
            let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            guard parts.count > 1, let first = parts.first, let last = parts.last else { return unit == text }
            var rest = Array(unit.utf8)[...]
            guard rest.starts(with: first) else { return false }
            rest = rest.dropFirst(first.count)
            // The earliest place of each part leaves the most for the next one.
            for part in parts.dropFirst().dropLast() where !part.isEmpty {
                guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
                rest = rest[place...].dropFirst(part.count)
            }
            return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
        }
    }

    package let kind: Kind
    /// One of them is enough; with none, no caller is admitted.
    package let values: [Value]

    package init(kind: Kind, values: [Value]) {
        self.kind = kind
        self.values = values
    }

    /// *Shape*: `group audio video`; a name that holds blanks, quotes or backslashes is quoted, so that different
    /// requirements never read alike.
    package var description: String {
        kind.rawValue + " " + values.map(\.text.asWord).joined(separator: " ")
    }

    /// Whether the caller is one of them.
    package func admits(_ caller: Caller) -> Bool {
        values.contains { value in
            switch kind {
            case .uid: value.id == caller.uid
            case .user: value.id == caller.uid || caller.assumedNames.contains(.user(value.text))
            case .gid: value.id.map(caller.gids.contains) ?? false
            case .group:
                value.id.map(caller.gids.contains) ?? false || caller.assumedNames.contains(.group(value.text))
            case .socket: caller.socket == value.text
            case .unit: caller.unit.map(value.covers) ?? false
            }
        }
    }
}

extension CallerRequirement: ConstraintRule {
    /// The kind that reports name; `kind` of a requirement is what its values name.
    package static let kind = ConstraintReport.Kind.caller
    package static let example = "caller group audio"
    package static let form = "caller uid|user|gid|group|socket|unit VALUE"
    package static var unknown: FactValue? { nil }
    package static let dependsOnCaller = true
    package static let hindranceToOverride: String? =
        "The kernel identifies the caller, who cannot be overridden; to try another one"

    /// A caller can be in several groups.
    package static func isRepeatable(_ name: String) -> Bool { ["gid", "group"].contains(name) }

    package var subject: String { description }
    /// None: the kernel says who calls.
    package var keys: [FactKey] { [] }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        admits(caller)
            ? .satisfied("allowed", fromFact: true) : .unsatisfied(.callerNotAllowed, "notAllowed", fromFact: true)
    }

    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] { [.init(source: facts.callerSource)] }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        let message = "The administrator can admit the caller: it takes \(subject)."
        return [Self.remedy(.contactAdministrator, .administrator, "caller", subject, message)]
    }

    /// A caller who is admitted as far as one caller can be, and one whom no requirement admits.
    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        let requirements = all.compactMap { $0 as? CallerRequirement }
        return [
            MatrixAxis(
                key: FactKey(Self.self, ""),
                settings: [
                    .init(label: "allowed") { _, caller in
                        for requirement in requirements where !requirement.admits(caller) {
                            if let value = requirement.values.first { caller.join(requirement.kind, value) }
                        }
                    },
                    .init(label: "notAllowed") { _, caller in
                        caller.uid =
                            (0...UInt32.max).lazy.map { .max - $0 }.first { uid in
                                !requirements.contains { $0.admits(Caller(uid: uid)) }
                            } ?? .max
                    },
                ])
        ]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        guard let kind = Kind(rawValue: name) else {
            throw .badName("a caller has no `\(name)`", .suggestion(for: name, among: Kind.allCases.map(\.rawValue)))
        }
        let id = status.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(status) : nil
        guard id != nil || kind != .uid && kind != .gid else {
            throw .badStatus("`\(status)` is no \(kind.rawValue)", .sentence("write a number"))
        }
        draft.caller.join(kind, Value(text: status, id: id))
    }
}

extension Caller {
    /// Becomes one whom a requirement of the value admits.
    fileprivate mutating func join(_ kind: CallerRequirement.Kind, _ value: CallerRequirement.Value) {
        switch kind {
        case .uid: uid = value.id ?? uid
        case .user: assumedNames.insert(.user(value.text))
        case .gid: gids += [value.id].compactMap(\.self)
        case .group: assumedNames.insert(.group(value.text))
        case .socket: socket = value.text
        case .unit: unit = value.text.replacing("*", with: "1")
        }
    }
}
