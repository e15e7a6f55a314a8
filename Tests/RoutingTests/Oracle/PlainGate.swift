import TestSupport

/// A chain of features as text, the facts as `with` lines, and what the rules make of both.
///
/// One requirement is decided from its words and those of the facts alone; nothing here calls the package.
struct PlainGate {
    /// What the facts make of one requirement.
    enum Answer: Equatable {
        case met
        /// About another platform.
        case inactive
        case unknown
        /// The codes it may have, without `blocked.`; several where the rules do not name one of several products.
        case unmet(rank: Int, codes: Set<String>)

        var status: String {
            switch self {
            case .met: "satisfied"
            case .inactive: "inactive"
            case .unknown: "undetermined"
            case .unmet: "unsatisfied"
            }
        }
    }

    /// A requirement, and how deep its feature stands, the outermost at 0.
    struct Requirement {
        let depth: Int
        let words: String
        let answer: Answer
    }

    private(set) var depth = 1
    private(set) var requirements: [Requirement] = []
    private(set) var facts: [String] = []

    /// The path of a feature of the chain.
    static func path(_ depth: Int) -> String { (0...depth).map { "F\($0)" }.joined(separator: "/") }

    var text: String {
        let head = "scheme s\n" + (0..<3).map { "product p\($0) {\n}\n" }.joined()
        let opened = (0..<depth).map { level in
            "feature F\(level) {\n" + requirements.filter { $0.depth == level }.map { "require \($0.words)\n" }.joined()
        }
        return head + opened.joined() + "action a {\nrespond\n}\nroute r /r do a\n"
            + String(repeating: "}\n", count: depth)
    }

    /// The codes that the link of the innermost feature may have.
    var codes: Set<String> {
        var best: (rank: Int, depth: Int)?
        var codes: Set<String> = []
        for requirement in requirements {
            guard case .unmet(let rank, let own) = requirement.answer else { continue }
            if let found = best, found < (rank, requirement.depth) { continue }
            if let found = best, found == (rank, requirement.depth) {
                codes.formUnion(own)
            } else {
                (best, codes) = ((rank, requirement.depth), own)
            }
        }
        if best != nil { return Set(codes.map { "blocked." + $0 }) }
        return requirements.contains { $0.answer == .unknown } ? ["pending.undetermined"] : ["ok.wouldPerform"]
    }
}

