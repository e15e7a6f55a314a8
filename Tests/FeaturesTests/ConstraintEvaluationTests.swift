import Contract
import Features
import PurchaseRules
import Testing

@testable import ExecRules
@testable import PermissionRules

/// Every fact that each kind can meet, and its result: status, code, reason, source of the answer.
struct ConstraintEvaluationTests {
    // MARK: Platform

    private static let linux61 = PlatformRequirement(platform: "linux", bound: .minimum(version("6.1")))
    private static let debian12 = PlatformRequirement(platform: "debian", bound: .minimum(version("12")))
    private static let onlyDebian12 = PlatformRequirement(
        platform: "debian", bound: .minimum(version("12")), isOnly: true)
    private static let onlyDebian = PlatformRequirement(platform: "debian", bound: .any, isOnly: true)
    private static let noDebian = PlatformRequirement(platform: "debian", bound: .unsupported)
    private static let anyDebian = PlatformRequirement(platform: "debian", bound: .any)
    private static let systemd252 = PlatformRequirement(platform: "systemd", bound: .minimum(version("252")))
    private static let anySystemd = PlatformRequirement(platform: "systemd", bound: .any)
    private static let arm = PlatformRequirement(platform: "arch", bound: .exactly("aarch64"))

    private static let no = "unsatisfied blocked.platform.unsupported"

    @Test(arguments: [
        (linux61, PlatformState.present("6.1"), "satisfied - present host"),
        (linux61, .present("6.1.0"), "satisfied - present host"),
        (linux61, .present("6.1.0-18-amd64"), "satisfied - present host"),
        (linux61, .present("6.10"), "satisfied - present host"),
        (linux61, .present("7"), "satisfied - present host"),
        (linux61, .present("6.0.99"), "unsatisfied blocked.platform.versionTooLow versionTooLow host"),
        (linux61, .present("5.19"), "unsatisfied blocked.platform.versionTooLow versionTooLow host"),
        (linux61, .present("6"), "unsatisfied blocked.platform.versionTooLow versionTooLow host"),
        (linux61, .present(""), "\(no) undeterminable host"),
        (linux61, .present("rolling"), "\(no) undeterminable host"),
        (linux61, .present("99999999999"), "\(no) undeterminable host"),
        (linux61, .present("6..1"), "\(no) undeterminable host"),
        (linux61, .absent, "\(no) absent host"),
        (systemd252, .present("252"), "satisfied - present host"),
        (systemd252, .present(""), "\(no) undeterminable host"),
        (systemd252, .absent, "\(no) absent host"),
        (anySystemd, .present(""), "satisfied - present host"),
        (anySystemd, .absent, "\(no) absent host"),
        (arm, .present("aarch64"), "satisfied - present host"),
        (arm, .present("x86_64"), "\(no) otherArchitecture host"),
        (arm, .absent, "\(no) absent host"),
        (debian12, .present("12"), "satisfied - present host"),
        (debian12, .present("11"), "unsatisfied blocked.platform.versionTooLow versionTooLow host"),
        (debian12, .absent, "inactive - otherPlatform host"),
        (anyDebian, .present(""), "satisfied - present host"),
        (anyDebian, .absent, "inactive - otherPlatform host"),
        (noDebian, .present("12"), "\(no) unsupported host"),
        (noDebian, .present(""), "\(no) unsupported host"),
        (noDebian, .absent, "inactive - otherPlatform host"),
        (onlyDebian12, .present("12.5"), "satisfied - present host"),
        (onlyDebian12, .present("11"), "unsatisfied blocked.platform.versionTooLow versionTooLow host"),
        (onlyDebian12, .absent, "\(no) absent host"),
        (onlyDebian, .present("sid"), "satisfied - present host"),
        (onlyDebian, .absent, "\(no) absent host"),
    ])
    func `a platform is what the machine says it is`(
        requirement: PlatformRequirement, fact: PlatformState, expected: String
    ) {
        #expect(judge(.platform(requirement)) { $0[.platform(requirement.platform)] = .platform(fact) } == expected)
    }

    @Test(arguments: [linux61, debian12, onlyDebian12, onlyDebian, noDebian, anyDebian, systemd252, anySystemd, arm])
    func `offline a platform that nothing is said of counts as right, on the machine itself as absent`(
        requirement: PlatformRequirement
    ) {
        #expect(judge(.platform(requirement)) { _ in } == "satisfied - assumed table")
        let onHost = judge(.platform(requirement)) { $0.platformsAreComplete = true }
        #expect(onHost == judge(.platform(requirement)) { $0[.platform(requirement.platform)] = .platform(.absent) })
    }

