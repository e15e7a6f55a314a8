// Whose turn it is: users take turns, and within one user its members do. With three members of ann's and one of bob's
// waiting, the turns are
//
//     ann 1, bob 1, ann 2, ann 3
//
// and when bob's comes back before ann's third, it goes first again. So a user with many connections gets no more than one
// with a single connection, and no user waits for more than one turn of each other user.

internal import DequeModule

/// Members that wait for their turn.
package struct TurnQueue<Member> {
    /// The members of one user that wait; kept with whatever else is known of that user.
    package final class Line {
        fileprivate var members: Deque<Member> = []

        /// Whether no member of the user waits.
        package var isEmpty: Bool { members.isEmpty }

        package init() {}
    }

    /// The lines with members, in the order of their turns.
    private var lines: Deque<Line> = []

    /// Whether no member waits.
    package var isEmpty: Bool { lines.isEmpty }

    /// *Units*: users with members that wait.
    package var lineCount: Int { lines.count }

    package init() {}

    /// Puts a member at the end of its user's line; a user without members in the queue goes to the end of all users.
    package mutating func add(_ member: Member, to line: Line) {
        if line.members.isEmpty { lines.append(line) }
        line.members.append(member)
    }

    /// Takes out the member whose turn it is; nil where none waits.
    package mutating func next() -> Member? {
        guard let line = lines.popFirst() else { return nil }
        let member = line.members.popFirst()
        if !line.members.isEmpty { lines.append(line) }
        return member
    }
}

/// Jobs that wait for their turn, by the user whom they are done for.
package struct TurnQueueByUser<User: Hashable, Job> {
    private var queue = TurnQueue<(user: User, job: Job)>()
    private var lines: [User: TurnQueue<(user: User, job: Job)>.Line] = [:]

    /// Whether no job waits.
    package var isEmpty: Bool { queue.isEmpty }

    /// *Units*: users with jobs that wait.
    package var userCount: Int { queue.lineCount }

    package init() {}

    /// Puts a job at the end of its user's line.
    package mutating func add(_ job: Job, of user: User) {
        let line = lines[user] ?? .init()
        lines[user] = line
        queue.add((user, job), to: line)
    }

    /// Takes out the job whose turn it is; nil where none waits.
    package mutating func next() -> Job? {
        guard let (user, job) = queue.next() else { return nil }
        if lines[user]?.isEmpty == true { lines[user] = nil }
        return job
    }

    /// Takes out all jobs, in the order of their turns.
    package mutating func removeAll() -> [Job] {
        var all: [Job] = []
        while let job = next() { all.append(job) }
        return all
    }
}
