import Contract
import Features

/// The quota of subjects that one user may give facts of their own, where no ledger counts them.
///
/// As in the ledger a subject counts for the user who first gave it facts without being it, and goes on counting.
struct SubjectQuota {
    private var given: Set<Subject> = []
    private var counts: [UInt32: Int] = [:]

    /// Counts a subject for a user; false, with nothing counted, where the user has given as many as it may.
    mutating func admit(_ subject: Subject, by uid: UInt32) -> Bool {
        guard subject != .machine, subject != .uid(uid), !given.contains(subject) else { return true }
        guard counts[uid, default: 0] < Limits.subjectsPerDelegate else { return false }
        given.insert(subject)
        counts[uid, default: 0] += 1
        return true
    }
}
