import Features
import Testing

struct CallerTests {
    private let caller = Caller(uid: 1, gids: [2], socket: "s", unit: "n", assumedNames: [.user("u")])

    @Test func `callers are the same if every part of them is`() {
        #expect(caller == Caller(uid: 1, gids: [2], socket: "s", unit: "n", assumedNames: [.user("u")]))
        let others = [
            Caller(uid: 2, gids: [2], socket: "s", unit: "n", assumedNames: [.user("u")]),
            Caller(uid: 1, gids: [2, 3], socket: "s", unit: "n", assumedNames: [.user("u")]),
            Caller(uid: 1, gids: [2], socket: nil, unit: "n", assumedNames: [.user("u")]),
            Caller(uid: 1, gids: [2], socket: "s", assumedNames: [.user("u")]),
            Caller(uid: 1, gids: [2], socket: "s", unit: "n", assumedNames: []),
            Caller(uid: 1),
            Caller(uid: 1, gids: [2], socket: "s", unit: "n", assumedNames: [.user("u")], origin: .action),
        ]
        for other in others {
            #expect(other != caller)
            #expect(other == other)
        }
        var parts = Array(Mirror(reflecting: caller).children)
        for _ in 0..<2 { parts = parts.flatMap { Array(Mirror(reflecting: $0.value).children) } }
        #expect(parts.count == 5, "another part of a caller must be compared too")
    }

    @Test func `changing one part of a caller leaves the others and its copies as they were`() {
        var changed = caller
        changed.uid = 7
        changed.gids.append(3)
        #expect(changed == Caller(uid: 7, gids: [2, 3], socket: "s", unit: "n", assumedNames: [.user("u")]))
        changed.socket = "t"
        #expect(changed == Caller(uid: 7, gids: [2, 3], socket: "t", unit: "n", assumedNames: [.user("u")]))
        changed.assumedNames.insert(.group("g"))
        let all: Set<Caller.AssumedName> = [.user("u"), .group("g")]
        #expect(changed == Caller(uid: 7, gids: [2, 3], socket: "t", unit: "n", assumedNames: all))
        #expect(caller == Caller(uid: 1, gids: [2], socket: "s", unit: "n", assumedNames: [.user("u")]))
    }

    @Test func `a caller of nothing but a uid is that of anyone else with it`() {
        var bare = Caller(uid: 5)
        #expect(bare.gids.isEmpty && bare.socket == nil && bare.assumedNames.isEmpty)
        bare.gids = [5]
        #expect(Caller(uid: 5).gids.isEmpty && bare == Caller(uid: 5, gids: [5]))
    }
}
