import Testing

@testable import HostSystem

@Suite struct PrivateGroupTests {
    @Test(
        arguments: [
            ("ana", "ana", [], ["ana"], true), ("ana", "ana", ["ana"], ["ana"], true), ("ana", "ana", [], [], true),
            ("ana", "users", [], ["ana"], false), ("ana", "ana", ["ana", "bob"], ["ana"], false),
            ("ana", "ana", [], ["ana", "bob"], false),
        ] as [(String, String, [String], [String], Bool)])
    func `a group is private if it is named like its only user`(
        user: String, group: String, members: [String], primaryUsers: [String], isPrivate: Bool
    ) {
        #expect(HostFacts.isPrivate(group, of: user, users: members + primaryUsers) == isPrivate)
    }

    @Test func `the primary users of a group are those with its number in the fourth field`() {
        let text =
            "root:x:0:0:root:/root:/bin/sh\nana:x:1000:1000::/:\n\nbroken:x:1000\nbob:x:1001:1000\nceo:x:7:10000:"
        #expect(HostFacts.primaryUsers(of: 1000, in: text) == ["ana", "bob"])
        #expect(HostFacts.primaryUsers(of: 0, in: text) == ["root"])
        #expect(HostFacts.primaryUsers(of: 100, in: text) == [])
    }

    @Test func `root, system users, nobody and unknown users have no private group`() {
        for userID: UInt32 in [0, 1, 999, 65_534, 3_999_999_999] {
            #expect(HostFacts.privateGroupID(of: userID) == nil, "\(userID)")
        }
    }
}
