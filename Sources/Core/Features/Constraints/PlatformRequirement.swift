package import Contract

/// The platform that a feature requires.
///
/// *Shape*: `linux 6.1`, `arch x86_64`, `only debian 12`, `debian unsupported`.
package struct PlatformRequirement: Equatable, Sendable, CustomStringConvertible {
    /// What is asked of the platform where it is present.
    package enum Bound: Equatable, Sendable {
        case any
        case minimum(PlatformVersion)
        /// An architecture's name, which has no order.
        case exactly(String)
        case unsupported
    }

    /// Platforms that every machine has one of or may lack; all others name a distribution by its os-release ID.
    package static let components: Set<String> = ["linux", "systemd", "arch"]
    /// The platforms that every machine has.
    package static let everywhere: Set<String> = ["linux", "arch"]

    package let platform: String
    package let bound: Bound
    /// Whether every machine without this platform is unsupported.
    package let isOnly: Bool

    package init(platform: String, bound: Bound, isOnly: Bool = false) {
        self.platform = platform
        self.bound = bound
        self.isOnly = isOnly
    }

    package var description: String {
        let bound =
            switch bound {
            case .any: "any"
            case .minimum(let version): version.description
            case .exactly(let name): name
            case .unsupported: "unsupported"
            }
        return (isOnly ? "only " : "") + platform + " " + bound
    }
}

extension PlatformRequirement: ConstraintRule {
    package static let kind = ConstraintReport.Kind.platform
    package static let example = "platform linux 6.1"
    package static let form = "platform ID VERSION|none"
    package static var unknown: FactValue? { nil }

    package var subject: String { description }
    /// One bound of one platform.
    package var identity: String { "platform " + platform }
    package var keys: [FactKey] { [.platform(platform)] }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        guard case .platform(let state) = facts[.platform(platform)]?.value else {
            if facts.platformsAreComplete { return evaluateAbsent() }
            return facts.isUnanswered(.platform) ? .undetermined(10) : .satisfied("assumed", fromFact: false)
        }
        guard case .present(let text) = state else { return evaluateAbsent() }
        switch bound {
        case .any: return .satisfied("present", fromFact: true)
        case .unsupported: return .unsatisfied(.platformUnsupported, "unsupported", fromFact: true)
        case .exactly(let name):
            return text == name
                ? .satisfied("present", fromFact: true)
                : .unsatisfied(.platformUnsupported, "otherArchitecture", fromFact: true)
        case .minimum(let version):
            // A host whose version is no number can never answer this: that is a no, not a wait for ever.
            guard let actual = PlatformVersion(prefixOf: text) else {
                return .unsatisfied(.platformUnsupported, "undeterminable", fromFact: true)
            }
            return actual < version
                ? .unsatisfied(.platformVersionTooLow, "versionTooLow", fromFact: true)
                : .satisfied("present", fromFact: true)
        }
    }

    /// A line about another distribution counts for nothing here, unless it says `only`; a component that is asked for
    /// and missing is a no.
    private func evaluateAbsent() -> ConstraintEvaluation {
        let isNeeded = bound != .unsupported && (isOnly || Self.components.contains(platform))
        return isNeeded ? .unsatisfied(.platformUnsupported, "absent", fromFact: true) : .inactive
    }

    /// An absent platform has the evidence of the others: one source tells of all.
    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        [facts[.platform(platform)]?.evidence ?? facts.platformEvidence].compactMap(\.self)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        guard code == .platformVersionTooLow else { return [] }
        let message = "The administrator can upgrade this machine to \(subject)."
        return [Self.remedy(.upgradePlatform, .administrator, "platform", subject, message)]
    }

    /// Present in every way that a line about it tells apart, the best first, and absent.
    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        var versions: [PlatformVersion] = []
        var architectures: [String] = []
        for case let requirement as Self in all where requirement.platform == platform {
            switch requirement.bound {
            case .any, .unsupported: break
            case .minimum(let version): if !versions.contains(version) { versions.append(version) }
            case .exactly(let text): if !architectures.contains(text) { architectures.append(text) }
            }
        }
        var present = versions.sorted(by: >).map(\.description) + architectures
        present.append(!versions.isEmpty ? "0" : architectures.isEmpty ? "1" : "other")
        return [
            MatrixAxis(
                .platform(platform),
                values: present.map { ($0, .platform(.present($0))) } + [("none", .platform(.absent))])
        ]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let named = draft.required(Self.self).map(\.platform)
        guard components.contains(name) || named.contains(name) else {
            throw .badName(
                "no feature asks for the platform `\(name)`",
                .nameSuggestion(for: name, among: Array(components.union(named))))
        }
        guard status == "none" || name == "arch" || PlatformVersion(prefixOf: status) != nil else {
            throw .badStatus("`\(status)` is no version", .sentence("write a version, as in `6.1`, or `none`"))
        }
        draft.facts[.platform(name)] = .platform(status == "none" ? .absent : .present(status))
    }
}