    // MARK: Profile

    @Test(arguments: [
        (Profile.development, Profile.development, Profile?.none, "satisfied - sameProfile table"),
        (.production, .production, nil, "satisfied - sameProfile table"),
        (.development, .production, nil, "unsatisfied blocked.profile.notAllowed otherProfile table"),
        (.production, .development, nil, "unsatisfied blocked.profile.notAllowed otherProfile table"),
        (.development, .production, .development, "satisfied - sameProfile host"),
        (.production, .production, .development, "unsatisfied blocked.profile.notAllowed otherProfile host"),
    ])
    func `a profile is the table's, unless a fact says another`(
        profile: Profile, inForce: Profile, fact: Profile?, expected: String
    ) {
        let requirement = Constraint.profile(ProfileRequirement(profile, inForce: inForce))
        #expect(judge(requirement) { $0[.profile] = fact.map(FactValue.profile) } == expected)
    }

    // MARK: Program

    @Test(arguments: [
        (ProgramState?.none, "satisfied - assumed table"),
        (.present, "satisfied - present host"),
        (.absent, "unsatisfied blocked.program.missing absent host"),
        (.unusable, "unsatisfied blocked.program.missing unusable host"),
        (.untrusted, "unsatisfied blocked.program.missing untrusted host"),
        (.unknown, "undetermined - unknown host"),
    ])
    func `a program is there or not as a fact says, and there without a fact`(fact: ProgramState?, expected: String) {
        let requirement = Constraint.program(ProgramRequirement("/usr/bin/mpv"))
        #expect(judge(requirement) { $0[.program("/usr/bin/mpv")] = fact.map(FactValue.program) } == expected)
        #expect(judge(requirement) { $0[.program("/bin/mpv")] = fact.map(FactValue.program) }.hasSuffix(" table"))
    }

    // MARK: Runtime and toggle

