import Contract

/// One fact that a feature depends on, and what it can be.
package struct MatrixAxis: Sendable {
    /// One thing that the fact can be.
    struct Setting: Sendable {
        let label: String
        let apply: @Sendable (inout Facts, inout Caller) -> Void
    }

    /// *Shape*: the kind and what it is about, as `with` lines name them: `purchase premium.monthly`.
    package let name: String
    let settings: [Setting]

    /// What the fact can be, in words of `with` lines: `authorized`, `off`, `none`.
    package var labels: [String] { settings.map(\.label) }

    /// The facts that a feature's constraints read, each once, in the order of the constraints.
    static func all(of constraints: [EffectiveConstraint]) -> [MatrixAxis] {
        var seen: Set<String> = []
        return constraints.flatMap { axes(of: $0, among: constraints.map(\.constraint)) }
            .filter { seen.insert($0.name).inserted }
    }

    private static func axes(of item: EffectiveConstraint, among all: [Constraint]) -> [MatrixAxis] {
        switch item.constraint {
        case .platform(let requirement): return [platform(requirement.platform, all)]
        case .runtime:
            return [switches("runtime", item.path, states: SwitchState.allCases) { $0.runtime[$1] = $2 }]
        case .toggle(let byDefault, _):
            // Off by default and switched off are two ranks; on is on.
            let states: [SwitchState?] = byDefault ? SwitchState.allCases : [.on, .off, nil, .unknown]
            return [switches("toggle", item.path, states: states) { $0.everyone.toggles[$1] = $2 }]
        case .purchase(let requirement):
            var amounts: [String: Set<Int>] = [:]
            for case .purchase(let other) in all { other.collect(into: &amounts) }
            return requirement.products.map { product($0, amounts: amounts[$0] ?? [1]) }
        case .permission(let permission):
            return [
                MatrixAxis(
                    name: "permission \(permission)",
                    settings: PermissionStatus.allCases.map { status in
                        Setting(label: status.rawValue) { facts, _ in facts.everyone.permissions[permission] = status }
                    })
            ]
        case .caller: return [caller(all)]
        }
    }

    private static func switches(
        _ kind: String, _ path: String, states: [SwitchState?],
        _ set: @escaping @Sendable (inout Facts, String, SwitchState?) -> Void
    ) -> MatrixAxis {
        MatrixAxis(
            name: "\(kind) \(path)",
            settings: states.map { state in
                Setting(label: state?.rawValue ?? "default") { facts, _ in set(&facts, path, state) }
            })
    }

    /// Present in every way that a line about it tells apart, the best first, and absent.
    private static func platform(_ name: String, _ all: [Constraint]) -> MatrixAxis {
        var versions: [PlatformVersion] = []
        var architectures: [String] = []
        for case .platform(let requirement) in all where requirement.platform == name {
            switch requirement.bound {
            case .any, .unsupported: break
            case .minimum(let version): if !versions.contains(version) { versions.append(version) }
            case .exactly(let text): if !architectures.contains(text) { architectures.append(text) }
            }
        }
        var present = versions.sorted(by: >).map(\.description) + architectures
        present.append(!versions.isEmpty ? "0" : architectures.isEmpty ? "1" : "other")
        let facts = present.map { PlatformFact.present($0) } + [.absent]
        return MatrixAxis(
            name: "platform \(name)",
            settings: zip(present + ["none"], facts).map { label, fact in
                Setting(label: label) { facts, _ in facts.platforms[name] = fact }
            })
    }

    /// One granting state stands for all of them: a gate cannot tell them apart.
    private static func product(_ id: String, amounts: Set<Int>) -> MatrixAxis {
        let states = PurchaseState.allCases.filter { $0.entitles != true }
        let granted = amounts.sorted(by: >).map { units in
            Setting(label: units == 1 ? "active" : "active \(units)") { facts, _ in
                facts.everyone.purchases[id] = .active
                facts.everyone.units[id] = units
            }
        }
        return MatrixAxis(
            name: "purchase \(id)",
            settings: granted
                + states.map { state in
                    Setting(label: state.rawValue) { facts, _ in facts.everyone.purchases[id] = state }
                })
    }

    /// A caller who is admitted as far as one caller can be, and one who is nobody.
    private static func caller(_ all: [Constraint]) -> MatrixAxis {
        var requirements: [CallerRequirement] = []
        for case .caller(let requirement) in all { requirements.append(requirement) }
        let asked = requirements
        return MatrixAxis(
            name: "caller",
            settings: [
                Setting(label: "allowed") { _, caller in
                    for requirement in asked { caller.join(requirement) }
                },
                Setting(label: "notAllowed") { _, caller in
                    caller.uid =
                        (0...UInt32.max).lazy.map { .max - $0 }.first { uid in
                            !asked.contains { $0.admits(Caller(uid: uid)) }
                        } ?? .max
                },
            ])
    }
}

extension PurchaseRequirement {
    /// Adds the amounts that are asked for, by product.
    fileprivate func collect(into amounts: inout [String: Set<Int>]) {
        switch content {
        // One unit too: with it a consumable is there, and too little of it.
        case .product(let id, let units): amounts[id, default: [1]].insert(units)
        case .group(_, let members): for member in members { member.collect(into: &amounts) }
        }
    }
}

extension Caller {
    /// Becomes one whom the requirement admits.
    fileprivate mutating func join(_ requirement: CallerRequirement) {
        guard !requirement.admits(self), let value = requirement.values.first else { return }
        switch requirement.kind {
        case .uid: uid = value.id ?? uid
        case .user: assumedNames.insert(.user(value.text))
        case .gid: gids += [value.id].compactMap(\.self)
        case .group: assumedNames.insert(.group(value.text))
        case .socket: socket = value.text
        }
    }
}
