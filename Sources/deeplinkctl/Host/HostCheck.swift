// What a table needs of the machine that runs its daemon, and whether this machine has it. For example
//
//     answers      program     /usr/bin/mpv    it can be started
//     will not     permission  photos          the table names no source: add `permission photos from …`
//     cannot tell  product     premium         nothing listens at /run/shop now
//
// Every row is worked out from the table and a look at files, users and groups. No service is called and no program is
// started, so a check has no effect on the host.

internal import Channels
internal import Contract
internal import Features
import HostSystem
internal import Licences
internal import Routing
internal import Tables

/// Finds out what this machine can answer of what a table needs.
struct HostCheck {
    let ruleset: Ruleset
    /// Those of the table, with their keys as far as this machine has them.
    let issuers: [Issuer]
    /// The daemon that is to answer; nil for any daemon of this machine.
    let unit: DaemonUnit?

    private var view: DaemonView { unit?.view ?? .ofThisProcess }

    /// One row for each thing that the table needs, in the order of the table.
    var answers: [HostAnswer] {
        var seen: Set<String> = []
        return (constraints + programs + issuers.flatMap(Self.answers(of:)) + rights).filter {
            seen.insert($0.what + " " + $0.subject).inserted
        }
    }

    // MARK: What features require

    private var constraints: [HostAnswer] {
        let facts = hostFacts
        return ruleset.catalogue.features.indices.flatMap { feature in
            let own = ruleset.catalogue.constraints[feature].filter { $0.declaredBy == feature }
            let reports = Verifier.assess(feature, in: ruleset.catalogue, facts: facts, caller: Caller(uid: 0))
                .constraints
            return own.flatMap { constraint in
                answers(to: constraint, reports.first { $0.id == constraint.id } ?? ConstraintReport())
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

    private func answers(to constraint: EffectiveConstraint, _ report: ConstraintReport) -> [HostAnswer] {
        switch constraint.rule {
        case is PlatformRequirement: [platform(constraint.subject, report)]
        case let requirement as ProgramRequirement: [program(requirement.path)]
        case let runtime as RuntimeSwitch:
            [runtime.origin].compactMap(\.self).map { $0.answer("switch", constraint.path, view) }
        case let permission as Permission: [self.permission(permission)]
        case let purchase as RequiredPurchase: purchase.requirement.products.map(product)
        case let requirement as CallerRequirement: callers(requirement)
        default: []
        }
    }

    private func platform(_ subject: String, _ report: ConstraintReport) -> HostAnswer {
        let (verdict, because): (HostAnswer.Verdict, String) =
            switch report.status {
            case .satisfied: (.answers, "this machine meets it")
            case .inactive: (.answers, "it is about another platform and counts for nothing here")
            case .unsatisfied: (.willNot, report.sentence?.withoutStop ?? "this machine does not meet it")
            case .undetermined: (.cannotTell, "the version of this machine cannot be read")
            }
        return HostAnswer(what: "platform", subject: subject, verdict: verdict, because: because)
    }

    /// The programs that actions and channels start.
    private var programs: [HostAnswer] {
        let started = ruleset.catalogue.actions.compactMap(\.performer.program)
        let starters = ruleset.channels.values.compactMap { $0.starter?.program }.sorted()
        return (started + starters).map(program)
    }

    private func program(_ path: String) -> HostAnswer {
        func answer(_ verdict: HostAnswer.Verdict, _ because: String) -> HostAnswer {
            HostAnswer(what: "program", subject: path, verdict: verdict, because: because)
        }
        if let (folder, _) = view.cover(of: path) { return answer(.willNot, "the daemon's unit hides \(folder)") }
        do throws(LoopError) {
            return switch try ProgramFile.hindrance(of: path, trusting: view.trust) {
            case nil: answer(.answers, "it can be started")
            case .absent: answer(.willNot, "nothing is installed there")
            case .unusable: answer(.willNot, "it cannot be started: it is no program, or its interpreter is missing")
            case .untrusted: answer(.willNot, "other users could change it, so it is not started")
            }
        } catch {
            return answer(.cannotTell, "\(error)")
        }
    }

    private func permission(_ permission: Permission) -> HostAnswer {
        func answer(_ verdict: HostAnswer.Verdict, _ because: String) -> HostAnswer {
            HostAnswer(what: "permission", subject: "\(permission)", verdict: verdict, because: because)
        }
        switch ruleset.catalogue.permissionOrigins[permission] ?? permission.usualOrigin {
        case .place(let place): return place.answer("permission", "\(permission)", view)
        case .consent: return answer(.answers, "the user answers for it, and the daemon keeps the answer")
        case .polkit(let action): return answer(.cannotTell, "polkit is asked for \(action) when a call needs it")
        case .store:
            let (verdict, because) = store
            return answer(verdict, because)
        case .device(let path):
            let (verdict, because) = device(path)
            return answer(verdict, because)
        case nil:
            return answer(.willNot, "the table names no source: add `permission \(permission) from …`")
        }
    }

    private var store: (HostAnswer.Verdict, String) {
        switch unit?.instance {
        case .system: (.willNot, "the system instance has no permission store")
        case .user: (.cannotTell, "the permission store of the session is asked when a call needs it")
        case nil: (.cannotTell, "a daemon in a user's session asks the permission store; the system instance has none")
        }
    }

    private func device(_ path: String) -> (HostAnswer.Verdict, String) {
        if view.hidesDevices { return (.willNot, "the daemon's unit hides devices, as \(path)") }
        do throws(LoopError) {
            guard try NodeAccess(of: path).isDevice else { return (.willNot, "\(path) is no device") }
            let have = "users who may read and write \(path) have it"
            return (.answers, unit == nil ? have + "; the system unit hides devices" : have)
        } catch {
            return error.codeName == "ENOENT" ? (.willNot, "there is no \(path)") : (.cannotTell, "\(error)")
        }
    }

    /// Licences and trials are answered by the daemon itself, so they come before a source that may not be there.
    private func product(_ id: String) -> HostAnswer {
        func answer(_ verdict: HostAnswer.Verdict, _ because: String) -> HostAnswer {
            HostAnswer(what: "product", subject: id, verdict: verdict, because: because)
        }
        let text = ProductText(id, in: ruleset)
        let own = [text?.sellers, text?.trial].compactMap(\.self)
        guard own.isEmpty else {
            return answer(.answers, own.joined(separator: "; ") + "; a daemon with a ledger keeps them")
        }
        return ruleset.catalogue.origin(ofProduct: id)?.answer("product", id, view)
            ?? answer(
                .willNot,
                "the table names no source: add `source …` or `trial …` to the product, or it to the products of an "
                    + "`issuer`")
    }

    private static func answers(of issuer: Issuer) -> [HostAnswer] {
        let counting = issuer.keys.filter { issuer.revoked[$0.id] == nil }.map(\.id)
        let (verdict, because): (HostAnswer.Verdict, String) =
            if let absence = LicenceVerifier.absence {
                (.willNot, absence)
            } else if issuer.keys.isEmpty {
                (.willNot, "a key file is not on this machine, or not of use: `licence verify -f` says which")
            } else if counting.isEmpty {
                (.willNot, "all of its keys are revoked: licences that were taken before count, and no new ones")
            } else {
                (.answers, "licences with the keys \(counting.joined(separator: ", ")) are taken")
            }
        let keys = HostAnswer(what: "issuer", subject: issuer.name, verdict: verdict, because: because)
        return issuer.requiresSynchronisedClock ? [keys, clock(of: issuer)] : [keys]
    }

    private static func clock(of issuer: Issuer) -> HostAnswer {
        // ignored: what cannot be looked at is no sign that the clock is right.
        let isMarked = (try? FileStatus.isAnythingThere(HostClock.synchronisedMark)) ?? false
        return HostAnswer(
            what: "clock", subject: issuer.name, verdict: isMarked ? .answers : .cannotTell,
            because: isMarked
                ? "it is synchronised: \(HostClock.synchronisedMark) is there"
                : "\(HostClock.synchronisedMark) is absent: systemd-timesyncd creates it, and for chrony "
                    + "systemd/deeplinkd-clock.service does")
    }

    // MARK: Users and groups

    /// The groups to which the table gives rights, and the users and groups that hear channels.
    private var rights: [HostAnswer] {
        let groups = [ruleset.operatorGroups, ruleset.delegateGroups] + ruleset.grantingGroups.values
        let hearers = ruleset.channels.values.flatMap(\.hearers)
        return (groups + hearers).flatMap(callers).sorted { $0.subject < $1.subject }
    }

    private func callers(_ requirement: CallerRequirement) -> [HostAnswer] {
        requirement.values.compactMap { value in
            switch requirement.kind {
            case .user: Self.name("user", value.text) { name throws(LoopError) in try HostFacts.userID(named: name) }
            case .group: Self.name("group", value.text) { name throws(LoopError) in try HostFacts.groupID(named: name) }
            case .uid, .gid, .socket: nil
            }
        }
    }

    private static func name(
        _ what: String, _ name: String, _ id: (String) throws(LoopError) -> UInt32?
    ) -> HostAnswer {
        do throws(LoopError) {
            guard let number = try id(name) else {
                return HostAnswer(
                    what: what, subject: name, verdict: .willNot, because: "this machine has no \(what) of that name")
            }
            return HostAnswer(what: what, subject: name, verdict: .answers, because: "its number is \(number)")
        } catch {
            return HostAnswer(what: what, subject: name, verdict: .cannotTell, because: "\(error)")
        }
    }
}

extension FactPlace {
    /// Whether the file or the socket is there, and may be used.
    fileprivate func answer(_ what: String, _ subject: String, _ view: DaemonView) -> HostAnswer {
        if let (folder, _) = view.cover(of: path) {
            let because = "the daemon's unit hides \(folder)"
            return HostAnswer(what: what, subject: subject, verdict: .willNot, because: because)
        }
        let (verdict, because) =
            switch self {
            case .file(let path): Self.file(path, view.trust)
            case .varlink(let path, _, _): Self.service(path)
            }
        return HostAnswer(what: what, subject: subject, verdict: verdict, because: because)
    }

    private var path: String {
        switch self {
        case .file(let path): path
        case .varlink(let path, _, _): path
        }
    }

    private static func file(_ path: String, _ rule: TrustRule) -> (HostAnswer.Verdict, String) {
        guard !path.contains(uidMark) else { return files(path, rule) }
        do throws(LoopError) {
            _ = try FileReader.read(path, byteLimit: Limits.factFileBytes, trusting: rule)
            return (.answers, "\(path) can be read")
        } catch {
            if case .untrusted(let fault) = error { return (.willNot, fault.sentence.withoutStop) }
            return (.cannotTell, "\(error)")
        }
    }

    /// The files of users: what can be said is whether the folder that has them all is trusted.
    private static func files(_ path: String, _ rule: TrustRule) -> (HostAnswer.Verdict, String) {
        let parts = path.split(separator: "/").prefix { !$0.contains(uidMark) }
        let folder = "/" + parts.joined(separator: "/")
        if let fault = rule.fault(of: folder) { return (.willNot, fault.sentence.withoutStop) }
        do throws(LoopError) {
            guard try FileStatus.isAnythingThere(folder) else { return (.cannotTell, "\(folder) is not there now") }
            return (.answers, "users have files below \(folder)")
        } catch {
            return (.cannotTell, "\(error)")
        }
    }

    private static func service(_ path: String) -> (HostAnswer.Verdict, String) {
        do throws(LoopError) {
            guard try FileStatus.isAnythingThere(path) else { return (.cannotTell, "nothing is at \(path) now") }
            return switch try FileStatus(of: path).kind {
            case .other: (.answers, "a service has its socket at \(path)")
            case .file, .folder, .nothing: (.willNot, "\(path) is no socket")
            }
        } catch {
            return (.cannotTell, "\(error)")
        }
    }
}

extension String {
    /// The sentence as a part of another one.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