    @Test(arguments: [
        (true, SwitchState?.none, "satisfied - on table"),
        (false, nil, "unsatisfied blocked.feature.disabled off table"),
        (true, .on, "satisfied - on host"),
        (false, .on, "satisfied - on host"),
        (true, .off, "unsatisfied blocked.feature.disabled off host"),
        (false, .off, "unsatisfied blocked.feature.disabled off host"),
        (true, .unknown, "undetermined - unknown host"),
        (false, .unknown, "undetermined - unknown host"),
    ])
    func `a runtime switch stands where the operator put it, else at its default`(
        byDefault: Bool, fact: SwitchState?, expected: String
    ) {
        #expect(judge(.runtime(byDefault: byDefault)) { $0[.runtime("A")] = fact.map(FactValue.state) } == expected)
        #expect(
            judge(.runtime(byDefault: byDefault)) { $0[.runtime("B")] = fact.map(FactValue.state) }.hasSuffix(" table"))
    }

    @Test func `a platform whose source is silent is unknown where it has never been told`() {
        let requirement = PlatformRequirement(platform: "debian", bound: .any)
        #expect(
            judge(.platform(requirement)) { $0.unanswered = [.platform: .init(source: "host")] }
                == "undetermined - unknown host")
        let told = judge(.platform(requirement)) {
            $0.unanswered = [.platform: .init(source: "host")]
            $0[.platform("debian")] = .platform(.present("12"))
        }
        #expect(told == "satisfied - present host")
        #expect(
            judge(.platform(requirement)) { $0.unanswered = [.runtime: .init(source: "ledger")] }
                == "satisfied - assumed table")
    }

    @Test(arguments: [
        (true, SwitchState?.none, "satisfied - onByDefault table"),
        (false, nil, "unsatisfied blocked.toggle.off offByDefault table"),
        (true, .on, "satisfied - on host"),
        (false, .on, "satisfied - on host"),
        (true, .off, "unsatisfied blocked.toggle.off off host"),
        (false, .off, "unsatisfied blocked.toggle.off off host"),
        (true, .unknown, "undetermined - unknown host"),
        (false, .unknown, "undetermined - unknown host"),
    ])
    func `a toggle stands where its user put it, else at its default`(
        byDefault: Bool, fact: SwitchState?, expected: String
    ) {
        #expect(judge(.toggle(byDefault: byDefault)) { $0[.toggle("A")] = fact.map(FactValue.state) } == expected)
        let another = judge(.toggle(byDefault: byDefault)) {
            $0.subjects[.uid(1000)] = [:]
            $0.subjects[.uid(1001)] = fact.map { [.toggle("A"): Fact(.state($0))] }
        }
        #expect(another.hasSuffix(" table"))
    }

    @Test func `a toggle switched off by its user comes before a purchase, one off by its default after it`() {
        let catalogue = chain([.purchase(.init(mode: .all, products: ["p"])), .toggle(byDefault: false)])
        var facts = Facts()
        let caller = Caller(uid: 1000)
        let first = Verifier.assess(1, in: catalogue, facts: facts, caller: caller)
        #expect(first.refusal?.code == .purchaseRequired)
        facts[.toggle("A")] = .off
        let second = Verifier.assess(1, in: catalogue, facts: facts, caller: caller)
        #expect(second.refusal?.code == .toggleOff)
    }

    // MARK: Permission

    @Test func `a permission without a source is unsupported, unless a fact or a wider permission's grant answers`() {
        let location = Permission.location(usage: .whenInUse)
        let noSource: (inout Facts) -> Void = { $0.sourceless = [.permission(location)] }
        #expect(judge(.permission(location), noSource) == "unsatisfied blocked.permission.unsupported noSource none")
        for (wide, narrow, expected) in [
            ("authorized", nil, "satisfied - authorized host"),
            ("denied", nil, "unsatisfied blocked.permission.unsupported noSource none"),
            (nil, "authorized", "satisfied - authorized host"),
            (nil, "notDetermined", "unsatisfied blocked.permission.notDetermined notDetermined host"),
        ] as [(String?, String?, String)] {
            let found = judge(.permission(location)) {
                noSource(&$0)
                $0.everyone.merge(status("location.always", wide.flatMap(PermissionStatus.init))) { $1 }
                $0.everyone.merge(status("location.whenInUse", narrow.flatMap(PermissionStatus.init))) { $1 }
            }
            #expect(found == expected)
        }
        let overridden = judge(.permission(location)) {
            noSource(&$0)
            $0.overrides[.permission(location)] = .overriding(.permission(.authorized))
        }
        #expect(overridden == "satisfied - authorized override")
        let unread = judge(.permission(location)) {
            noSource(&$0)
            $0.unanswered[.permission] = .init(source: "ledger", fault: "gone")
        }
        #expect(unread == "undetermined - unknown ledger")
    }

    @Test(arguments: [
        (PermissionStatus?.none, "unsatisfied blocked.permission.notDetermined notDetermined table"),
        (.notDetermined, "unsatisfied blocked.permission.notDetermined notDetermined host"),
        (.authorized, "satisfied - authorized host"),
        (.denied, "unsatisfied blocked.permission.denied denied host"),
        (.restricted, "unsatisfied blocked.permission.restricted restricted host"),
        (.unsupported, "unsatisfied blocked.permission.unsupported unsupported host"),
        (.unknown, "undetermined - unknown host"),
    ])
    func `only an authorized permission is met`(fact: PermissionStatus?, expected: String) {
        #expect(judge(permission("camera")) { $0.everyone = status("camera", fact) } == expected)
    }

    @Test(arguments: [
        (PermissionStatus?.none, "satisfied - authorized host"),
        (.notDetermined, "satisfied - authorized host"),
        (.authorized, "satisfied - authorized host"),
        (.unknown, "satisfied - authorized host"),
        (.denied, "unsatisfied blocked.permission.denied denied host"),
        (.restricted, "unsatisfied blocked.permission.restricted restricted host"),
        (.unsupported, "unsatisfied blocked.permission.unsupported unsupported host"),
    ])
    func `location.always covers location.whenInUse unless that was itself refused`(
        own: PermissionStatus?, expected: String
    ) {
        let facts = status("location.whenInUse", own).merging(status("location.always", .authorized)) { $1 }
        #expect(judge(permission("location")) { $0.everyone = facts } == expected)
    }

    @Test(arguments: PermissionStatus.allCases)
    func `location.whenInUse says nothing of location.always, nor does another status of that cover it`(
        other: PermissionStatus
    ) {
        let narrow = judge(permission("location.always")) {
            $0.everyone = status("location.whenInUse", other)
        }
        #expect(narrow == "unsatisfied blocked.permission.notDetermined notDetermined table")
        guard other != .authorized else { return }
        let wide = judge(permission("location")) { $0.everyone = status("location.always", other) }
        #expect(wide == "unsatisfied blocked.permission.notDetermined notDetermined table")
    }

    // MARK: Caller

    private static func requirement(_ kind: CallerRequirement.Kind, _ values: (String, UInt32?)...) -> Constraint {
        .caller(.init(kind: kind, values: values.map { .init(text: $0.0, id: $0.1) }))
    }

    @Test(arguments: [
        (requirement(.uid, ("7", 7)), Caller(uid: 7), true),
        (requirement(.uid, ("7", 7)), Caller(uid: 8, gids: [7]), false),
        (requirement(.uid, ("7", 7), ("8", 8)), Caller(uid: 8), true),
        (requirement(.uid, ("0", 0)), Caller(uid: 0), true),
        (requirement(.uid, ("1000", 1000)), Caller(uid: 0), false),
        (requirement(.user, ("ann", 7)), Caller(uid: 7), true),
        (requirement(.user, ("ann", nil)), Caller(uid: 7), false),
        (requirement(.user, ("ann", nil)), Caller(uid: 7, assumedNames: [.user("ann")]), true),
        (requirement(.user, ("ann", 9)), Caller(uid: 7, assumedNames: [.user("ann")]), true),
        (requirement(.user, ("ann", nil)), Caller(uid: 7, assumedNames: [.group("ann")]), false),
        (requirement(.uid, ("7", 7)), Caller(uid: 8, assumedNames: [.user("7")]), false),
        (requirement(.gid, ("4", 4)), Caller(uid: 7, gids: [3, 4]), true),
        (requirement(.gid, ("4", 4)), Caller(uid: 4, gids: [3]), false),
        (requirement(.gid, ("4", 4)), Caller(uid: 7), false),
        (requirement(.group, ("audio", 29)), Caller(uid: 7, gids: [29]), true),
        (requirement(.group, ("audio", nil)), Caller(uid: 7, gids: [29]), false),
        (requirement(.group, ("audio", nil)), Caller(uid: 7, assumedNames: [.group("audio")]), true),
        (requirement(.group, ("audio", nil)), Caller(uid: 7, assumedNames: [.user("audio")]), false),
        (requirement(.group, ("audio", nil), ("video", 44)), Caller(uid: 7, gids: [44]), true),
        (requirement(.socket, ("trusted", nil)), Caller(uid: 7, socket: "trusted"), true),
        (requirement(.socket, ("trusted", nil)), Caller(uid: 7, socket: "public"), false),
        (requirement(.socket, ("trusted", nil)), Caller(uid: 7), false),
        (requirement(.unit, ("app-a.scope", nil)), Caller(uid: 7, unit: "app-a.scope"), true),
        (requirement(.unit, ("app-a.scope", nil)), Caller(uid: 7, unit: "app-ab.scope"), false),
        (requirement(.unit, ("app-a.scope", nil)), Caller(uid: 7), false),
        (requirement(.unit, ("app-*-*.scope", nil)), Caller(uid: 7, unit: "app-a-b-7.scope"), true),
        (requirement(.unit, ("app-*-*.scope", nil)), Caller(uid: 7, unit: "app-a.scope"), false),
        (requirement(.unit, ("a*aa.scope", nil)), Caller(uid: 7, unit: "aa.scope"), false),
        (requirement(.unit, ("**.scope", nil)), Caller(uid: 7, unit: ".scope"), true),
    ])
    func `a caller is admitted by what the kernel says of it`(constraint: Constraint, caller: Caller, admitted: Bool) {
        let expected =
            admitted ? "satisfied - allowed kernel" : "unsatisfied blocked.caller.notAllowed notAllowed kernel"
        #expect(judge(constraint, caller: caller) { _ in } == expected)
    }

    // MARK: What is made up says so

    @Test func `what a case says of the caller is not the kernel's word`() {
        let made: (inout Facts) -> Void = { $0.source = "override" }
        #expect(judge(Self.requirement(.uid, ("1000", 1000)), made) == "satisfied - allowed kernel")
        #expect(
            judge(Self.requirement(.uid, ("1000", 1000))) { $0.callerSource = "override" }
                == "satisfied - allowed override")
    }
}