// A random chain.
extension PlainGate {
    init(_ random: inout SeededGenerator) {
        depth = Int.random(in: 1...4, using: &random)
        var permissions = ["camera", "photos", "motion", "contacts", "polkit:org.example.a"].shuffled(using: &random)
        var platforms = ["linux 6.1", "only debian 12", "fedora 40", "suse unsupported"].shuffled(using: &random)
        var callers = ["uid 1000", "uid 0 7", "gid 29", "group audio video", "socket kiosk"].shuffled(using: &random)
        for level in 0..<depth {
            if Bool.random(using: &random) { addSwitch("runtime", at: level, &random) }
            if Bool.random(using: &random) { addSwitch("toggle", at: level, &random) }
            while !permissions.isEmpty, Int.random(in: 0..<3, using: &random) > 1 {
                if permissions.count > 2, Bool.random(using: &random) {
                    addEither([permissions.removeLast(), permissions.removeLast()], at: level, &random)
                } else {
                    addPermission(permissions.removeLast(), at: level, &random)
                }
            }
            if !platforms.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
                addPlatform(platforms.removeLast(), at: level, &random)
            }
            if !callers.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                addCaller(callers.removeLast(), at: level, &random)
            }
        }
        addPurchases(&random)
        facts.shuffle(using: &random)
    }

    private mutating func require(_ words: String, _ answer: Answer, at level: Int) {
        requirements.append(Requirement(depth: level, words: words, answer: answer))
    }

    private mutating func addSwitch(_ kind: String, at level: Int, _ random: inout SeededGenerator) {
        let byDefault = ["on", "off"].randomElement(using: &random) ?? "on"
        let set = ["on", "on", "off", "unknown", nil].randomElement(using: &random) ?? nil
        if let set { facts.append("\(kind) \(Self.path(level)) \(set)") }
        let answer: Answer =
            switch (set ?? byDefault, kind) {
            case ("on", _): .met
            case ("off", "runtime"): .unmet(rank: 20, codes: ["feature.disabled"])
            // A user who switched the feature off is asked later than one who never switched it on.
            case ("off", _): .unmet(rank: set == nil ? 70 : 50, codes: ["toggle.off"])
            default: .unknown
            }
        require("\(kind) \(byDefault)", answer, at: level)
    }

    private static let ranks = ["unsupported": 30, "restricted": 40, "denied": 80, "notDetermined": 90]

    /// A status of a permission, with a fact that says so.
    private mutating func addStatus(of name: String, _ random: inout SeededGenerator) -> String {
        let status =
            (Self.ranks.keys.sorted() + ["authorized", "authorized", "unknown"]).randomElement(using: &random) ?? ""
        if status != "notDetermined" || Bool.random(using: &random) { facts.append("permission \(name) \(status)") }
        return status
    }

    private mutating func addPermission(_ name: String, at level: Int, _ random: inout SeededGenerator) {
        let status = addStatus(of: name, &random)
        let unmet = Self.ranks[status].map { Answer.unmet(rank: $0, codes: ["permission." + status]) }
        require("permission \(name)", unmet ?? (status == "authorized" ? .met : .unknown), at: level)
    }

    /// Of which one is enough: a grant meets it, and else what may be granted by the fewest is what counts.
    private mutating func addEither(_ names: [String], at level: Int, _ random: inout SeededGenerator) {
        let statuses = names.map { addStatus(of: $0, &random) }
        let answer: Answer =
            if statuses.contains("authorized") {
                .met
            } else if statuses.contains("unknown") {
                .unknown
            } else {
                statuses.max { Self.ranks[$0, default: 0] < Self.ranks[$1, default: 0] }.map {
                    .unmet(rank: Self.ranks[$0, default: 0], codes: ["permission." + $0])
                } ?? .unknown
            }
        require("permission any \(names.joined(separator: " "))", answer, at: level)
    }

    private mutating func addPlatform(_ words: String, at level: Int, _ random: inout SeededGenerator) {
        let (tooLow, unsupported) = (
            Answer.unmet(rank: 10, codes: ["platform.versionTooLow"]),
            Answer.unmet(rank: 10, codes: ["platform.unsupported"])
        )
        let rows: [String: [(fact: String?, answer: Answer)]] = [
            "linux 6.1": [(nil, .met), ("linux 6.10", .met), ("linux 6.0.9", tooLow)],
            "only debian 12": [
                (nil, .met), ("debian 12.1", .met), ("debian 11", tooLow), ("debian none", unsupported),
            ],
            "fedora 40": [("fedora 41", .met), ("fedora 39", tooLow), ("fedora none", .inactive)],
            "suse unsupported": [("suse 15", unsupported), ("suse none", .inactive)],
        ]
        guard let row = rows[words]?.randomElement(using: &random) else { return }
        if let fact = row.fact { facts.append("platform " + fact) }
        require("platform " + words, row.answer, at: level)
    }

    private mutating func addCaller(_ words: String, at level: Int, _ random: inout SeededGenerator) {
        // A caller is uid 1000 and in no group, and comes through no named socket.
        let admitting = ["gid 29": "gid 29", "group audio video": "group video", "socket kiosk": "socket kiosk"]
        var isAdmitted = words == "uid 1000"
        if let fact = admitting[words], Bool.random(using: &random) {
            facts.append("caller " + fact)
            isAdmitted = true
        }
        require("caller " + words, isAdmitted ? .met : .unmet(rank: 20, codes: ["caller.notAllowed"]), at: level)
    }

    private mutating func addPurchases(_ random: inout SeededGenerator) {
        let codes = [
            "none": "required", "expired": "expired", "billingRetry": "billingRetry", "paused": "paused",
            "revoked": "revoked", "pendingApproval": "pendingApproval",
        ]
        let held = ["active", "trial", "grace", "cancelled"]
        var statuses: [String] = []
        for product in 0..<3 {
            let status = (held + codes.keys.sorted() + ["unknown", "unknown"]).randomElement(using: &random) ?? "none"
            statuses.append(status)
            if status != "none" || Bool.random(using: &random) { facts.append("purchase p\(product) \(status)") }
        }
        let lines: [(words: String, products: [Int], isAny: Bool)] = [
            ("p0", [0], false), ("any p0 p1", [0, 1], true), ("all p1 p2", [1, 2], false),
            ("any p0 p1 p2", [0, 1, 2], true),
        ]
        guard let line = lines.randomElement(using: &random), Bool.random(using: &random) else { return }
        let own = line.products.map { statuses[$0] }
        let isHeld = own.map { held.contains($0) }
        let missing = Set(own.compactMap { codes[$0] }.map { "purchase." + $0 })
        let answer: Answer =
            if line.isAny ? isHeld.contains(true) : !isHeld.contains(false) {
                .met
            } else if line.isAny ? own.contains("unknown") : missing.isEmpty {
                .unknown
            } else {
                .unmet(rank: 60, codes: missing)
            }
        require("purchase " + line.words, answer, at: Int.random(in: 0..<depth, using: &random))
    }
}
