// The subjects with facts of their own, and how often these facts have changed. Every call asks, mostly for a user of
// this machine, and a dictionary's hash of the subject was a third of what an answer that is remembered cost. So users
// stand in a second table too, at the place that their uid's last bits say: a system hands out its uids in runs, and a
// run has the table to itself. Two users of one place are no error: the one who does not have it is found in the
// dictionary.

/// What a change to the facts moves, the least first.
enum FactChange: Comparable {
    case nothing
    /// The evidence is another.
    case evidence
    /// A constraint may be judged differently.
    case effect
}

/// The counts of all subjects with facts of their own.
///
/// A class whose lists are taken out to be changed: every call reads them, and where one access of a list may go on while
/// another begins, every access is checked at run time.
///
/// *Owner/thread*: the store's.
final class SubjectMarks {
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
    func move(_ subject: Subject, _ change: FactChange) -> Mark {
        var mark = marks[number(of: subject)]
        if change == .effect { mark.revision += 1 }
        if change != .nothing { mark.epoch += 1 }
        set(mark)
        return mark
    }

    /// Takes a subject in with facts that were read before.
    func add(_ subject: Subject, revision: UInt64) {
        var mark = marks[number(of: subject)]
        mark.revision = revision
        set(mark)
    }

    /// The subject's number; a new one if it has none yet.
    private func number(of subject: Subject) -> Int {
        if let number = numbers[subject] { return number }
        let number = marks.count
        var list = marks
        marks = []
        list.append(Mark(number: number))
        marks = list
        numbers[subject] = number
        if 2 * marks.count > users.count {
            users = Array(repeating: Place(), count: 2 * users.count)
            for (subject, number) in numbers { seat(subject, number) }
        } else {
            seat(subject, number)
        }
        return number
    }

    private func set(_ mark: Mark) {
        var list = marks
        marks = []
        list[mark.number] = mark
        marks = list
    }

    /// Gives a user the place; the user that had it is looked up in the dictionary from now on.
    private func seat(_ subject: Subject, _ number: Int) {
        guard case .uid(let uid) = subject else { return }
        var places = users
        users = []
        places[Int(uid) & (places.count - 1)] = Place(uid: uid, number: UInt32(truncatingIfNeeded: number))
        users = places
    }
}
