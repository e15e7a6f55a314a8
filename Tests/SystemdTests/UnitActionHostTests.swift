import Testing

/// The results of units-host.sh: links that start units under a real process 1, by the hardened system unit and polkit's rule.
@Suite(.enabled(if: Host.canStartUnits, "root, systemd-nspawn, an overlay and polkit are there"), .serialized)
struct UnitActionHostTests {
    private static let seen = Sightings(by: "units-host.sh")

    @Test func `without polkit's rule no unit is started, and a check says what it finds`() {
        Self.seen.expect([
            "without a rule": "failed.unit.denied - - - InteractiveAuthorizationRequired", "check without a rule": "1",
            "check of a unit": "1", "check of a masked unit": "1", "check of no unit": "1",
            "check of another name": "1",
        ])
    }

    @Test func `with the printed rule the hardened unit starts units, and the end of the job is the outcome`() {
        Self.seen.expect([
            "ok": "ok.performed done - - -", "fail": "failed.unit failed exit-code 7 -",
            "signal": "failed.unit failed signal 9 -", "slow": "failed.unit failed timeout 15 -",
            "dependency": "failed.unit dependency - - -", "masked": "failed.unit.notFound - - - UnitMasked",
            "absent": "failed.unit.notFound - - - NoSuchUnit", "bad": "failed.unit.notFound - - - BadUnitSetting",
            "unasked": "failed.unit - - - OnlyByDependency", "assertion": "failed.unit assert - - -",
        ])
    }

    @Test func `a unit is restarted and reloaded, and one that cannot be reloaded is not`() {
        Self.seen.expect([
            "first start": "ok.performed done - - -", "second start": "ok.performed done - - - same",
            "restart": "ok.performed done - - - another", "reload": "ok.performed done - - -",
            "reload that fails": "failed.unit failed - - -",
            "reload of a unit that cannot": "failed.unit - - - JobTypeNotApplicable",
        ])
    }

    @Test func `a value gets to its unit as it is`() { Self.seen.expect(["instances": "14 0"]) }

    @Test func `the printed rule allows what the table names, to the daemon's user alone`() {
        Self.seen.expect([
            "rule start": "yes", "rule instance": "yes", "rule other verb": "no no", "rule other unit": "no",
            "rule longer name": "no", "rule other instance": "no", "rule transient": "no", "rule other action": "no",
            "rule other user": "no",
        ])
    }

    @Test func `the unit goes on where its end is not waited for, and the same key starts it once`() {
        Self.seen.expect([
            "no end in time": "unknown.effect - - - -", "no end by the deadline": "unknown.effect - - - -",
            "unit after the daemon's death": "activating", "the same key": "unknown.effect - - - -",
            "while systemd is executed anew": "ok.performed done - - -",
            "stopped meanwhile": "failed.unit canceled - - -",
        ])
    }

    @Test func `a user's own manager starts her units, and no other's`() {
        Self.seen.expect([
            "her unit": "failed.unit 3", "the machine's unit": "failed.unit.notFound -",
            "without a bus": "failed.unit.noManager -", "end": "reached", "control group": "removed",
        ])
    }
}
