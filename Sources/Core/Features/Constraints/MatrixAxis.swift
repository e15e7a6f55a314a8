/// One fact that a feature depends on, and what it can be.
package struct MatrixAxis: Sendable {
    /// One thing that the fact can be.
    struct Setting: Sendable {
        let label: String
        let apply: @Sendable (inout Facts, inout Caller) -> Void
    }

    /// What the fact is about; of who calls the kind alone.
    let key: FactKey
    let settings: [Setting]

    /// *Shape*: the key, as `with` lines have it: `purchase premium.monthly`.
    package var name: String { key.description }

    /// What the fact can be, in words of `with` lines: `authorized`, `off`, `none`.
    package var labels: [String] { settings.map(\.label) }

    /// The facts that a feature's constraints read, each once, in the order of the constraints.
    static func all(of constraints: [EffectiveConstraint]) -> [MatrixAxis] {
        var seen: Set<FactKey> = []
        return constraints.flatMap { $0.rule.axes(among: constraints.map(\.rule)) }
            .filter { seen.insert($0.key).inserted }
    }
}

extension MatrixAxis {
    /// A fact and its values; nil is the default.
    package init(_ key: FactKey, values: [(label: String, value: FactValue?)]) {
        self.init(
            key: key,
            settings: values.map { label, value in Setting(label: label) { facts, _ in facts[key] = value } })
    }

    /// A switch and where it can stand; nil is the default.
    init(_ key: FactKey, _ states: [SwitchState?]) {
        self.init(key, values: states.map { ($0?.rawValue ?? "default", $0.map(FactValue.state)) })
    }
}
