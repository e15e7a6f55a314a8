// Which subjects have facts of their own, and how often those have moved. Every call asks, mostly for a user of this
// machine, and a dictionary's hash of the subject was a third of what an answer that is remembered cost. So users stand
// in a second table too, at the place that their uid's last bits say: a system hands out its uids in runs, and a run has
// the table to itself. Two users of one place are no error: the one who does not have it is found in the dictionary.

/// What a change to the facts moves, the least first.
enum FactChange: Comparable {
    case nothing
    /// The evidence is another.
    case evidence
    /// A constraint may be judged differently.
    case effect
}

/// The counts of all subjects with facts of their own.
struct SubjectMarks: ~Copyable {
    /// How often one subject's facts have moved, and its number among the others.
    struct Mark {
        /// Dense, from 1; 0 stands for every subject without facts of its own.
        let number: Int
        var revision: UInt64 = 0
        var epoch: UInt64 = 0
    }

    /// The user that has a place in `users`; number 0 means that the place was never taken.
    private struct Place {
        var uid: UInt32 = 0
        var number: UInt32 = 0
    }

    /// By number.
    private var marks = [Mark(number: 0)]
    private var numbers: [Subject: Int] = [:]
    /// A power of two of them, twice as many as subjects at least.
    private var users = Array(repeating: Place(), count: 64)

    /// The subject's number and counts.
    ///
    /// *Cost*: two loads for a user, a hash of the text for an account.
    subscript(subject: Subject) -> Mark {
        if case .uid(let uid) = subject {
            let user = users[Int(uid) & (users.count - 1)]
            if user.uid == uid || user.number == 0 { return marks[Int(user.number)] }
        }
        return marks[numbers[subject] ?? 0]
    }

    /// Counts a change of the facts, or of their evidence alone, and gives the new counts.
    mutating func move(_ subject: Subject, _ change: FactChange) -> Mark {
        let number = numbers[subject] ?? add(subject)
        if change == .effect { marks[number].revision += 1 }
        if change != .nothing { marks[number].epoch += 1 }
        return marks[number]
    }

    /// Takes a subject in with facts that were read before.
    mutating func add(_ subject: Subject, revision: UInt64) {
        let number = numbers[subject] ?? add(subject)
        marks[number].revision = revision
    }

    private mutating func add(_ subject: Subject) -> Int {
        let number = marks.count
        marks.append(Mark(number: number))
        numbers[subject] = number
        if 2 * marks.count > users.count {
            users = Array(repeating: Place(), count: 2 * users.count)
            for (subject, number) in numbers { seat(subject, number) }
        } else {
            seat(subject, number)
        }
        return number
    }

    /// Gives a user the place; the user that had it is looked up in the dictionary from now on.
    private mutating func seat(_ subject: Subject, _ number: Int) {
        guard case .uid(let uid) = subject else { return }
        users[Int(uid) & (users.count - 1)] = Place(uid: uid, number: UInt32(truncatingIfNeeded: number))
    }
}
