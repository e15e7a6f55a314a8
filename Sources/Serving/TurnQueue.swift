// Whose turn it is: users take turns, and within one user its members do. With three members of ann's and one of bob's
// waiting, the turns are
//
//     ann 1, bob 1, ann 2, ann 3
//
// and when bob's comes back before ann's third, it goes first again. So a user with many connections gets no more than one
// with a single connection, and no user waits for more than one turn of each other user.

import DequeModule

/// Members that wait for their turn.
struct TurnQueue<Member> {
    /// The members of one user that wait; kept with whatever else is known of that user.
    final class Line {
        fileprivate var members: Deque<Member> = []

        /// Whether no member of the user waits.
        var isEmpty: Bool { members.isEmpty }
    }

    /// The lines with members, in the order of their turns.
    private var lines: Deque<Line> = []

    /// Whether no member waits.
    var isEmpty: Bool { lines.isEmpty }

    /// *Units*: users with members that wait.
    var lineCount: Int { lines.count }

    /// Puts a member at the end of its user's line; a user without members in the queue goes to the end of all users.
    mutating func add(_ member: Member, to line: Line) {
        if line.members.isEmpty { lines.append(line) }
        line.members.append(member)
    }

    /// Takes out the member whose turn it is; nil where none waits.
    mutating func next() -> Member? {
        guard let line = lines.popFirst() else { return nil }
        let member = line.members.popFirst()
        if !line.members.isEmpty { lines.append(line) }
        return member
    }
}
