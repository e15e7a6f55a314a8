// What a table needs of the machine, and whether this process finds it there. For example
//
//     answers      program     /usr/bin/mpv    it can be started
//     will not     permission  photos          the table names no source: add `permission photos from …`
//     cannot tell  product     premium         nothing is at /run/shop now
//
// Every finding is worked out from the table and a look at files, users and groups. No service is called and no program is
// started, so a check has no effect on the host. In the daemon the kernel answers as it will answer a link: for its user,
// and within the sandbox of its unit.

import ChannelRules
package import Contract
import Features
import HostSystem
package import PurchaseRules
import PurchaseWire
package import Routing

/// Finds out which of the things that a table needs are on this machine.
package struct HostCheck {
    /// A verdict and its reason: one sentence, without its full stop.
    private typealias Judgement = (verdict: HostFinding.Verdict, because: String)

    private let ruleset: Ruleset
    private let issuers: [Issuer]
    private let instance: Instance?

    /// - Parameters:
    ///   - issuers: those of the table, with their keys as far as this machine has them; nil for those of the table.
    ///   - instance: the kind of the daemon that is to serve the table; nil for any daemon of this machine.
    package init(_ ruleset: Ruleset, issuers: [Issuer]? = nil, instance: Instance?) {
        (self.ruleset, self.issuers, self.instance) = (ruleset, issuers ?? ruleset.issuers, instance)
    }

    /// One finding for each thing that the table needs, in the order of the table.
    package var findings: [HostFinding] {
        var seen: Set<String> = []
        return (constraints + programs + issuers.flatMap(Self.findings(for:)) + rights).filter {
            seen.insert($0.what + " " + $0.subject).inserted
        }
    }

    // MARK: What features require

    private var constraints: [HostFinding] {
        let facts = hostFacts
        return ruleset.catalogue.features.indices.flatMap { feature in
            let own = ruleset.catalogue.constraints[feature].filter { $0.declaredBy == feature }
            let reports = Verifier.assess(feature, in: ruleset.catalogue, facts: facts, caller: Caller(uid: 0))
                .constraints
            return own.flatMap { constraint in
                findings(for: constraint, reports.first { $0.id == constraint.id } ?? ConstraintReport())
            }
        }
    }

    /// The platforms of this machine, and nothing else.
    private var hostFacts: Facts {
        var facts = Facts()
        for (key, value) in FactKey.present(HostFacts.platforms) { facts[key] = value }
        facts.platformsAreComplete = true
        return facts
    }

    private func findings(for constraint: EffectiveConstraint, _ report: ConstraintReport) -> [HostFinding] {
        switch constraint.rule {
        case is PlatformRequirement: [HostFinding("platform", constraint.subject, Self.platform(report))]
        case let requirement as ProgramRequirement: [program(requirement.path)]
        case let runtime as RuntimeSwitch:
            [runtime.origin].compactMap(\.self).map { HostFinding("switch", constraint.path, place($0)) }
        case let permission as Permission: [HostFinding("permission", "\(permission)", self.permission(permission))]
        case let purchase as RequiredPurchase:
            purchase.requirement.products.map { HostFinding("product", $0, product($0)) }
        case let requirement as CallerRequirement: callers(requirement)
        default: []
        }
    }

    private static func platform(_ report: ConstraintReport) -> Judgement {
        switch report.status {
        case .satisfied: (.answers, "this machine meets it")
        case .inactive: (.answers, "it is about another platform and counts for nothing here")
        case .unsatisfied: (.willNot, report.sentence?.withoutStop ?? "this machine does not meet it")
        case .undetermined: (.cannotTell, "the version of this machine cannot be read")
        }
    }

    /// The programs that actions and channels start.
    private var programs: [HostFinding] {
        let started = ruleset.catalogue.actions.compactMap(\.performer.program)
        let starters = ruleset.channels.values.compactMap { $0.starter?.program }.sorted()
        return (started + starters).map(program)
    }

    private func program(_ path: String) -> HostFinding {
        let judgement = judge { () throws(LoopError) in
            switch try ProgramFile.hindrance(of: path) {
            case nil: (.answers, "it can be started")
            case .absent: (.willNot, "nothing is installed there")
            case .unusable: (.willNot, "it cannot be started: it is no program, or its interpreter is missing")
            case .untrusted: (.willNot, "other users could change it, so it is not started")
            }
        }
        return HostFinding("program", path, judgement)
    }

    private func permission(_ permission: Permission) -> Judgement {
        switch ruleset.catalogue.permissionOrigins[permission] ?? permission.usualOrigin {
        case .place(let place): self.place(place)
        case .consent: (.answers, "the user answers for it, and the daemon keeps the answer")
        case .polkit(let action): (.cannotTell, "polkit is asked for \(action) when a call needs it")
        case .store: store
        case .device(let path): device(path)
        case nil: (.willNot, "the table names no source: add `permission \(permission) from …`")
        }
    }

    private var store: Judgement {
        switch instance {
        case .system: (.willNot, "the system instance has no permission store")
        case .user: (.cannotTell, "the permission store of the session is asked when a call needs it")
        case nil: (.cannotTell, "a daemon in a user's session asks the permission store; the system instance has none")
        }
    }

    private func device(_ path: String) -> Judgement {
        judge(absence: "there is no \(path)") { () throws(LoopError) in
            guard try NodeAccess(of: path).isDevice else { return (.willNot, "\(path) is no device") }
            let have = "users who may read and write \(path) have it"
            return (.answers, instance == nil ? have + "; the system unit hides devices" : have)
        }
    }

    /// Licences and trials are answered by the daemon itself, so they come before a source that may not be there.
    private func product(_ id: String) -> Judgement {
        let report = ruleset.catalogue.products.first { $0.id == id }.map { ProductReport($0, issuers: issuers) }
        let own = [report?.sellersText, report?.trialText].compactMap(\.self)
        guard own.isEmpty else {
            return (.answers, own.joined(separator: "; ") + "; a daemon with a ledger keeps them")
        }
        return ruleset.catalogue.origin(ofProduct: id).map(place)
            ?? (
                .willNot,
                "the table names no source: add `source …` or `trial …` to the product, or it to the products of an "
                    + "`issuer`"
            )
    }

    // MARK: Issuers

    private static func findings(for issuer: Issuer) -> [HostFinding] {
        let keys = HostFinding("issuer", issuer.name, self.keys(of: issuer))
        return issuer.requiresSynchronisedClock ? [keys, HostFinding("clock", issuer.name, clock)] : [keys]
    }

    private static func keys(of issuer: Issuer) -> Judgement {
        if let absence = LicenceVerifier.absence { return (.willNot, absence) }
        if issuer.keys.isEmpty {
            return (.willNot, "a key file is not on this machine, or not of use: `licence verify -f` says which")
        }
        let counting = issuer.keys.filter { issuer.revoked[$0.id] == nil }.map(\.id)
        return counting.isEmpty
            ? (.willNot, "all of its keys are revoked: licences that were taken before count, and no new ones")
            : (.answers, "licences with the keys \(counting.joined(separator: ", ")) are taken")
    }

    private static var clock: Judgement {
        let mark = HostClock.synchronisedMark
        // ignored: what cannot be looked at is no sign that the clock is right.
        return (try? FileStatus.isAnythingThere(mark)) == true
            ? (.answers, "it is synchronised: \(mark) is there")
            : (
                .cannotTell,
                "\(mark) is absent: systemd-timesyncd creates it, and for chrony systemd/deeplinkd-clock.service does"
            )
    }

    // MARK: Users and groups

    /// The groups to which the table gives rights, and the users and groups that hear channels.
    private var rights: [HostFinding] {
        let groups = [ruleset.operatorGroups, ruleset.delegateGroups] + ruleset.grantingGroups.values
        let hearers = ruleset.channels.values.flatMap(\.hearers)
        return (groups + hearers).flatMap(callers).sorted { $0.subject < $1.subject }
    }

    private func callers(_ requirement: CallerRequirement) -> [HostFinding] {
        requirement.values.compactMap { value in
            let name = value.text
            return switch requirement.kind {
            case .user: number("user", name) { () throws(LoopError) in try HostFacts.userID(named: name) }
            case .group: number("group", name) { () throws(LoopError) in try HostFacts.groupID(named: name) }
            case .uid, .gid, .socket: nil
            }
        }
    }

    private func number(
        _ what: String, _ name: String, _ id: () throws(LoopError) -> UInt32?
    ) -> HostFinding {
        let judgement = judge { () throws(LoopError) in
            try id().map { (.answers, "its number is \($0)") } ?? (.willNot, "this machine has no \(what) of that name")
        }
        return HostFinding(what, name, judgement)
    }

    // MARK: Files and services

    /// Judges if the file or the socket is there, and may be used.
    private func place(_ place: FactPlace) -> Judgement {
        switch place {
        case .file(let path): FactPlace.commonFolder(of: path).map(files(in:)) ?? file(path)
        case .varlink(let path, _, _): service(path)
        }
    }

    private func file(_ path: String) -> Judgement {
        judge { () throws(LoopError) in
            _ = try FileReader.read(path, byteLimit: Limits.factFileBytes, trusting: .ofThisProcess)
            return (.answers, "\(path) can be read")
        }
    }

    /// Judges the files of users by the folder that has them all.
    private func files(in folder: String) -> Judgement {
        if let fault = TrustRule.ofThisProcess.fault(of: folder) { return (.willNot, fault.sentence.withoutStop) }
        return judge { () throws(LoopError) in
            try FileStatus.isAnythingThere(folder)
                ? (.answers, "users have files below \(folder)") : (.cannotTell, "\(folder) is not there now")
        }
    }

    private func service(_ path: String) -> Judgement {
        judge { () throws(LoopError) in
            guard try FileStatus.isAnythingThere(path) else { return (.cannotTell, "nothing is at \(path) now") }
            return try FileStatus(of: path).kind == .other
                ? (.answers, "a service has its socket at \(path)") : (.willNot, "\(path) is no socket")
        }
    }

    /// A judgement that takes a look at the machine.
    ///
    /// What this process may not look at may be there for a daemon of another user; the daemon itself will not see it.
    ///
    /// - Parameter absence: the reason for `willNot` if nothing is there; nil if it may appear.
    private func judge(
        absence: String? = nil, _ look: () throws(LoopError) -> Judgement
    ) -> Judgement {
        do throws(LoopError) {
            return try look()
        } catch {
            if case .untrusted(let fault) = error { return (.willNot, fault.sentence.withoutStop) }
            if let absence, error.codeName == "ENOENT" { return (.willNot, absence) }
            return (instance != nil && error.codeName == "EACCES" ? .willNot : .cannotTell, "\(error)")
        }
    }
}

extension HostFinding {
    fileprivate init(_ what: String, _ subject: String, _ judgement: (verdict: Verdict, because: String)) {
        self.init()
        (self.what, self.subject, verdict, because) = (what, subject, judgement.verdict, judgement.because)
    }
}

extension String {
    /// The sentence as a part of another one.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
