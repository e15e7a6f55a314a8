// What the gate must answer, worked out a second time from the written rules alone: nothing here calls the verifier, its
// registry of codes or its ranks. The table is meant to be compared with the product's description by eye.
//
// One row is one possible result of a constraint. Rows stand in the order of the registry of codes, which decides
// between equal ranks at equal depth. `?` means that the result is unknown; its rank is the best of its kind. `sourceless` is
// a missing fact that no source of the host answers.

/// One possible result of a constraint.
struct OracleRow {
    let name: String
    /// `y` met, `n` not met, `?` not known, `-` about another platform.
    let answer: Character
    let rank: Int
    let code: String
    /// *Shape*: `kind/actor`.
    let remedies: [String]
    /// The place of its code in the table.
    let order: Int

    /// Whether a client or the user can carry out one of its remedies.
    var isInTheirHands: Bool { remedies.contains { $0.hasSuffix("/client") || $0.hasSuffix("/user") } }

    static let all: [String: OracleRow] = {
        let text = """
            platform.ok             y
            platform.elsewhere      -
            platform.unsupported    n 10 platform.unsupported
            platform.low            n 10 platform.versionTooLow     upgradePlatform/administrator
            profile.same            y
            profile.other           n 10 profile.notAllowed         contactAdministrator/administrator
            runtime.on              y
            runtime.off             n 20 feature.disabled           enableRuntime/administrator hideEntryPoint/developer
            runtime.unknown         ? 20
            caller.ok               y
            caller.no               n 20 caller.notAllowed          contactAdministrator/administrator
            program.present         y
            program.missing         n 30 program.missing            installProgram/administrator
            program.unknown         ? 30
            permission.authorized   y
            permission.unsupported  n 30 permission.unsupported
            permission.sourceless   n 30 permission.unsupported     contactAdministrator/administrator
            permission.restricted   n 40 permission.restricted      contactAdministrator/administrator
            permission.denied       n 80 permission.denied          openSettings/user
            permission.unasked      n 90 permission.notDetermined   requestPermissions/client
            permission.unknown      ? 30
            toggle.on               y
            toggle.off              n 50 toggle.off                 enableToggle/user
            toggle.default          n 70 toggle.off                 enableToggle/user
            toggle.unknown          ? 50
            purchase.held           y
            purchase.sourceless     n 30 purchase.unsupported       contactAdministrator/administrator
            purchase.none           n 60 purchase.required          purchase/user restorePurchases/user
            purchase.expired        n 60 purchase.expired           purchase/user restorePurchases/user
            purchase.billingRetry   n 60 purchase.billingRetry      updatePayment/user
            purchase.paused         n 60 purchase.paused            resumeSubscription/user
            purchase.revoked        n 60 purchase.revoked           contactVendor/user purchase/user
            purchase.pending        n 60 purchase.pendingApproval   wait/thirdPerson
            purchase.unknown        ? 60
            """
        var rows: [String: OracleRow] = [:]
        var places: [String: Int] = [:]
        for (order, line) in text.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ").map(String.init)
            let code = words.count > 3 ? "blocked." + words[3] : ""
            let place = places[code] ?? order
            places[code] = place
            rows[words[0]] = OracleRow(
                name: words[0], answer: words[1].first ?? "y", rank: words.count > 2 ? Int(words[2]) ?? 0 : 0,
                code: code, remedies: Array(words.dropFirst(4)), order: place)
        }
        return rows
    }()
}

/// One constraint of a feature, with what the facts make of it.
struct OracleConstraint {
    let id: String
    /// *Units*: steps from the outermost ancestor.
    let depth: Int
    let row: OracleRow

    /// What stands after the kind.
    var subject: String { String(id.drop { $0 != ":" }.dropFirst()) }
}

/// The answer that the rules ask for.
struct OracleAnswer: Equatable {
    /// `ok`, `blocked` or `pending`.
    var outcomeClass = "ok"
    var code = ""
    var primary = ""
    /// *Shape*: `kind/actor`, in the order of the table's row.
    var offered: [String] = []
    /// *Shape*: `id kind/actor because id`.
    var withheld: Set<String> = []
    /// *Units and range*: the exit status of the command line.
    var exit: Int32 = 0

    init() {}

    init(_ constraints: [OracleConstraint]) {
        let noes = constraints.filter { $0.row.answer == "n" }.sorted(by: Self.comesFirst)
        let doubts = constraints.filter { $0.row.answer == "?" }.sorted(by: Self.comesFirst)
        guard let first = noes.first ?? doubts.first else { return }
        primary = first.id
        outcomeClass = noes.isEmpty ? "pending" : "blocked"
        code = noes.isEmpty ? "pending.undetermined" : first.row.code
        exit = noes.isEmpty ? 6 : noes.allSatisfy(\.row.isInTheirHands) ? 4 : 5
        // A doubt that could come before the primary makes everybody wait for it.
        let isInDoubt = doubts.contains { $0.row.rank < first.row.rank }
        let because = isInDoubt ? doubts[0].id : first.id
        offered = isInDoubt ? [] : first.row.remedies
        for no in noes where isInDoubt || no.id != first.id {
            for remedy in no.row.remedies { withheld.insert("\(no.id) \(remedy) because \(because)") }
        }
    }

    private static func comesFirst(_ a: OracleConstraint, _ b: OracleConstraint) -> Bool {
        if a.row.rank != b.row.rank { return a.row.rank < b.row.rank }
        if a.depth != b.depth { return a.depth < b.depth }
        // Doubts have no code, so the registry says nothing about them.
        if a.row.answer == "n", a.row.order != b.row.order { return a.row.order < b.row.order }
        return Array(a.subject.utf8).lexicographicallyPrecedes(Array(b.subject.utf8))
    }
}
