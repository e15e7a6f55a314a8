import Contract

/// How many programs run, all together and per user; one user cannot take the others' places.
///
/// Programs that outlive their call count by themselves: they may run for hours, and would leave no room for the rest. A
/// process that a program left behind takes the place of one more program of its kind. Where it cannot be told whose it
/// is, it takes one of the places that all users have together, of which such processes take half at most: one user
/// could leave as many as there are places.
struct ProgramQuota {
    private var followed: [UInt32: Int] = [:]
    private var detached: [UInt32: Int] = [:]
    private var unattributed = 0

    /// The limit that one more program of the user would go over; nil where there is room.
    func limitReached(by uid: UInt32, isDetached: Bool) -> Int? {
        if isDetached {
            let limit = Limits.detachedProgramsPerUser
            return detached[uid, default: 0] < limit ? nil : limit
        }
        let all = followed.values.reduce(min(unattributed, Limits.unattributedLeftovers), +)
        guard all < Limits.runningPrograms else { return Limits.runningPrograms }
        return followed[uid, default: 0] < Limits.runningProgramsPerUser ? nil : Limits.runningProgramsPerUser
    }

    /// Counts a program that was started.
    mutating func take(_ uid: UInt32, isDetached: Bool) {
        if isDetached { detached[uid, default: 0] += 1 } else { followed[uid, default: 0] += 1 }
    }

    /// Counts a program that is gone.
    mutating func give(_ uid: UInt32, isDetached: Bool) {
        if isDetached { Self.lower(&detached[uid]) } else { Self.lower(&followed[uid]) }
    }

    /// Counts a process that was left behind.
    mutating func take(_ owner: LeftoverOwner?) {
        if let owner { take(owner.uid, isDetached: owner.isDetached) } else { unattributed += 1 }
    }

    /// Counts a process that was left behind and is gone.
    mutating func give(_ owner: LeftoverOwner?) {
        if let owner { give(owner.uid, isDetached: owner.isDetached) } else { unattributed -= 1 }
    }

    private static func lower(_ count: inout Int?) {
        let left = (count ?? 1) - 1
        count = left > 0 ? left : nil
    }
}
