import Features
import Testing

@testable import Serving

@Suite struct OperatorRuleTests {
    private static let own: UInt32 = 900
    private static let origins: [Caller.Origin] = [.action, .elsewhere, .unknown]

    /// By who the caller is: whether it is an operator, for each origin.
    private static let rows: [(OperatorRule.OwnUser, uid: UInt32, isInGroup: Bool, operators: [Bool])] = [
        (.serviceWithoutPrograms, own, false, [false, true, true]),
        (.serviceWithoutPrograms, 0, false, [false, true, true]),
        (.serviceWithoutPrograms, 1000, true, [false, true, true]),
        (.serviceWithoutPrograms, 1000, false, [false, false, false]),
        (.serviceWithPrograms, own, false, [false, false, false]),
        (.serviceWithPrograms, own, true, [false, false, false]),
        (.serviceWithPrograms, 0, false, [false, true, true]),
        (.serviceWithPrograms, 1000, true, [false, true, true]),
        (.serviceWithPrograms, 1000, false, [false, false, false]),
        (.person, own, false, [false, true, false]),
        (.person, own, true, [false, true, false]),
        (.person, 0, false, [false, true, true]),
        (.person, 1000, true, [false, true, true]),
        (.person, 1000, false, [false, false, false]),
    ]

    @Test(arguments: rows.indices)
    func `who is an operator follows from the caller, its origin, and whose programs run as the daemon's user`(
        row: Int
    ) {
        let (ownUser, uid, isInGroup, expected) = Self.rows[row]
        let rule = OperatorRule(ownUser, uid: Self.own)
        let found = Self.origins.map {
            rule.admits(Caller(uid: uid, origin: $0), isInGroup: isInGroup)
        }
        #expect(found == expected)
    }

    @Test(arguments: [OperatorRule.OwnUser.serviceWithPrograms, .person])
    func `a daemon that runs as root admits root where it is known not to be a program of an action`(
        ownUser: OperatorRule.OwnUser
    ) {
        let rule = OperatorRule(ownUser, uid: 0)
        let found = Self.origins.map { rule.admits(Caller(uid: 0, origin: $0), isInGroup: false) }
        #expect(found == [false, true, false])
    }

    @Test func `an origin is looked up only where it makes a difference`() {
        for ownUser in [OperatorRule.OwnUser.serviceWithPrograms, .person] {
            let rule = OperatorRule(ownUser, uid: Self.own)
            #expect(rule.needsOrigin(uid: Self.own, isInGroup: false))
            #expect(rule.needsOrigin(uid: 0, isInGroup: false))
            #expect(rule.needsOrigin(uid: 1000, isInGroup: true))
            #expect(!rule.needsOrigin(uid: 1000, isInGroup: false))
        }
        let rule = OperatorRule(.serviceWithoutPrograms, uid: Self.own)
        #expect(!rule.needsOrigin(uid: Self.own, isInGroup: true))
    }
}
