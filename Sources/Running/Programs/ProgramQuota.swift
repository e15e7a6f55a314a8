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
    func limitReached(by owner: LeftoverOwner) -> Int? {
        if owner.isDetached {
            let limit = Limits.detachedProgramsPerUser
            return detached[owner.uid, default: 0] < limit ? nil : limit
        }
        let all = followed.values.reduce(min(unattributed, Limits.unattributedLeftovers), +)
        guard all < Limits.runningPrograms else { return Limits.runningPrograms }
        return followed[owner.uid, default: 0] < Limits.runningProgramsPerUser ? nil : Limits.runningProgramsPerUser
    }

    /// Counts a program that is to be started, or a process that was left behind.
    mutating func take(_ owner: LeftoverOwner?) {
        guard let owner else { return unattributed += 1 }
        if owner.isDetached { detached[owner.uid, default: 0] += 1 } else { followed[owner.uid, default: 0] += 1 }
    }

    /// Counts it no more.
    mutating func give(_ owner: LeftoverOwner?) {
        guard let owner else { return unattributed -= 1 }
        if owner.isDetached { Self.lower(&detached[owner.uid]) } else { Self.lower(&followed[owner.uid]) }
    }

    private static func lower(_ count: inout Int?) {
        let left = (count ?? 1) - 1
        count = left > 0 ? left : nil
    }
}
