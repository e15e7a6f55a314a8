// A fair queue: users take turns, and the members of one user take turns among themselves. If three members of ann and
// one of bob wait, the turns are
//
//     ann 1, bob 1, ann 2, ann 3
//
// If bob's comes back before ann's third, it goes first again. So a user with many connections gets no more turns than
// a user with one connection, and each user waits for at most one turn of every other user.

public import DequeModule

/// Members of several users, each waiting for a turn.
///
/// *Cost*: public and inlinable, because another target gives every call its turn, and the compiler makes code for its type of
/// member of nothing less. Otherwise each turn looks up the types of two queues, 4,000 instructions.
public struct TurnQueue<Member> {
    /// The waiting members of one user; stored with the caller's other data about that user.
    public final class Line {
        @usableFromInline var members: Deque<Member> = []

        /// True if no member of the user waits.
        @inlinable public var isEmpty: Bool { members.isEmpty }

        /// Makes a line without members.
        @inlinable public init() {}
    }

    /// The lines that have members, in the order of their turns.
    @usableFromInline var lines: Deque<Line> = []

    /// True if no member waits.
    @inlinable public var isEmpty: Bool { lines.isEmpty }

    /// *Units*: users with waiting members.
    package var lineCount: Int { lines.count }

    /// Makes a queue in which no member waits.
    @inlinable public init() {}

    /// Puts a member at the end of its user's line; a user without members in the queue goes to the end of all users.
    @inlinable public mutating func add(_ member: Member, to line: Line) {
        if line.members.isEmpty { lines.append(line) }
        line.members.append(member)
    }

    /// Removes and returns the next member; nil if none waits.
    @inlinable public mutating func next() -> Member? {
        guard let line = lines.popFirst() else { return nil }
        let member = line.members.popFirst()
        if !line.members.isEmpty { lines.append(line) }
        return member
    }

    /// Removes members of a line; a user without members in the queue has no turn.
    ///
    /// *Cost*: linear in the line.
    package mutating func remove(from line: Line, where isRemoved: (Member) -> Bool) {
        line.members.removeAll(where: isRemoved)
        if line.members.isEmpty { lines.removeAll { $0 === line } }
    }
}

/// Jobs waiting for their turn, by the user they are done for.
package struct TurnQueueByUser<User: Hashable, Job> {
    private var queue = TurnQueue<(user: User, job: Job)>()
    private var lines: [User: TurnQueue<(user: User, job: Job)>.Line] = [:]

    /// True if no job waits.
    package var isEmpty: Bool { queue.isEmpty }

    /// *Units*: users with waiting jobs.
    package var userCount: Int { queue.lineCount }

    package init() {}

    /// Puts a job at the end of its user's line.
    package mutating func add(_ job: Job, of user: User) {
        let line = lines[user] ?? .init()
        lines[user] = line
        queue.add((user, job), to: line)
    }

    /// Removes and returns the next job; nil if none waits.
    package mutating func next() -> Job? {
        guard let (user, job) = queue.next() else { return nil }
        if lines[user]?.isEmpty == true { lines[user] = nil }
        return job
    }

    /// Removes jobs of a user.
    ///
    /// *Cost*: linear in the user's jobs.
    package mutating func remove(of user: User, where isRemoved: (Job) -> Bool) {
        guard let line = lines[user] else { return }
        queue.remove(from: line) { isRemoved($0.job) }
        if line.isEmpty { lines[user] = nil }
    }

    /// Removes and returns all jobs, in the order of their turns.
    package mutating func removeAll() -> [Job] {
        var all: [Job] = []
        while let job = next() { all.append(job) }
        return all
    }
}
