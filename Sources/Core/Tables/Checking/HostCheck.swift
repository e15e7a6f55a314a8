// Checks if this process finds on the machine what a table needs. For example
//
//     answers      program     /usr/bin/mpv    it can be started
//     will not     permission  photos          the table names no source: add `permission photos from …`
//     cannot tell  product     premium         nothing is at /run/shop now
//
// Every finding is worked out from the table and a look at files, users and groups. No program is started, and a service is
// asked for nothing but its description, so a check has no effect on the host. In the daemon the kernel answers as it will answer a link: for its user,
// and within the sandbox of its unit.

package import Contract
import DesktopEntries
package import Features
import HostSystem
package import Routing

/// Finds out which of the things that a table needs are on this machine.
package struct HostCheck: HostView {
    private let ruleset: Ruleset
    /// The kind of the daemon that is to serve the table; nil for any daemon of this machine.
    package let instance: Instance?
    /// When no service is waited for any longer.
    let endNs = HostClock.monotonicNs + Limits.descriptionTime.wholeNanoseconds
    private let buses: BusLook

    /// - Parameters:
    ///   - ruleset: with the keys of issuers as far as this machine has them.
    ///   - instance: the kind of the daemon that is to serve the table; nil for any daemon of this machine.
    package init(_ ruleset: Ruleset, instance: Instance?) {
        (self.ruleset, self.instance, buses) = (ruleset, instance, BusLook(untilNs: endNs))
    }

    /// One finding for each thing that the table needs, in the order of the table.
    package var findings: [HostFinding] {
        var seen: Set<String> = []
        let ofWings = ruleset.wings.wings.flatMap { $0.findings(for: ruleset, on: self) }
        return (constraints + ofWings + rights).filter { seen.insert($0.what + " " + $0.subject).inserted }
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
        case let runtime as RuntimeSwitch:
            runtime.origin.map { [HostFinding("switch", constraint.path, place($0))] } ?? []
        case let requirement as CallerRequirement: callers(requirement)
        default: ruleset.wings.wings.flatMap { $0.findings(for: constraint.rule, in: ruleset, on: self) }
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

    /// Judges a program by its path.
    package func program(_ path: String) -> Judgement {
        judge { () throws(LoopError) in
            switch try ProgramFile.hindrance(of: path) {
            case nil: (.answers, "it can be started")
            case .absent: (.willNot, "nothing is installed there")
            case .unusable: (.willNot, "it cannot be started: it is no program, or its interpreter is missing")
            case .untrusted: (.willNot, "other users could change it, so it is not started")
            }
        }
    }

    /// Judges a device node by its path.
    package func device(_ path: String) -> Judgement {
        judge(absence: "there is no \(path)") { () throws(LoopError) in
            guard try NodeAccess(of: path).isDevice else { return (.willNot, "\(path) is no device") }
            let have = "users who may read and write \(path) have it"
            return (.answers, instance == nil ? have + "; the system unit hides devices" : have)
        }
    }

    /// Says whether the clock is synchronised.
    package var clock: Judgement {
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

    /// The groups to which the table gives rights, and the users and groups that lines of wings name.
    private var rights: [HostFinding] {
        let groups = [ruleset.operatorGroups, ruleset.delegateGroups] + ruleset.grantingGroups.values
        let ofWings = ruleset.wings.wings.flatMap { $0.callers(in: ruleset) }
        return (groups + ofWings).flatMap(callers).sorted { $0.subject < $1.subject }
    }

    private func callers(_ requirement: CallerRequirement) -> [HostFinding] {
        requirement.values.compactMap { value in
            let name = value.text
            return switch requirement.kind {
            case .user: number("user", name) { () throws(LoopError) in try HostFacts.userID(named: name) }
            case .group: number("group", name) { () throws(LoopError) in try HostFacts.groupID(named: name) }
            case .uid, .gid, .socket, .unit: nil
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

    /// Judges a service on a message bus.
    package func busService(_ destination: BusDestination) -> Judgement { buses.judge(destination) }

    /// Judges if the file or the socket is there, and may be used.
    package func place(_ place: FactPlace) -> Judgement {
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

    /// Judges a library that is loaded when it is needed.
    package func library(_ name: String, package: String) -> Judgement {
        SharedLibrary.isInstalled(name)
            ? (.answers, "it can be loaded") : (.willNot, "it is not installed: Debian's package \(package) has it")
    }

    /// Judges a credential, which the unit of the daemon names.
    package func credential(_ name: String) -> Judgement {
        guard let folder = HostFacts.environment["CREDENTIALS_DIRECTORY"] else {
            return (
                instance == nil ? .cannotTell : .willNot,
                "the unit of the daemon brings it, with `LoadCredential=\(name):FILE`"
            )
        }
        return judge(absence: "the unit of the daemon has no `LoadCredential=\(name):FILE`") { () throws(LoopError) in
            _ = try FileStatus(of: folder + "/" + name)
            return (.answers, "the unit of the daemon has it")
        }
    }

    /// Judges the socket of a service by its path.
    package func service(_ path: String) -> Judgement {
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
    func judge(
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

extension String {
    /// The sentence as a part of another one.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
