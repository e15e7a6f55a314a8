/// The limits that a table may set for an action, and what it says of its effect.
package enum ActionLimit: String, CaseIterable {
    case timeout, output, success, environment, detach, effect, idempotent, concurrency, queue, cache, journal,
        spend

    /// What any action can have that another program performs.
    package static let ofEffect: Set<Self> = [.effect, .idempotent, .concurrency, .queue, .journal, .spend]
    /// The same for one that the program answers.
    package static let ofAnswer = ofEffect.union([.cache])

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .timeout: DirectiveForm("timeout DURATION", 1...1, once: true)
        case .output: DirectiveForm("output BYTES [or fail]", 1...3, once: true)
        case .success: DirectiveForm("success CODE|FIRST..LAST…", 1...256, once: true)
        case .environment: DirectiveForm("environment NAME…", 1...DirectiveForm.many, once: true)
        case .detach: DirectiveForm("detach", 0...0, once: true)
        case .effect: DirectiveForm("effect none", 1...1, once: true)
        case .idempotent: DirectiveForm("idempotent", 0...0, once: true)
        case .concurrency: DirectiveForm("concurrency COUNT", 1...1, once: true)
        case .queue: DirectiveForm("queue COUNT for DURATION", 3...3, once: true)
        case .cache: DirectiveForm("cache for TIME [stale TIME] [size BYTES]", 2...6, once: true)
        case .journal: DirectiveForm("journal", 0...0, once: true)
        case .spend:
            DirectiveForm("spend PRODUCT UNITS", 2...2, names: [.names(NameKind("product", isOfPackage: false))])
        }
    }
}
