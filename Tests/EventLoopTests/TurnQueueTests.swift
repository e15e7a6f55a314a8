import TestSupport
import Testing

@testable import EventLoop

@Suite struct TurnQueueTests {
    private typealias Line = TurnQueue<String>.Line

    private func order(_ queue: inout TurnQueue<String>) -> [String] {
        var order: [String] = []
        while let next = queue.next() { order.append(next) }
        return order
    }

    @Test func `users take turns, and so do the members of one user`() {
        var queue = TurnQueue<String>()
        let (ann, bob, eve) = (Line(), Line(), Line())
        for member in ["a1", "a2", "a3"] { queue.add(member, to: ann) }
        queue.add("b1", to: bob)
        for member in ["e1", "e2"] { queue.add(member, to: eve) }
        #expect(order(&queue) == ["a1", "b1", "e1", "a2", "e2", "a3"])
        #expect(queue.isEmpty && queue.next() == nil)
    }

    @Test func `a member that comes back waits for one turn of each other user, however many members those have`() {
        var queue = TurnQueue<String>()
        let (many, one) = (Line(), Line())
        for number in 0..<64 { queue.add("m\(number)", to: many) }
        queue.add("one", to: one)
        var sinceLast = 0
        for _ in 0..<1000 {
            let member = queue.next()
            sinceLast = member == "one" ? 0 : sinceLast + 1
            #expect(sinceLast <= 1)
            if let member { queue.add(member, to: member == "one" ? one : many) }
        }
    }

    @Test func `every member gets a turn, in any order of arrival`() {
        var generator = SeededGenerator(for: "every member gets a turn")
        let lines = (0..<5).map { _ in Line() }
        var (queue, waiting, lastTurn) = (TurnQueue<String>(), Set<String>(), 0)
        for step in 0..<5000 {
            let user = Int.random(in: 0..<5, using: &generator)
            let member = "\(user).\(Int.random(in: 0..<8, using: &generator))"
            if Bool.random(using: &generator), waiting.insert(member).inserted {
                queue.add(member, to: lines[user])
            } else if let next = queue.next() {
                #expect(waiting.remove(next) != nil)
                lastTurn = step
            }
            #expect(queue.isEmpty == waiting.isEmpty)
        }
        #expect(lastTurn > 4900)
        #expect(Set(order(&queue)) == waiting)
    }

    @Test func `a job that is given up leaves the queue at once, and the others keep their turns`() {
        var queue = TurnQueueByUser<String, Int>()
        for job in [1, 2, 3] { queue.add(job, of: "ann") }
        queue.add(4, of: "bob")
        queue.add(5, of: "eve")
        queue.remove(of: "ann") { $0 == 2 }
        queue.remove(of: "bob") { $0 == 4 }
        queue.remove(of: "bob") { $0 == 4 }
        queue.remove(of: "ann") { $0 == 5 }
        #expect(queue.userCount == 2)
        queue.add(6, of: "bob")
        #expect(queue.removeAll() == [1, 5, 6, 3])
        #expect(queue.isEmpty && queue.userCount == 0)
    }
}
